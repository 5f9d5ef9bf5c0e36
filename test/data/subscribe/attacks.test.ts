import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Publisher, partOf } from '../../../scripts/sync/publisher.ts';
import { serveOffer } from '../../../scripts/sync/serve-offer.ts';
import {
  type ReleaseSource,
  type SyncProblem,
  syncError,
} from '../../../src/data/releases/release-source.ts';
import { generateKeys } from '../../../src/data/releases/signing.ts';
import { pack } from '../../../src/data/snapshot/compress.ts';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { type SyncOptions, sync } from '../../../src/data/subscribe/sync.ts';
import { Lock } from '../../../src/lib/lock.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { sqlite } from '../../helpers/catalogue.ts';
import { startServer } from '../../helpers/http.ts';
import { recordsOf, versionOf } from '../../helpers/versions.ts';
import { clientOf, filesIn, refusalOf } from './client.ts';

let publisher: Publisher;
/** The publisher as it was when its newest version was the second one. */
let second: ReleaseSource;
let place: ReturnType<typeof temporaryDirectory>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  publisher = new Publisher(await sqlite());
  for (const n of [1, 2, 3]) {
    await publisher.release(versionOf(n), recordsOf(n));
    if (n === 2) second = fixed(publisher.offer(), publisher.latest.envelope);
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

function fixed(offer: ReleaseSource, envelope: string): ReleaseSource {
  return { ...offer, manifest: async () => envelope };
}

async function serve(offer: ReleaseSource): Promise<string> {
  const server = await serveOffer(offer);
  closing.push(() => server.close());
  return server.url;
}

/** A server that speaks no protocol of ours. */
async function serveRaw(answer: (response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;
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

const flipped = (bytes: Uint8Array, at: number) => {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

type Tamper = (honest: ReleaseSource) => ReleaseSource | Promise<ReleaseSource>;

/** The honest offer with another manifest, signed by the publisher as if it were right. */
const signing =
  (change: (manifest: typeof publisher.latest.manifest) => object): Tamper =>
  (honest) =>
    fixed(honest, publisher.sign(change(publisher.latest.manifest)));

/** Without its deltas, so that the whole snapshot is fetched. */
const wholly = (change: object = {}) => signing((manifest) => ({ ...manifest, deltas: [], ...change }));

interface Attack {
  readonly what: string;
  readonly tamper: Tamper;
  readonly problem: SyncProblem;
  readonly says: RegExp;
}

const attacks: readonly Attack[] = [
  {
    what: 'the manifest was altered',
    tamper: (honest) => fixed(honest, publisher.latest.envelope.replace('2030.01.01.3', '2030.01.01.4')),
    problem: 'bad_signature',
    says: /does not fit the manifest/,
  },
  {
    what: 'the signature was taken away',
    tamper: (honest) =>
      fixed(honest, JSON.stringify({ ...JSON.parse(publisher.latest.envelope), signatures: [] })),
    problem: 'unsigned',
    says: /--allow-unsigned/,
  },
  {
    what: 'a stranger signed',
    tamper: async (honest) => {
      const stranger = new Publisher(await sqlite());
      return fixed(honest, stranger.sign(publisher.latest.manifest));
    },
    problem: 'unknown_key',
    says: /not trusted here/,
  },
  {
    what: 'a stranger signed under the name of the publisher',
    tamper: (honest) => {
      const envelope = JSON.parse(publisher.sign(publisher.latest.manifest, generateKeys().privateKey));
      envelope.signatures[0].key_id = publisher.key.key_id;
      return fixed(honest, JSON.stringify(envelope));
    },
    problem: 'bad_signature',
    says: /does not fit the manifest/,
  },
  {
    what: 'an older version is served as the newest (rollback)',
    tamper: async (honest) => {
      const { manifest } = publisher.latest;
      const [delta] = manifest.deltas;
      const older = { ...manifest, version: delta?.from, content_sha256: delta?.content_before, deltas: [] };
      return fixed(honest, publisher.sign(older));
    },
    problem: 'rollback',
    says: /older than 2030\.01\.01\.2/,
  },
  {
    what: 'an older manifest of the same version is served again (replay)',
    tamper: async (honest) => {
      const { payload } = JSON.parse(await second.manifest());
      return fixed(honest, publisher.sign({ ...JSON.parse(payload), issued_at: '2029-01-01T00:00:00Z' }));
    },
    problem: 'rollback',
    says: /older than the one of 2030-01-01T12:00:00Z/,
  },
  {
    what: 'other data have the name of the version in use',
    tamper: async (honest) => {
      const { payload } = JSON.parse(await second.manifest());
      const other = { ...JSON.parse(payload), content_sha256: 'a'.repeat(64), deltas: [] };
      return fixed(honest, publisher.sign(other));
    },
    problem: 'other_content',
    says: /other data under the name of version 2030\.01\.01\.2/,
  },
  {
    what: 'a byte of the delta was altered',
    tamper: (honest) => ({
      ...honest,
      deltaPart: async (from, part) => {
        const bytes = await honest.deltaPart(from, part);
        return bytes && flipped(bytes, 20);
      },
    }),
    problem: 'altered_delta',
    says: /stated SHA-256/,
  },
  {
    what: 'the delta is one of another step',
    tamper: (honest) => ({
      ...signedDelta((entry) => ({ ...entry, ...measured(publisher.delta(versionOf(1).version)) }))(honest),
      deltaPart: async (_from, part) => honest.deltaPart(versionOf(1).version, part),
    }),
    problem: 'altered_delta',
    says: /stated SHA-256|not the one that its manifest names/,
  },
  {
    what: 'a byte of the snapshot was altered',
    tamper: (honest) => ({
      ...(wholly()(honest) as ReleaseSource),
      snapshotPart: async (version, part) => {
        const bytes = await honest.snapshotPart(version, part);
        return bytes && flipped(bytes, 1000);
      },
    }),
    problem: 'altered_snapshot',
    says: /stated SHA-256/,
  },
  {
    what: 'the parts are those of another version',
    tamper: (honest) => ({
      ...(wholly()(honest) as ReleaseSource),
      snapshotPart: async (_version, part) => {
        const other = await honest.snapshotPart(versionOf(1).version, part);
        const stated = new Uint8Array(publisher.latest.manifest.snapshot.compressed_bytes);
        stated.set((other ?? new Uint8Array()).subarray(0, stated.byteLength));
        return stated;
      },
    }),
    problem: 'altered_snapshot',
    says: /stated SHA-256/,
  },
  {
    what: 'the snapshot holds other records than the signed manifest states',
    tamper: wholly({ content_sha256: 'b'.repeat(64) }),
    problem: 'altered_snapshot',
    says: /does not hold the records/,
  },
  {
    what: 'the snapshot is no database',
    tamper: async (honest) => {
      const { bytes, stated } = await pack(Buffer.alloc(50_000, 'x'), 'snapshot');
      const offer = (await wholly({ snapshot: stated })(honest)) as ReleaseSource;
      return { ...offer, snapshotPart: async (_version, part) => partOf(bytes, part) };
    },
    problem: 'altered_snapshot',
    says: /of another program/,
  },
  {
    what: 'the snapshot grows without end when it is decompressed',
    tamper: async (honest) => {
      const { bytes, stated } = await pack(Buffer.alloc(64_000_000), 'snapshot');
      const offer = (await wholly({ snapshot: { ...stated, size_bytes: 1_000_000 } })(
        honest,
      )) as ReleaseSource;
      return { ...offer, snapshotPart: async (_version, part) => partOf(bytes, part) };
    },
    problem: 'altered_snapshot',
    says: /decompresses to more than 1000000 bytes/,
  },
  {
    what: 'a part is larger than parts are',
    tamper: (honest) => ({ ...honest, deltaPart: async () => new Uint8Array(600_000) }),
    problem: 'too_large',
    says: /more than 524288 bytes/,
  },
  {
    what: 'a part is cut short',
    tamper: (honest) => ({
      ...honest,
      deltaPart: async (from, part) => (await honest.deltaPart(from, part))?.subarray(0, 10),
    }),
    problem: 'malformed',
    says: /has 10 bytes instead of/,
  },
  {
    what: 'the manifest is larger than manifests are',
    tamper: (honest) => fixed(honest, JSON.stringify({ payload: 'x'.repeat(1_100_000), signatures: [] })),
    problem: 'too_large',
    says: /larger than 1048576 bytes/,
  },
  {
    what: 'the manifest has a newer format',
    tamper: signing((manifest) => ({ ...manifest, format: 2, something: 'new' })),
    problem: 'newer_format',
    says: /newer format 2.*Update robotics-mcp/,
  },
  {
    what: 'the manifest is not one',
    tamper: signing(() => ({ format: 1, version: 'latest' })),
    problem: 'malformed',
    says: /cannot be read: version/,
  },
  {
    what: 'the envelope is not JSON',
    tamper: (honest) => fixed(honest, '<html>'),
    problem: 'malformed',
    says: /not JSON/,
  },
  {
    what: 'the files that the manifest names are not there',
    tamper: (honest) => ({
      ...honest,
      deltaPart: async () => undefined,
      snapshotPart: async () => undefined,
    }),
    problem: 'changed_meanwhile',
    says: /has no robotics:\/\/snapshot\/2030\.01\.01\.3\/0 any more/,
  },
];

/** The size and hashes that would be stated of other bytes; wrong on purpose where they are not known. */
function measured(bytes: Uint8Array | undefined): object {
  return { compressed_bytes: bytes?.byteLength ?? 1 };
}

function signedDelta(change: (entry: object) => object) {
  return (honest: ReleaseSource): ReleaseSource => {
    const { manifest } = publisher.latest;
    const deltas = manifest.deltas.map((entry) =>
      entry.from === versionOf(2).version ? (change(entry) as typeof entry) : entry,
    );
    return fixed(honest, publisher.sign({ ...manifest, deltas }));
  };
}

describe('an attack is refused by name, and the data stay as they were', () => {
  it.each(attacks)('$what: $problem', async ({ tamper, problem, says }) => {
    await settleAtSecond();
    const before = filesIn(place.path);
    const address = await serve(await tamper(publisher.offer()));
    const refusal = await refusalOf(client(address));
    expect(refusal).toMatchObject({ code: problem, message: expect.stringMatching(says) });
    expect(refusal.message).toMatch(/The local data stay|Sync again/);
    expect(filesIn(place.path)).toEqual(before);
    // Nothing is left that would keep the honest data out.
    expect(await sync(client(await serve(publisher.offer())))).toMatchObject({
      status: 'updated',
      way: 'deltas',
      version: versionOf(3).version,
    });
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
    ['it answers with a page', () => serveRaw((r) => r.end('<html>Hello</html>')), 'unreachable', /stay/],
    ['it fails', () => serveRaw((r) => r.writeHead(500).end('no')), 'unreachable', /stay/],
    [
      'it sends elsewhere',
      () => serveRaw((r) => r.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()),
      'unreachable',
      /stay/,
    ],
    ['its answer never ends', () => serveRaw(endless), 'too_large', /goes on beyond/],
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

  function endless(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(65_536, '[');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  }
});

describe('what goes wrong here is told, and the data stay as they were', () => {
  it('another process is syncing', async () => {
    await settleAtSecond();
    const lock = await Lock.take(new SyncStore(place.path).lockPath);
    expect(lock).toBeDefined();
    const refusal = await refusalOf(client(await serve(publisher.offer())));
    expect(refusal.code).toBe('busy');
    await lock?.release();
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
