import { type ChildProcess, execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresServer } from '../harness/postgres.ts';
import { startProgram, stop } from '../harness/processes.ts';
import type { Random } from '../harness/random.ts';
import { type Cluster, type ClusterOptions, migrate, nodeEnvironment } from './cluster.ts';
import type { Passing } from './cutting-proxy.ts';
import type { Workload } from './workload.ts';

/** Where a fault strikes. */
export interface Stage {
  readonly cluster: Cluster;
  readonly workload: Workload;
  readonly random: Random;
  /** Beyond every time-out of the program, in milliseconds. */
  readonly longMs: number;
}

export interface Fault {
  readonly name: string;
  /** What the table says of it. */
  readonly words: string;
  readonly cluster?: Partial<ClusterOptions>;
  /** Why it cannot be tried here, if so. */
  readonly unavailable?: () => string | undefined;
  /** The database lies on a file system of so many bytes. */
  readonly diskBytes?: number;
  /** Resolves when it is over; with the moment before which acknowledged writes may be lost, if some may. */
  strike(stage: Stage): Promise<number | undefined>;
}

const allNodes = ({ cluster }: Stage): string[] => cluster.nodes.map(({ name }) => name);

/** Deafens all nodes while the database is away. */
async function whileAway(stage: Stage, away: () => Promise<void>): Promise<undefined> {
  const hear = stage.workload.deafen(allNodes(stage));
  await away();
  hear();
}

const nothing: Fault = {
  name: 'nothing',
  words: 'nothing happens',
  strike: async () => {
    await pause(2000);
    return undefined;
  },
};

const nodeKilled: Fault = {
  name: 'node-killed',
  words: 'kill -9 of a node between commit and answer, and its restart',
  strike: async (stage) => {
    const node = stage.random.pick(stage.cluster.nodes);
    const hear = stage.workload.deafen([node.name], true);
    // What the database says reaches it no more: it has committed when the node dies.
    node.link.passing = { swallow: 'to the client' };
    await pause(50 + stage.random.below(400));
    await node.kill();
    node.link.passing = 'pass';
    node.link.cut();
    await pause(stage.random.below(500));
    await node.start();
    hear();
    return undefined;
  },
};

const primaryKilled: Fault = {
  name: 'primary-killed',
  words: 'kill -9 of the primary amid commits, and its restart',
  strike: (stage) =>
    whileAway(stage, async () => {
      await stage.cluster.primary.kill();
      await pause(stage.random.below(2000));
      await stage.cluster.primary.resume();
    }),
};

const primaryStopped: Fault = {
  name: 'primary-stopped',
  words: 'SIGSTOP of the primary beyond every time-out',
  strike: (stage) =>
    whileAway(stage, async () => {
      stage.cluster.primary.freeze();
      await pause(stage.longMs);
      stage.cluster.primary.thaw();
    }),
};

const clientStopped: Fault = {
  name: 'client-stopped',
  words: 'a client stopped that holds the lock of all writers',
  strike: (stage) =>
    whileAway(stage, async () => {
      const holder = await lockHolder(stage.cluster);
      await pause(stage.longMs);
      await stop(holder);
    }),
};

/** A process that took the lock as the nodes do, and goes no further: it is stopped. */
async function lockHolder(cluster: Cluster): Promise<ChildProcess> {
  const psql = startProgram('psql', ['--quiet', cluster.ownersStore], nodeEnvironment);
  psql.stdin.write('BEGIN; SELECT FROM robotics_mcp.store FOR UPDATE;\n');
  const idle = `SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE relation = 'robotics_mcp.store'::regclass AND mode = 'RowShareLock' AND state = 'idle in transaction'`;
  while ((await cluster.sql(idle)) === '0') await pause(20);
  psql.kill('SIGSTOP');
  return psql;
}

const connectionCut: Fault = {
  name: 'connection-cut',
  words: 'connections to the database cut, halved, delayed, swallowed, refused',
  strike: (stage) =>
    whileAway(stage, async () => {
      const { cluster, random } = stage;
      for (let i = 0; i < 8; i++) {
        const link = random.pick(cluster.links);
        const passings: Passing[] = [
          'pass',
          'refuse',
          { swallow: random.pick(['to the server', 'to the client', 'both ways'] as const) },
          { delayMs: random.below(800) },
          { halve: 'to the client' },
          { halve: 'to the server' },
        ];
        link.passing = random.pick(passings);
        if (random.chance(0.3)) link.cut();
        await pause(random.below(1000));
      }
      for (const link of cluster.links) {
        link.passing = 'pass';
        // A connection that has lost bytes is of no use to anybody, and only its owner's time-out would say so.
        link.cut();
      }
    }),
};

