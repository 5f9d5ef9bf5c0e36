import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { View } from '../helpers/browser.ts';
import { describeInBrowser } from '../helpers/in-browser.ts';
import { overflowing, violations } from '../helpers/page-checks.ts';
import { example, saveView } from '../helpers/saved-view.ts';

const names = ['compare', 'table', 'chart', 'chart-bars', 'chart-months', 'checklist'];
const views: readonly (readonly [string, View])[] = (['light', 'dark'] as const).flatMap((scheme) => [
  [`wide, ${scheme}`, { width: 1280, height: 800, scheme }] as const,
  [`320 pixels, ${scheme}`, { width: 320, height: 640, scheme }] as const,
]);

describeInBrowser('the view as a file on disk', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-view-'));
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  describe.each(views)('%s', (_, view) => {
    it.each(names)(
      '%s: nothing from elsewhere, nothing cut off, no fault that axe-core finds',
      async (name) => {
        const shown = example(name);
        const url = saveView(folder, name, shown);
        const page = await open(url, view);
        expect(await page.until<string>(`document.querySelector('h1')?.textContent`)).toBe(shown.title);
        expect(page.complaints).toEqual([]);
        expect(page.requests.filter((address) => !address.startsWith('data:'))).toEqual([url]);
        expect(await overflowing(page)).toEqual([]);
        expect(await violations(page)).toEqual([]);
        await page.close();
      },
    );
  });

  it('compares: the best is marked, the unknown said, and each record has its sources', async () => {
    const shown = example('compare');
    if (shown.view !== 'compare') throw new Error('The example is another view.');
    const page = await open(saveView(folder, 'compare', shown), {
      width: 1280,
      height: 800,
      scheme: 'light',
    });
    const rows = await page.until<string[][]>(
      `[...document.querySelectorAll('.side-by-side tbody tr')].map((row) => [...row.children].map((cell) => cell.innerText.trim().replace(/\\s+/g, ' ')))`,
    );
    expect(rows).toContainEqual(['Payload kg', '7', '14best', '10']);
    expect(rows).toContainEqual(['Speed m/s', 'unknown', '1.6', '2.4best']);
    expect(rows).toContainEqual([
      'Price USD',
      '$1,600 frombest 2025 source of Price of Go2 Air',
      '$100,000 from 2025-11 source of Price of Spot',
      '$165,000 list 2023-06 source of Price of Vision 60',
    ]);
    const links = await page.evaluate<string[][]>(
      `[...document.querySelectorAll('.side-by-side .sources')].map((each) => [...each.querySelectorAll('a')].map((link) => link.getAttribute('href')))`,
    );
    expect(links).toEqual(shown.records.map(({ sources }) => sources.map(({ url }) => url)));
    await page.close();
  });

  it('sorts a table by itself, what is unknown last, and opens the sources of a row', async () => {
    const page = await open(saveView(folder, 'table', example('table')), {
      width: 1280,
      height: 800,
      scheme: 'light',
    });
    const payloads = `[...document.querySelectorAll('.rows tbody tr')].map((row) => row.children[5].textContent)`;
    await page.until(`document.querySelector('button.head') !== null`);
    await page.evaluate(
      `[...document.querySelectorAll('button.head')].find((each) => each.innerText.startsWith('Payload')).click()`,
    );
    expect(await page.until<string[]>(`document.querySelector('[aria-sort]') && ${payloads}`)).toEqual([
      '30',
      '20',
      '14',
      '10',
      '–unknown',
      '–unknown',
      '–unknown',
      '–unknown',
    ]);
    await page.evaluate(`document.querySelector('button.open').click()`);
    expect(await page.until<string>(`document.querySelector('.opened a')?.href`)).toMatch(/^https:/);
    await page.close();
  });

  it.each(['chart-bars', 'chart-months'])(
    '%s: marks what is held in part, in the drawing and its table',
    async (name) => {
      const chart = example(name);
      if (chart.view !== 'chart') throw new Error('The example is another view.');
      const points = chart.points.map((point, i) => (i === 1 ? { ...point, part: true as const } : point));
      const page = await open(saveView(folder, `part-${name}`, { ...chart, points }), {
        width: 320,
        height: 640,
        scheme: 'light',
      });
      const marked = `[...document.querySelectorAll('.mark-bar rect[fill-opacity="0.4"], .mark-dot circle')].filter((mark) => mark.matches('rect') || getComputedStyle(mark).fill === getComputedStyle(document.body).backgroundColor).length`;
      expect(await page.until(`document.querySelector('.drawing svg') && ${marked}`)).toBe(1);
      expect(await page.evaluate(`document.querySelector('.legend').textContent`)).toContain('held in part');
      expect(
        await page.evaluate(
          `[...document.querySelectorAll('.numbers .note')].map(({ textContent }) => textContent)`,
        ),
      ).toEqual(['in part']);
      expect(await page.evaluate(`document.querySelector('.drawing svg').ariaLabel`)).toContain(
        '1 are known',
      );
      expect(await overflowing(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await page.close();
    },
  );

  it('says of a checklist how its questions are answered, since nobody can be asked', async () => {
    const checklist = example('checklist');
    if (checklist.view !== 'checklist') throw new Error('The example is another view.');
    const asked = { ...checklist.asked, robot: `it's; rm -rf /`, arguments: { scheme: 'EU' } };
    for (const shown of [checklist, { ...checklist, asked }]) {
      const page = await open(saveView(folder, 'questions', shown), {
        width: 320,
        height: 640,
        scheme: 'dark',
      });
      const command = await page.until<string>(`document.querySelector('.command')?.textContent`);
      const [first] = checklist.questions.flatMap(({ features }) => features);
      const product =
        shown === checklist ? 'certify unitree-g1 ' : `certify 'it'\\''s; rm -rf /' --market EU `;
      expect(command).toBe(
        `robotics-mcp ${product}--features wifi,no-laser,${first?.feature} --html checklist.html --open`,
      );
      expect(await page.evaluate(`document.querySelectorAll('.questions button').length`)).toBe(0);
      expect(await page.evaluate(`document.querySelector('.questions').textContent`)).toContain('Answers: ');
      expect(await overflowing(page)).toEqual([]);
      await page.close();
    }
  });

  it.each([
    [1280, '$1,206,000,000'],
    [320, '$1.206B'],
  ])('shows the number behind the longest bar whole, %i pixels wide', async (width, number) => {
    const chart = example('chart-bars');
    if (chart.view !== 'chart') throw new Error('The example is another view.');
    const points = chart.points.slice(0, 3).map((point, i) => ({ x: point.x, y: 1_206_000_000 / (i + 1) }));
    const { by: _, ...plain } = chart;
    const shown = { ...plain, points, y: { name: 'funding', label: 'Funding', type: 'usd' as const } };
    const page = await open(saveView(folder, `long-${width}`, shown), {
      width,
      height: 700,
      scheme: 'light',
    });
    await page.until(`document.querySelector('.drawing svg') !== null`);
    expect(await overflowing(page)).toEqual([]);
    expect(await page.evaluate(`document.querySelector('.drawing').textContent`)).toContain(number);
    await page.close();
  });

  it('says of how many matches a table holds a part, which a sort orders alone', async () => {
    const table = example('table');
    if (table.view !== 'table') throw new Error('The example is another view.');
    const whole = { ...table, total: table.rows.length };
    const said = async (name: string, shown: typeof table) => {
      const page = await open(saveView(folder, name, shown), {
        width: 1280,
        height: 800,
        scheme: 'light',
      });
      await page.until(`document.querySelector('.table table') !== null`);
      const text = await page.evaluate<string>(`document.querySelector('.table').innerText`);
      await page.close();
      return text;
    };
    expect(await said('part', { ...whole, total: 1252 })).toContain(
      `This page holds ${whole.rows.length} of 1,252 matches: a sort orders these alone.`,
    );
    expect(await said('whole', whole)).not.toContain('This page holds');
  });

  it.each([1200, 800, 700])(
    'shows of many columns those that fit into %i pixels, and says so',
    async (width) => {
      const table = example('table');
      if (table.view !== 'table') throw new Error('The example is another view.');
      const columns = [
        ...table.columns,
        ...table.columns.map((column) => ({ ...column, field: `${column.field}_2` })),
      ];
      const rows = table.rows.map((row) => ({ ...row, cells: [...row.cells, ...row.cells] }));
      const url = saveView(folder, `columns-${width}`, { ...table, columns, rows });
      const page = await open(url, { width, height: 700, scheme: 'light' });
      const said = `[...document.querySelectorAll('.table .soft')].map(({ textContent }) => textContent)`;
      expect((await page.until<string[]>(said)).join('\n')).toMatch(/^\d+ columns do not fit/m);
      expect(await overflowing(page)).toEqual([]);
      await page.close();
    },
  );

  it('opens a whole record that the file holds', async () => {
    const [table, compare] = [example('table'), example('compare')];
    if (table.view !== 'table' || compare.view !== 'compare')
      throw new Error('The examples are other views.');
    const id = table.rows[0]?.id ?? '';
    const url = saveView(folder, 'records', table, { [id]: compare });
    const page = await open(url, { width: 320, height: 640, scheme: 'dark' });
    await page.until(`document.querySelector('button.open') !== null`);
    await page.evaluate(`document.querySelector('button.open').click()`);
    expect(await page.until<string>(`document.querySelector('.record dl')?.innerText`)).toContain(
      '$1,600 from',
    );
    await page.close();
  });
});
