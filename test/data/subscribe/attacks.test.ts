import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Publisher } from '../../../scripts/sync/publisher.ts';
import { serveOffer } from '../../../scripts/sync/serve-offer.ts';
import {
  type ReleaseSource,
  type SyncProblem,
  syncError,
} from '../../../src/data/releases/release-source.ts';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { type SyncOptions, sync } from '../../../src/data/subscribe/sync.ts';
import { diskFiles } from '../../../src/lib/file-system.ts';
import { Lock } from '../../../src/lib/lock.ts';
import { realSystem } from '../../../src/lib/system.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { sqlite } from '../../helpers/catalogue.ts';
import { startServer } from '../../helpers/http.ts';
import { putVersion, recordsOf, snapshotOf, versionOf } from '../../helpers/versions.ts';
import { answerAttacks } from './attacks/answers.ts';
import { type Attack, namedAttacks } from './attacks/attack.ts';
import { AttackFixture } from './attacks/fixture.ts';
import { diskFaults, filesIn, inUse, messageFaults } from './attacks/judge.ts';
import { offerAttacks } from './attacks/offers.ts';
import { play } from './attacks/play.ts';
import { thefts } from './attacks/thefts.ts';
import { troubles } from './attacks/troubles.ts';
import { clientOf, refusalOf } from './client.ts';

const allAttacks: readonly Attack[] = [...offerAttacks, ...thefts, ...answerAttacks, ...troubles];

let publisher: Publisher;
/** The publisher as it was when its newest version was the second one. */
let second: ReleaseSource;
let place: ReturnType<typeof temporaryDirectory>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  publisher = new Publisher(await sqlite());
  for (const n of [1, 2, 3]) {
    await publisher.release(versionOf(n), recordsOf(n));
    const { envelope } = publisher.latest;
    if (n === 2) second = { ...publisher.offer(), manifest: async () => envelope };
  }
});
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  place.remove();
});
afterAll(() => expect(closing).toEqual([]));

async function serve(offer: ReleaseSource): Promise<string> {
  const server = await serveOffer(offer);
  closing.push(() => server.close());
  return server.url;
}

function client(address: string, options: Partial<SyncOptions> = {}): SyncOptions {
  const trust = { keys: [publisher.key], allowUnsigned: false };
  return clientOf(place.path, address, { trust, ...options });
}

/** Syncs honestly up to the second version, so that there is something to lose. */
async function settleAtSecond(): Promise<void> {
  const { version } = await sync(client(await serve(second)));
  expect(version).toBe(versionOf(2).version);
}

describe('an attack of the table', () => {
  let fixture: AttackFixture;
  beforeAll(async () => {
    fixture = await AttackFixture.open();
  }, 60_000);
  afterAll(() => fixture.close());

  it('is each of those that The Update Framework names', () => {
    expect(new Set(allAttacks.map(({ kind }) => kind))).toEqual(new Set([...namedAttacks, 'local trouble']));
    expect(new Set(allAttacks.map(({ what }) => what)).size).toBe(allAttacks.length);
  });

  it.each(allAttacks)('$what: $problem', { timeout: 30_000 }, async (attack) => {
    const { outcome, message, faults } = await play(attack, fixture);
    expect(faults).toEqual([]);
    if (attack.problem === undefined) expect(['updated', 'current']).toContain(outcome);
    else expect(outcome, message).toBe(attack.problem);
    if (attack.says !== undefined) expect(message).toMatch(attack.says);
  });

  it('is judged: what is in use without a signature is told', async () => {
    const home = fixture.newHome();
    await putVersion(new SyncStore(home), await snapshotOf(7));
    expect((await inUse(home, fixture)).faults).toEqual([
      'version 2030.01.01.7 is in use, which its publisher never made',
    ]);
    expect([...diskFaults(home, 1_000)].join()).toMatch(/bytes are kept/);
    expect([...messageFaults(syncError('rollback', 'No.\u001b[2J'))]).toHaveLength(2);
  });
});

describe('a service that is none is refused, and the data stay as they were', () => {
  const faults: readonly [string, () => Promise<string>, SyncProblem, RegExp][] = [
    [
      'nobody listens',
      async () => 'http://127.0.0.1:1/api/mcp',
      'unreachable',
      /cannot be reached \((?!.*fetch failed).*Check the address/,
    ],
    ['it offers tools only', serveToolsOnly, 'no_data', /offers tools, but no data to sync/],
  ];
  it.each(faults)('%s', async (_what, start, problem, says) => {
    await settleAtSecond();
    const before = filesIn(place.path);
    const refusal = await refusalOf(client(await start()));
    expect(refusal).toMatchObject({ code: problem, message: expect.stringMatching(says) });
    expect(filesIn(place.path)).toEqual(before);
  });

  async function serveToolsOnly(): Promise<string> {
    const server = await startServer();
    closing.push(() => server.close());
    return server.url;
  }
});

describe('what goes wrong here is told, and the data stay as they were', () => {
  it('another process is syncing', async () => {
    await settleAtSecond();
    const lock = await Lock.take(new SyncStore(place.path).lockPath);
    expect(lock).toBeDefined();
    const refusal = await refusalOf(client(await serve(publisher.offer())));
    expect(refusal.code).toBe('busy');
    const waiting = { waitMs: 60_000, signal: AbortSignal.timeout(50) };
    expect((await refusalOf(client(await serve(publisher.offer()), waiting))).code).toBe('stopped');
    await lock?.release();
  });

  it('there is no room for a lock', async () => {
    await settleAtSecond();
    const before = filesIn(place.path);
    const create = async (): Promise<never> => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    const system = { ...realSystem, files: { ...diskFiles, create } };
    const refusal = await refusalOf(client(await serve(publisher.offer()), { system }));
    expect(refusal).toMatchObject({ code: 'storage', message: expect.stringContaining('--data-dir') });
    expect(filesIn(place.path)).toEqual(before);
  });

  it('syncing is stopped', async () => {
    await settleAtSecond();
    const before = filesIn(place.path);
    const stopping = new AbortController();
    const honest = publisher.offer();
    const address = await serve({
      ...honest,
      deltaPart: async (from, part) => {
        stopping.abort();
        return honest.deltaPart(from, part);
      },
    });
    const refusal = await refusalOf(client(address, { signal: stopping.signal }));
    expect(refusal.code).toBe('stopped');
    expect(filesIn(place.path)).toEqual(before);
  });

  it('syncing is stopped while the service has not even said what it is', async () => {
    await settleAtSecond();
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closing.push(async () => silent.close());
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api/mcp`;
    const refusal = await refusalOf(client(address, { signal: AbortSignal.timeout(200) }));
    expect(refusal).toMatchObject({ code: 'stopped', message: expect.stringContaining('was stopped') });
  });

  it('the thread that applies dies', async () => {
    await settleAtSecond();
    const before = filesIn(place.path);
    const apply = async () => {
      throw syncError('stopped', 'gone');
    };
    await refusalOf(client(await serve(publisher.offer()), { apply }));
    expect(filesIn(place.path)).toEqual(before);
  });
});