const promotion = (standby: 'synchronous' | 'asynchronous'): Fault => ({
  name: `promotion-${standby}`,
  words: `loss of the primary, promotion of a${standby === 'synchronous' ? ' synchronous' : 'n asynchronous'} standby`,
  cluster: { standby },
  strike: async (stage) => {
    await whileAway(stage, async () => {
      await stage.cluster.primary.kill();
      await pause(stage.random.below(500));
      await stage.cluster.failOver();
    });
    return standby === 'asynchronous' ? performance.now() : undefined;
  },
});

const diskFull: Fault = {
  name: 'disk-full',
  words: 'the disk of the database full, and room again',
  diskBytes: 200_000_000,
  unavailable: () => (canMount() ? undefined : 'no file system can be mounted here'),
  cluster: { settings: { max_wal_size: '64MB', min_wal_size: '32MB' } },
  strike: (stage) =>
    whileAway(stage, async () => {
      const ballast = fillDisk(stage.cluster.primary);
      await pause(2000 + stage.random.below(3000));
      rmSync(ballast);
      await stage.cluster.primary.ensureRunning();
    }),
};

/** Writes until nothing more can be written; gives the file. What the database had in reserve is soon used up. */
function fillDisk({ data }: PostgresServer): string {
  const file = join(data, '..', 'ballast');
  const { bavail, bsize } = statfsSync(data);
  for (let bytes = bavail * bsize; bytes >= 4096; bytes = Math.floor(bytes / 2)) {
    try {
      writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // What fitted is written; the rest is tried in smaller pieces.
    }
  }
  return file;
}

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const twoMigrations: Fault = {
  name: 'two-migrations',
  words: 'two migrations at once, of a new database and of the one in use',
  strike: async ({ cluster, random }) => {
    const name = `fresh_${random.below(1e9)}`;
    await cluster.primary.sql(`CREATE DATABASE ${name} OWNER robotics_owner`);
    const ended = await Promise.all(
      [name, name, undefined, undefined].map((each) => migrate(cluster.primary, each)),
    );
    for (const { code, errors } of ended)
      if (code !== 0) throw new Error(`A migration ended with ${code}: ${errors}`);
    await cluster.primary.sql(`DROP DATABASE ${name}`);
    return undefined;
  },
};

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

const clocksApart: Fault = {
  name: 'clocks-apart',
  words: 'clocks of the nodes an hour apart, to either side',
  unavailable: () => (hasFile(FAKETIME) ? undefined : 'faketime is not installed'),
  cluster: {
    environmentOf: (node) =>
      node === 0
        ? {}
        : { LD_PRELOAD: FAKETIME, FAKETIME: node === 1 ? '+1h' : '-1h', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  },
  strike: async (stage) => nodeKilled.strike(stage),
};

function hasFile(path: string): boolean {
  try {
    statfsSync(path);
    return true;
  } catch {
    return false;
  }
}

const poolExhausted: Fault = {
  name: 'pool-exhausted',
  words: 'strangers hold every connection that the database has',
  strike: (stage) =>
    whileAway(stage, async () => {
      const { cluster, random } = stage;
      const strangers = Array.from({ length: 70 }, () => stranger(cluster.primary.port));
      if (random.chance(0.7)) for (const link of cluster.links) link.cut();
      await pause(2000 + random.below(3000));
      for (const socket of strangers) socket.destroy();
    }),
};

/** A connection that says who it wants to be, and nothing more: the server keeps a process for it. */
function stranger(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + parameters.length, 0);
  head.writeInt32BE(196_608, 4);
  socket.write(Buffer.concat([head, parameters]));
  return socket;
}

const nodeSlept: Fault = {
  name: 'node-slept',
  words: 'a node that slept, and whose listening connection is lost',
  strike: async (stage) => {
    const node = stage.random.pick(stage.cluster.nodes);
    const hear = stage.workload.deafen([node.name], true);
    node.freeze();
    if (stage.random.chance(0.5)) node.link.cut();
    await pause(1500 + stage.random.below(4000));
    node.thaw();
    hear();
    // The other way to lose it: the server ends it, and the node is awake.
    await stage.cluster.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'robotics_node' AND query ILIKE 'listen%'",
    );
    return undefined;
  },
};

export const faults: readonly Fault[] = [
  nothing,
  nodeKilled,
  primaryKilled,
  primaryStopped,
  clientStopped,
  connectionCut,
  promotion('synchronous'),
  promotion('asynchronous'),
  diskFull,
  twoMigrations,
  clocksApart,
  poolExhausted,
  nodeSlept,
];
