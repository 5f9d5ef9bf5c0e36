import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { savedPage } from '../../../src/tools/show/shape.ts';
import { collect, run, runHere, start, until } from '../../helpers/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-words-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function json(...args: string[]) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const { code, stdout, stderr } = await runHere(args.toSpliced(end, 0, '--json'));
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('a record in a shell', () => {
  it('shows a law with its official text, and a line to paste that has its number, days and address', async () => {
    const { code, stdout } = await runHere(['show', 'cyber', 'resilience', 'act'], { COLUMNS: '80' });
    expect(code).toBe(0);
    const [, cited = ''] = stdout.replaceAll(/\n(?=\S)/g, ' ').split('To cite');
    expect(cited).toContain('Regulation (EU) 2024/2847');
    expect(cited).toContain('2026-09-11 Reporting of exploited');
    expect(stdout).toContain('https://eur-lex.europa.eu/eli/reg/2024/2847/oj');
  });

  it('numbers the source of each value, and never breaks an address', async () => {
    const { stdout } = await runHere(['show', 'unitree-g1'], { COLUMNS: '60' });
    expect(stdout).toMatch(/^Price: \$[\d,]+ .*\[\d+\]/m);
    const addresses = stdout.split('Sources\n')[1]?.trim().split('\n') ?? [];
    expect(addresses.length).toBeGreaterThan(3);
    for (const line of addresses) expect(line).toMatch(/^\[\d+\] https?:\/\/\S+$/);
  });
});

