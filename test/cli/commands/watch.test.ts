import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseAtomFeed } from 'feedsmith';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { onlyRecords, paperWith, robotWith } from '../../helpers/catalogue.ts';
import { syncVersions, type TestVersion } from '../../helpers/history.ts';
import { runHere } from '../../helpers/program.ts';

const price = (usd_min: number) => ({ usd_min, kind: 'list' as const, source: 'https://example.org/price' });
const versions: readonly TestVersion[] = [
  ['2030.01.01', onlyRecords({ robots: [robotWith({ id: 'old', price: price(20_000) })] })],
  [
    '2030.01.02',
    onlyRecords({
      robots: [
        robotWith({ id: 'old', price: price(20_000) }),
        robotWith({ id: 'walker', price: price(9_000) }),
      ],
    }),
  ],
  [
    '2030.01.03',
    onlyRecords({
      robots: [
        robotWith({ id: 'old', price: price(18_000) }),
        robotWith({ id: 'walker', price: price(9_000) }),
        robotWith({ id: 'runner', price: price(12_000) }),
        robotWith({ id: 'dear', price: price(90_000) }),
      ],
      publications: [paperWith({ id: 'paper', title: 'Diffusion policies <b>&amp; more</b>' })],
    }),
  ],
];

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(async () => {
  directory = temporaryDirectory();
  await syncVersions(directory.path, versions.slice(0, 2));
});
afterEach(() => directory.remove());

const watch = (...args: readonly string[]) =>
  runHere(['watch', ...args], { ROBOTICS_MCP_HOME: directory.path });
const humanoids = ['robots', 'humanoid', 'under', '30000'];

async function idsOf(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await watch(...args, '--json');
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => JSON.parse(line).events.map(({ eventId }: { eventId: string }) => eventId));
}

