import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Registry } from '../../src/tools/registry.ts';
import type { Shown } from '../../src/tools/show/shape.ts';
import { BROWSER, Browser } from '../../test/helpers/browser.ts';
import { snapshotFolder } from '../harness/program.ts';
import { median } from '../harness/statistics.ts';
import { openCatalogue, registryOver } from './registry.ts';
import type { BenchOptions, Section } from './section.ts';

const POINTS = 2_000;

/** What is shown, and what of it must be there for a reader to have it. */
interface Sample {
  readonly what: string;
  readonly shown: Shown;
  readonly sign: string;
}

/** How large the view is, and how long a browser takes from its address to what it shows. */
export async function view({ quick }: BenchOptions): Promise<Section[]> {
  const html = readFileSync(join(snapshotFolder, '../view.html'), 'utf8');
  const size = {
    bytes: Buffer.byteLength(html),
    'bytes under gzip': gzipSync(html, { level: 9 }).byteLength,
  };
  const sizes = {
    title: 'view: dist/view.html',
    rows: [size],
    notes: ['At most 450,000 and 150,000 bytes are wanted.'],
  };
  if (BROWSER === undefined) return [{ ...sizes, notes: [...sizes.notes, 'No Chromium here: no times.'] }];
  const catalogue = await openCatalogue();
  const samples = await samplesOf(registryOver(catalogue));
  catalogue.close();
  const rows = await timesOf(samples, html, quick ? 1 : 9);
  const notes = [
    'From the address of a file on disk to the frame that shows it, a new page each; Chromium without a GPU.',
  ];
  return [sizes, { title: 'view: to what is shown', rows, notes }];
}

async function samplesOf(registry: Registry): Promise<readonly Sample[]> {
  const ask = async (args: Record<string, unknown>) => {
    const { structuredContent } = await registry.call('show', args, LOCAL_USER);
    return structuredContent as unknown as Shown;
  };
  const tool = 'search_robots';
  const table = await ask({ view: 'table', tool, arguments: { category: 'humanoid', limit: 50 } });
  const chart = await ask({ view: 'chart', tool, x: 'payload_kg', y: 'price', by: 'category' });
  if (chart.view !== 'chart') throw new Error('show answers with another view.');
  const { points } = chart;
  const many = Array.from({ length: POINTS }, (_, index) => {
    const { x, ...point } = points[index % points.length] as (typeof points)[number];
    return { ...point, x: Number(x) * (1 + index / POINTS), id: `robot-${index}` };
  });
  return [
    { what: 'first row of 50', shown: table, sign: '.rows tbody tr' },
    { what: `chart of ${POINTS} points`, shown: { ...chart, points: many }, sign: '.drawing svg .names' },
  ];
}

async function timesOf(samples: readonly Sample[], html: string, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-view-'));
  const browser = new Browser(BROWSER ?? '');
  try {
    const rows: Section['rows'][number][] = [];
    for (const [index, { what, shown, sign }] of samples.entries()) {
      const file = join(folder, `${index}.html`);
      const data = JSON.stringify({ shown, records: {} }).replaceAll('<', '\\u003c');
      writeFileSync(
        file,
        html.replace('id="robotics-data">', (place) => `${place}${data}`),
      );
      const times: number[] = [];
      for (let round = 0; round < rounds; round++)
        times.push(await timeTo(browser, pathToFileURL(file).href, sign));
      rows.push({ what, 'median ms': median(times), 'fastest ms': Math.min(...times) });
    }
    return rows;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** Until the frame after the one that `sign` is first in. */
async function timeTo(browser: Browser, url: string, sign: string): Promise<number> {
  const before = `{ const watch = () => {
    if (document.querySelector(${JSON.stringify(sign)}) === null) requestAnimationFrame(watch);
    else requestAnimationFrame(() => { window.shownAt = performance.now(); });
  };
  requestAnimationFrame(watch); }`;
  const page = await browser.open(url, { width: 1100, height: 800, scheme: 'light', before });
  const ms = await page.until<number>('window.shownAt');
  await page.close();
  return ms;
}
