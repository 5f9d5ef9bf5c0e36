import { parseAtomFeed } from 'feedsmith';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService, type Service } from '../../../src/protocol/service.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { onlyRecords, paperWith, robotWith } from '../../helpers/catalogue.ts';
import { syncVersions, type TestVersion } from '../../helpers/history.ts';
import { modernHeaders, modernRequest, post, serve } from '../../helpers/http.ts';
import { runHere } from '../../helpers/program.ts';

const price = (usd_min: number) => ({ usd_min, kind: 'list' as const, source: 'https://example.org/price' });
const robotsOf = (n: number) =>
  Array.from({ length: 3 * n }, (_, i) => {
    const category = i % 3 === 0 ? 'drone' : 'humanoid';
    return robotWith({ id: `robot-${i}`, category, price: price(1000 * (i + 1) + (i % 4 < n ? n : 0)) });
  });
const versions: readonly TestVersion[] = [1, 2, 3, 4].map((n) => [
  `2030.01.0${n}`,
  onlyRecords({
    robots: robotsOf(n),
    publications: Array.from({ length: n }, (_, i) =>
      paperWith({ id: `paper-${i}`, title: `Grasping ${i}` }),
    ),
  }),
]);

/** Names, what a watch is called, what a feed is called, and the filter. */
const followed: readonly (readonly [
  names: string,
  words: readonly string[],
  feed: string,
  args: Record<string, string>,
])[] = [
  ['robot.added', ['robots', '--event', 'robot.added'], 'robot.added', { query: 'humanoid under 9000' }],
  ['robot.changed', ['robots', '--event', 'robot.changed'], 'robot.changed', {}],
  [
    'robot.price_changed',
    ['robots', '--event', 'robot.price_changed'],
    'robot.price_changed',
    { category: 'drone' },
  ],
  ['publication.added', ['papers'], 'publications', { query: 'grasping' }],
  ['dataset.released', ['releases'], 'dataset.released', {}],
];

let directory: ReturnType<typeof temporaryDirectory>;
let service: Service;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  directory = temporaryDirectory();
  await syncVersions(directory.path, versions.slice(0, 1));
  const fail = (_reference: string, error: unknown) => {
    throw error;
  };
  service = createService({
    tools: 'default',
    readOnly: false,
    onInternalError: fail,
    keep: { directory: directory.path },
  });
  server = await serve(service, {});
});
afterAll(async () => {
  await server.close();
  await service.close();
  directory.remove();
});

const watch = (...args: readonly string[]) =>
  runHere(['watch', ...args], { ROBOTICS_MCP_HOME: directory.path });
const poll = async (name: string, args: object, cursor: string | null) => {
  const request = modernRequest('events/poll', { name, arguments: args, cursor });
  return (await post(server.url, request, modernHeaders('events/poll', name))).body.result;
};
const flagsOf = (args: Record<string, string>) => {
  const { query, ...others } = args;
  return [
    ...(query?.split(' ') ?? []),
    ...Object.entries(others).flatMap(([name, value]) => [`--${name}`, value]),
  ];
};

it('a poll, a watch and a feed with one filter tell the same events', async () => {
  const cursors: string[] = [];
  for (const [name, [word = '', ...options], , args] of followed) {
    cursors.push((await poll(name, args, null)).cursor);
    expect((await watch(word, ...flagsOf(args), ...options)).code).toBe(0);
  }
  await syncVersions(directory.path, versions);
  await expect.poll(async () => (await service.status()).version, { timeout: 10_000 }).toBe('2030.01.04');
  const lines = (await watch('--once', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const [i, [name, , feed, args]] of followed.entries()) {
    const polled = (await poll(name, args, cursors[i] ?? null)).events.map(
      (one: { eventId: string }) => one.eventId,
    );
    const watched = lines
      .filter(({ watch: number }) => number === i + 1)
      .flatMap(({ events }) => events.map((one: { eventId: string }) => one.eventId));
    const response = await fetch(`${server.url}?${new URLSearchParams({ feed, ...args })}`);
    const fed = (parseAtomFeed(await response.text()).entries ?? []).map(({ id }) =>
      decodeURIComponent(String(id).replace('robotics://events/', '')),
    );
    expect(polled.length).toBeGreaterThan(1);
    expect([name, watched]).toEqual([name, polled]);
    expect([name, fed.toSorted()]).toEqual([name, polled.toSorted()]);
  }
});

it('a feed says what of its filter it does not take', async () => {
  for (const [query, message] of [
    ['feed=robots&colour=red', 'There is no argument colour'],
    ['feed=robots&query=a&query=b', 'gives a field several times'],
    ['feed=changes&query=a', 'takes no filter'],
    ['feed=robots&q=a', 'several things at once'],
    ['feed=robot.flown', 'There is no such feed'],
  ] as const) {
    const body = (await (await fetch(`${server.url}?${query}`)).json()) as { error: { message: string } };
    expect(body.error.message).toContain(message);
  }
});

it('the calendar of deadlines takes a filter too', async () => {
  const response = await fetch(`${server.url}?feed=challenges&query=xylophagous`);
  expect([response.status, (await response.text()).includes('BEGIN:VEVENT')]).toEqual([200, false]);
});