describe('watch', () => {
  it('shows when it is set what it would have told, what fits, and what cannot happen', async () => {
    const { code, stdout, stderr } = await watch(...humanoids);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Watch 1: robots humanoid under 30000');
    expect(stdout).toContain('events: robot.added, robot.changed');
    expect(stdout).toContain('2030-01-02  Maker walker  new');
    expect(stdout).toContain('They change with the next robotics-mcp sync');
    const bundled = await runHere(['watch', ...humanoids], {
      ROBOTICS_MCP_HOME: join(directory.path, 'new'),
    });
    expect(bundled.stdout).toContain('Until then, only dates and contributions are reported.');
    expect((await watch(...humanoids)).stdout).toContain('Watch 1, which is there already');
    expect((await watch('robots', 'zyzzyva')).stdout).toContain('Nothing in the data matches this now');
    expect((await watch('robots')).stdout).toContain('All 2 records of this kind are followed');
  });

  it('tells once what is new, and then nothing', async () => {
    await watch(...humanoids);
    expect((await watch('--once')).stdout).toBe('');
    await syncVersions(directory.path, versions);
    const { code, stdout } = await watch('--once');
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'robots humanoid under 30000 (watch 1)',
        '  2030-01-03  Maker runner  new',
        '              https://example.org/page',
        '  2030-01-03  Maker old  changed: price.usd_min 20000 to 18000',
        '              https://example.org/page',
        '',
      ].join('\n'),
    );
    expect(await watch('--once', '--exit-code')).toMatchObject({ code: 3, stdout: '' });
    expect(await watch('--once')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('says where it cannot look back that far, or nothing has changed', async () => {
    const { code, stdout, stderr } = await watch('robots', 'quadruped', '--since', '2029-01-01');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Nothing is known to have changed since 2029-01-01');
    expect(stderr).toContain('from the data of 2030-01-01 on');
  });

  it('says on a terminal that nothing is new, or that nothing is followed', async () => {
    const once = () => runHere(['watch', '--once'], { ROBOTICS_MCP_HOME: directory.path }, true);
    expect((await once()).stderr).toContain('Nothing is followed yet');
    await watch(...humanoids);
    expect(await once()).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing new for the one watch.\n' });
  });

  it('tells the same as JSON, to a command, in a feed, and since a date without keeping account of it', async () => {
    await watch(...humanoids);
    await watch('papers', 'diffusion');
    await syncVersions(directory.path, versions);
    const wanted = [
      'robot.added:runner:2030.01.03',
      'robot.changed:old:2030.01.03',
      'publication.added:paper:2030.01.03',
    ];
    expect(await idsOf('--once', '--since', '2030-01-03')).toEqual(wanted);
    const feed = join(directory.path, 'feed.xml');
    const [got, watches] = [join(directory.path, 'got'), join(directory.path, 'watches.json')];
    const before = readFileSync(watches, 'utf8');
    expect(await watch('--once', '--run', `cat >> '${got}'`)).toMatchObject({ code: 0, stdout: '' });
    const batches = readFileSync(got, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      batches.flatMap(({ events }) => events.map(({ eventId }: { eventId: string }) => eventId)),
    ).toEqual(wanted);
    writeFileSync(watches, before);
    expect(await watch('--once', '--atom', feed)).toMatchObject({ code: 0, stdout: '' });
    const { entries = [] } = parseAtomFeed(readFileSync(feed, 'utf8'));
    const ids = entries.map(({ id }) => decodeURIComponent(String(id).replace('robotics://events/', '')));
    expect(ids.sort()).toEqual([...wanted, 'robot.added:walker:2030.01.02'].sort());
    expect(entries.map(({ title }) => title?.value).join()).toContain('Diffusion policies <b>&amp; more</b>');
    writeFileSync(watches, before);
    expect(await idsOf('--once')).toEqual(wanted);
    expect(await idsOf(...humanoids, '--since', '2030-01-03')).toEqual(wanted.slice(0, 2));
  });

  it('tells again what a command has not taken, and ends with 1', async () => {
    await watch(...humanoids);
    await syncVersions(directory.path, versions);
    const failed = await watch('--once', '--run', 'exit 4');
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('exit code 4')]);
    const late = await watch('--once', '--run', 'sleep 60', '--run-seconds', '1');
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('had not ended after 1 s')]);
    expect(await idsOf('--once')).toHaveLength(2);
  });

  it('gives a command nothing of a filter but on its standard input', async () => {
    const trap = join(directory.path, 'trap');
    await watch('robots', `humanoid'; touch ${trap}; echo '$(touch ${trap})`);
    await watch('robots');
    await syncVersions(directory.path, versions);
    const { stdout } = await watch('--once', '--run', 'cat');
    expect([existsSync(trap), stdout]).toEqual([false, expect.stringContaining('robot.added')]);
  });

  it('keeps the events of two that tell at the same time apart', async () => {
    await watch(...humanoids);
    await syncVersions(directory.path, versions);
    const told = await Promise.all([idsOf('--once'), idsOf('--once')]);
    expect(told.map(({ length }) => length).sort()).toEqual([0, 2]);
  });

  it('lists and removes', async () => {
    await watch(...humanoids);
    await watch('challenges', '--days-before', '3', '--event', 'challenge.deadline');
    expect((await watch('list')).stdout).toMatch(
      /1 {2}robots humanoid under 30000 .*\n {2}2 {2}challenges --days-before 3 {2}challenge\.deadline;/,
    );
    expect(await watch('remove', '7')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no watch 7'),
    });
    await watch('remove', '1');
    expect(JSON.parse((await watch('list', '--json')).stdout)).toMatchObject([{ watch: 2 }]);
    expect((await watch('news')).stdout).toContain('Watch 3');
  });

  it.each([
    [[], 'Say what to follow'],
    [['makers', 'lidar'], 'watch does not know "makers"'],
    [['robots', '--colour', 'red'], 'colour'],
    [['robots', '--event', 'news.published'], 'knows no event'],
    [['robots', '--event', 'robot.flown'], 'It knows robot.added, robot.changed, robot.price_changed'],
    [['robots', '--once'], 'Set the watch first'],
    [['challenges', '--days-before', '1000'], 'days_before must be 0 to 365'],
    [['news', '--arxiv'], '--arxiv is for papers'],
    [['papers', '--arxiv'], '--arxiv wants words'],
    [['remove'], 'Say which'],
    [['--follow'], 'Nothing is followed yet'],
    [['--once', '--atom', 'x', '--json'], '--atom stands'],
    [['--once', '--run', 'true', '--run-seconds', '0'], '--run-seconds is a whole number'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr } = await watch(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('goes on at the day of the last look where its cursor is no longer taken', async () => {
    await watch(...humanoids);
    const path = join(directory.path, 'watches.json');
    const kept = readFileSync(path, 'utf8').replace(/"cursor": "[^"]*"/, '"cursor": "of-another-program"');
    writeFileSync(path, kept);
    await syncVersions(directory.path, versions);
    expect((await watch('--once')).stdout).toContain('Something may be missing');
    expect((await watch('--once')).stdout).toBe('');
  });

  it('follows until it is stopped, and tells what is synced meanwhile', async () => {
    await watch(...humanoids);
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    let stop: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let printed = '';
    streams.stdout.on('data', (chunk) => {
      printed += String(chunk);
    });
    const env = { ROBOTICS_MCP_HOME: directory.path };
    const ended = main(['watch', '--follow', '--every', '1'], { ...streams, env, stopped });
    await syncVersions(directory.path, versions);
    await expect.poll(() => printed, { timeout: 20_000 }).toContain('Maker runner  new');
    stop();
    expect(await ended).toBe(0);
  });
});

describe('watch papers --arxiv', () => {
  let server: Server;
  const asked: string[] = [];
  let answer = '';
  beforeEach(async () => {
    server = createServer((request, response) => {
      asked.push(new URL(request.url ?? '/', 'http://x').searchParams.get('search_query') ?? '');
      response.writeHead(answer === '' ? 503 : 200, { 'content-type': 'application/atom+xml' }).end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  const entry = (id: string, published: string, title: string) =>
    `<entry><id>http://arxiv.org/abs/${id}v1</id><published>${published}T00:00:00Z</published><title>${title}</title><summary>Short.</summary><author><name>Ana Chi</name></author></entry>`;
  const feed = (...entries: readonly string[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;
  const ask = (...args: readonly string[]) =>
    watch(...args, '--arxiv-api', `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/query`);

  it('tells papers that these data lack, marked so, once, and says when arXiv is not heard', async () => {
    const set = await ask('papers', 'diffusion', 'policy" OR all:x', '--author', 'Chi', '--arxiv');
    expect(set.stdout).toContain('asks arXiv too, for papers with');
    const silent = await ask('--once');
    expect([silent.code, silent.stdout, silent.stderr]).toEqual([
      0,
      '',
      expect.stringContaining('arXiv was not heard'),
    ]);
    answer = feed(
      entry('3001.00002', '2030-01-05', 'A new one'),
      entry('2911.00001', '2029-11-01', 'An old one'),
    );
    const { stdout } = await ask('--once');
    expect(stdout).toContain('A new one  new (at arXiv, not in these data)');
    expect(stdout).toContain('https://arxiv.org/abs/3001.00002');
    expect(stdout).not.toContain('An old one');
    expect((await ask('--once', '--exit-code')).code).toBe(3);
    // What means something to arXiv is taken out of the words.
    expect(new Set(asked.at(-1)?.split(' AND '))).toEqual(
      new Set(['all:diffusion', 'all:policy', 'all:x', 'au:Chi']),
    );
  });
});