describe('words first', () => {
  it.each<[string[], string, object]>([
    [['robots', 'quadruped', 'under', '20000'], 'search_robots', { query: 'quadruped under 20000' }],
    [
      ['robots', 'arm', '--country', 'JP', '--limit', '2'],
      'search_robots',
      { query: 'arm', country: 'JP', limit: 2 },
    ],
    [['robots', 'quadruped', '-unitree'], 'search_robots', { query: 'quadruped -unitree' }],
    [['robots', '--', '-unitree'], 'search_robots', { query: '-unitree' }],
    [
      ['papers', 'diffusion', 'policy', '--since', '2024'],
      'search_publications',
      { query: 'diffusion policy', from: '2024' },
    ],
    [['news', 'funding', '--since', '2026-01'], 'get_latest_news', { query: 'funding', since: '2026-01' }],
    [['news'], 'get_latest_news', {}],
    [['startups', 'warehouse', '--stage', 'seed'], 'search_startups', { query: 'warehouse', stage: 'seed' }],
    [['makers', 'lidar'], 'search_manufacturers', { query: 'lidar' }],
    [
      ['challenges', '--include_closed', '--limit', '3'],
      'get_open_challenges',
      { include_closed: true, limit: 3 },
    ],
    [['compare', 'unitree-go2', 'spot'], 'show', { view: 'compare', ids: ['unitree-go2', 'spot'] }],
    [['certify', 'unitree', 'g1'], 'show', { view: 'checklist', robot: 'unitree g1' }],
    [
      ['certify', 'unitree-g1', '--market', 'EU', '--features', 'wifi'],
      'show',
      { view: 'checklist', robot: 'unitree-g1', features: ['wifi'], arguments: { scheme: 'EU' } },
    ],
    [['certify', 'cobot', '--market', 'US'], 'show', { view: 'checklist', robot_category: 'cobot' }],
    [['certify', 'ISO', '12100'], 'get_certification_info', { id: 'ISO 12100' }],
    [
      ['show', 'chart', 'robots', 'quadruped', '--x', 'payload', '--y', 'price'],
      'show',
      { view: 'chart', tool: 'search_robots', arguments: { query: 'quadruped' }, x: 'payload', y: 'price' },
    ],
    [
      ['show', 'chart', 'papers', 'slam', '--topic', 'manipulation', '--since', '2020', '--x', 'year'],
      'show',
      {
        view: 'chart',
        tool: 'search_publications',
        arguments: { query: 'slam', topic: 'manipulation', from: '2020' },
        x: 'year',
      },
    ],
    [
      [
        'show',
        'table',
        '--max-price-usd',
        '20000',
        'robots',
        '--category',
        'quadruped',
        '--sort',
        'price_asc',
      ],
      'show',
      {
        view: 'table',
        tool: 'search_robots',
        arguments: { max_price_usd: 20000, category: 'quadruped', sort: 'price_asc' },
      },
    ],
    [
      ['show', 'table', 'challenges', '--include_closed', 'drone'],
      'show',
      { view: 'table', tool: 'get_open_challenges', arguments: { include_closed: true, query: 'drone' } },
    ],
    [
      ['show', 'table', '--country', 'JP', '--arguments.category', 'cobot'],
      'show',
      { view: 'table', arguments: { country: 'JP', category: 'cobot' } },
    ],
    [
      ['show', 'table', 'startups', '--ids', 'figure-ai,apptronik'],
      'show',
      { view: 'table', tool: 'search_startups', arguments: { ids: ['figure-ai', 'apptronik'] } },
    ],
    [['show', 'table', 'humanoid'], 'show', { view: 'table', arguments: { query: 'humanoid' } }],
    [['show', 'compare', 'spot'], 'show', { view: 'compare', ids: ['spot'] }],
    [['show', 'checklist', 'cobot'], 'show', { view: 'checklist', robot_category: 'cobot' }],
    [['show', 'eu-cyber-resilience-act'], 'show', { view: 'record', ids: ['eu-cyber-resilience-act'] }],
    [['show', 'cyber', 'resilience', 'act'], 'show', { view: 'record', ids: ['cyber resilience act'] }],
    [['show', 'spot', 'unitree-go2'], 'show', { view: 'compare', ids: ['spot', 'unitree-go2'] }],
  ])('%j asks what call %s %j does', async (words, tool, args) => {
    expect(await json(...words)).toEqual(await json('call', tool, JSON.stringify(args)));
  });

  it.each([
    ['manufacturers', 'makers'],
    ['publications', 'papers'],
  ])('%s, as answers call the kind, is %s', async (kind, command) => {
    expect(await json(kind, '--limit', '1')).toEqual(await json(command, '--limit', '1'));
  });

  it('refuses flags of another search, and what is given twice', async () => {
    const refused = await runHere(['show', 'chart', 'robots', '--topic', 'slam']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('"topic"');
    expect((await runHere(['show', 'compare', 'spot', '--topic', 'slam'])).code).toBe(2);
    const twice = await runHere(['show', 'table', 'papers', '--topic', 'slam', '--arguments.topic', 'hri']);
    expect(twice).toMatchObject({ code: 2, stdout: '' });
    expect(twice.stderr).toContain('topic is given twice');
  });

  it('reports what the tool refuses, with its exit code', async () => {
    expect(await runHere(['certify', 'unitree-g99'])).toMatchObject({ code: 1, stdout: '' });
    expect((await runHere(['compare', 'unitree-g99'])).stderr).toContain('Near to it: unitree-g1');
    expect(await runHere(['robots', 'x', '--limit', '99'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('ends quietly when its reader leaves, as head does', async () => {
    const child = start(['robots', '--limit', '50', '--detail', 'full']);
    const stderr = collect(child, 'stderr');
    child.stdout?.destroy();
    const [code] = await once(child, 'close');
    expect([code, stderr()]).toEqual([0, '']);
  });
});

describe('--explain', () => {
  const asked = ['robots', 'cobots from Germany or Denmark under $30k', '--explain'];

  it('prints how the words were read, and no records', async () => {
    const { code, stdout } = await runHere(asked);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(code).toBe(0);
    expect(rows).toEqual([
      ['part', 'field', 'op', 'value', 'from'],
      ['clause', 'category', 'in', 'cobot', 'cobots'],
      ['clause', 'country', 'in', 'DE or DK', 'Germany or Denmark'],
      ['clause', 'price_usd', 'range', 'under 30000', 'under $30k'],
    ]);
  });

  it('prints the same as JSON, also of a tool, and says where there are no words', async () => {
    const country = { part: 'clause', field: 'country', op: 'in', value: 'DE or DK' };
    for (const args of [asked, ['call', 'search_robots', '--query', String(asked[1]), '--explain']])
      expect((await json(...args)).reading).toContainEqual({ ...country, from: 'Germany or Denmark' });
    expect((await runHere(['robots', '--country', 'DE', '--explain'])).stdout).toBe(
      'There are no words to read.\n',
    );
  });

  it('belongs to searches alone', async () => {
    const { code, stderr } = await runHere(['compare', 'unitree-go2', 'spot', '--explain']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no option or command "explain"')]);
  });
});

describe('on a terminal of 40 columns', () => {
  it.each([
    [['compare', 'unitree-go2', 'spot', 'unitree-g1']],
    [['show', 'table', 'robots', 'quadruped']],
    [['show', 'chart', 'robots', '--x', 'payload', '--y', 'price']],
    [['show', 'chart', 'papers', 'slam', '--by', 'topic']],
    [['show', 'chart', 'robots', '--x', 'category', '--y', 'price']],
    [['certify', 'unitree-g1', '--market', 'EU']],
    [['show', 'chart', 'robots', 'zzyzx quux']],
  ])('%j is never wider', async (args) => {
    const { code, stdout } = await runHere(args, { COLUMNS: '40' });
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
    // An address that is broken is none.
    const isWhole = (line: string) => line.startsWith('More: ') || /https?:\S+$/.test(line);
    expect(stdout.split('\n').filter((line) => [...line].length > 40 && !isWhole(line))).toEqual([]);
  });

  it('draws what is held in part pale, and says under a line of periods where it is', async () => {
    const { stdout } = await runHere(['show', 'chart', 'papers', '--x', 'year', '--journal', 'ICRA'], {
      COLUMNS: '40',
    });
    expect(stdout).toMatch(/^2015 █+/m);
    expect(stdout).toMatch(/^2016 ░* \d+$/m);
    expect(stdout).toContain('░ held in part');
    const series = await runHere(['show', 'chart', 'papers', '--by', 'venue'], { COLUMNS: '60' });
    expect(series.stdout).toMatch(/^ICRA .*░.*[▄-█]/m);
    expect(series.stdout).toMatch(/^RSS [^░]*█/m);
  });

  it('draws bars in proportion, without colours', async () => {
    const { stdout } = await runHere(['show', 'chart', 'robots', '--x', 'category'], { COLUMNS: '40' });
    const bars = [...stdout.matchAll(/^.{16} (█*[▏▎▍▌▋▊▉]?) (\d+)$/gm)].map(([, bar = '', count]) => ({
      length: bar.length,
      count: Number(count),
    }));
    expect(bars.length).toBeGreaterThan(20);
    const [first] = bars;
    for (const { length, count } of bars) {
      const exact = (count / (first?.count ?? 1)) * (first?.length ?? 0);
      expect(Math.abs(length - exact)).toBeLessThanOrEqual(1);
    }
    expect(stdout).not.toContain('\u001b');
  });
});

describe('--html', () => {
  const data = (file: string) => {
    const html = readFileSync(file, 'utf8');
    const [, found = ''] =
      /<script type="application\/json" id="robotics-data">(.*?)<\/script>/s.exec(html) ?? [];
    return { html, page: savedPage.parse(JSON.parse(found)) };
  };

  it.each<[string, string[], number]>([
    ['compare', ['compare', 'unitree-go2', 'spot'], 0],
    ['table', ['robots', 'quadruped', '--limit', '3'], 3],
    ['chart', ['show', 'chart', 'robots', 'quadruped', '--x', 'payload', '--y', 'mass'], 1],
    ['checklist', ['certify', 'unitree-g1', '--market', 'EU'], 0],
    ['table', ['call', 'show', '--view', 'table', '--arguments.category', 'amr'], 10],
  ])('writes a %s of %j as one page with its data and the records behind it', async (view, args, least) => {
    const file = join(folder, `${view}.html`);
    const { code, stdout, stderr } = await runHere([...args, '--html', file]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Wrote ${file}`);
    const { html, page } = data(file);
    expect(page.shown.view).toBe(view);
    expect(Object.keys(page.records).length).toBeGreaterThanOrEqual(least);
    expect(html.match(/id="robotics-data"/g)).toHaveLength(1);
    expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="?https?:/);
  });

  it('lays further pages of a table into the file, unless it was limited', async () => {
    const file = join(folder, 'pages.html');
    const rows = async (...args: string[]) => {
      await runHere(['robots', ...args, '--html', file]);
      const { page } = data(file);
      if (page.shown.view !== 'table') throw new Error('The page is of another view.');
      for (const { cells } of page.shown.rows) expect(cells).toHaveLength(page.shown.columns.length);
      const ids = page.shown.rows.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(Object.keys(page.records)).toHaveLength(ids.length);
      return { rows: ids.length, total: page.shown.total };
    };
    const some = await rows('--category', 'quadruped', '--limit', '3');
    expect(some.rows).toBe(3);
    expect(some.total).toBeGreaterThan(10);
    expect(await rows('--category', 'quadruped')).toMatchObject({ rows: some.total });
    expect(await rows('--country', 'US')).toMatchObject({ rows: 100 });
  });

  it('says what cannot be written, and writes nothing for a refusal', async () => {
    const nowhere = join(folder, 'none', 'a.html');
    const failed = await runHere(['compare', 'spot', '--html', nowhere]);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('ENOENT');
    const file = join(folder, 'refused.html');
    expect((await runHere(['compare', 'unitree-g99', '--html', file])).code).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('goes whole into a pipe, and waits for no reader', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const alone = await runHere(['compare', 'spot', '--html', pipe]);
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('nobody reads from that pipe') });
    const reader = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK) });
    const [written, page] = await Promise.all([runHere(['compare', 'spot', '--html', pipe]), text(reader)]);
    expect(written.code).toBe(0);
    expect(statSync(pipe).isFIFO()).toBe(true);
    // More than a pipe holds.
    expect(page.length).toBeGreaterThan(65_536);
    writeFileSync(join(folder, 'piped.html'), page);
    expect(data(join(folder, 'piped.html')).page.shown.view).toBe('compare');
  });

  it('replaces a page of ours and what is empty, and nothing else unless it is forced to', async () => {
    const file = join(folder, 'somebody.html');
    const link = join(folder, 'link.html');
    symlinkSync(file, link);
    const foreign = [
      'root:x:0:0:root:/root:/bin/bash\n',
      '<!doctype html>\n<html lang="en"></html>\n',
      '{}',
      ' ',
    ];
    for (const content of foreign) {
      writeFileSync(file, content);
      for (const path of [file, link]) {
        const { code, stdout, stderr } = await runHere(['compare', 'spot', '--html', path]);
        expect([code, stdout, readFileSync(file, 'utf8')]).toEqual([1, '', content]);
        expect(stderr).toContain('give --force too');
      }
    }
    writeFileSync(file, '');
    for (const args of [[], [], ['--force']]) {
      expect((await runHere(['compare', 'spot', '--html', link, ...args])).code).toBe(0);
      expect(data(file).page.shown.view).toBe('compare');
    }
    writeFileSync(file, 'notes');
    expect((await runHere(['compare', 'spot', '--html', file, '--force'])).code).toBe(0);
    expect(data(file).page.shown.view).toBe('compare');
    const alone = await runHere(['compare', 'spot', '--force']);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('give --html FILE too')]);
  });

  it.skipIf(process.platform === 'win32')(
    '--open hands the file to the program that opens files',
    async () => {
      const [opener, told] = [process.platform === 'darwin' ? 'open' : 'xdg-open', join(folder, 'told')];
      writeFileSync(join(folder, opener), `#!/bin/sh\nprintf %s "$1" > '${told}'\n`);
      chmodSync(join(folder, opener), 0o755);
      const file = join(folder, 'opened.html');
      const PATH = `${folder}:${process.env.PATH}`;
      expect((await run(['compare', 'spot', '--html', file, '--open'], { env: { PATH } })).code).toBe(0);
      await until(() => existsSync(told) && readFileSync(told, 'utf8') === file, 'the opener');
      const without = await run(['compare', 'spot', '--html', file, '--open'], {
        env: { PATH: folder.slice(0, 1) },
      });
      expect(without.code).toBe(0);
      expect(without.stderr).toContain('open it: open');
    },
  );
});
