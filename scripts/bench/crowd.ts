import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addKey, keyFileIn, keysInFile } from '../../src/auth/keys.ts';
import { HttpConnection, requestText } from '../harness/http-connection.ts';
import { drive } from '../harness/load.ts';
import {
  output,
  removeFolder,
  startHttpServer,
  startNode,
  stop,
  temporaryFolder,
  undisturbed,
} from '../harness/processes.ts';
import { Random } from '../harness/random.ts';
import { quantile } from '../harness/statistics.ts';
import { callMessage } from '../harness/stdio-client.ts';
import { type Attack, attacks, type Origin } from './attacks.ts';
import { drawAll } from './questions/draw.ts';
import type { Question } from './rpc.ts';
import type { BenchOptions, Section } from './section.ts';

const POLITE = 8;
const PAUSE_MS = { least: 20, most: 60 };
/** An attacker has begun, and the server is at it. */
const LEAD_MS = 300;
/** One stall of the machine decides the p99 of a round, and of these rounds the median does not have it. */
const ROUNDS = 3;
/** What the polite may wait: so many times what they wait alone, or so many milliseconds where that is more. */
const BOUND = { times: 3, ms: 40 };

interface Crowd {
  readonly polite: readonly Origin[];
  readonly attacker: Origin;
}

/** How long polite callers wait beside one attacker, for each attack, number of workers, and way to tell callers apart. */
export async function crowd({ quick }: BenchOptions): Promise<Section[]> {
  const questions = Object.values(await drawAll(quick ? 20 : 200)).flat();
  const sections: Section[] = [];
  for (const workers of [1, 2]) {
    for (const hasKeys of quick ? [workers === 2] : [false, true]) {
      const rows = await withServer(workers, hasKeys, (origins) => measure(origins, questions, quick));
      sections.push({
        title: `crowd: ${workers} worker(s), ${hasKeys ? 'each caller with its key, all at one address' : 'each caller at its own address'}`,
        rows,
        notes: [
          `${POLITE} polite callers ask questions that are not cached, one at a time with ${PAUSE_MS.least} to ${PAUSE_MS.most} ms between; one attacker does the same thing over and over on several connections. Of p50 and p99 the median of ${quick ? 1 : ROUNDS} rounds stands here. Wanted: p99 of at most ${BOUND.times} times that without an attacker, measured just before, or ${BOUND.ms} ms where that is more. The attacker is a process of its own; all of them run on the same cores as the server.`,
        ],
      });
    }
  }
  return sections;
}

async function withServer<Value>(
  workers: number,
  hasKeys: boolean,
  use: (crowd: Crowd) => Promise<Value>,
): Promise<Value> {
  const home = temporaryFolder();
  const keys = hasKeys ? await addKeys(home) : [];
  const auth = hasKeys ? ['--auth', 'keys', '--private'] : [];
  const args = ['--port', '0', '--workers', String(workers), '--log-level', 'error', ...auth];
  const server = await startHttpServer(args, undisturbed(home));
  const url = new URL(server.url);
  const origins = Array.from({ length: POLITE + 1 }, (_, i) => ({
    url,
    localAddress: hasKeys ? '127.0.0.1' : `127.0.0.${i + 2}`,
    headers: hasKeys ? { authorization: `Bearer ${keys[i]}` } : {},
  }));
  try {
    return await use({ attacker: origins[0] as Origin, polite: origins.slice(1) });
  } finally {
    await stop(server.child);
    removeFolder(home);
  }
}

async function addKeys(home: string): Promise<string[]> {
  const today = new Date().toISOString().slice(0, 10);
  const keys: string[] = [];
  for (let i = 0; i <= POLITE; i++) {
    const { key } = await addKey(
      keysInFile(keyFileIn(home)),
      { name: `caller ${i}`, scopes: ['read'] },
      today,
    );
    keys.push(key);
  }
  return keys;
}

async function measure(
  { polite, attacker }: Crowd,
  questions: readonly Question[],
  quick: boolean,
): Promise<Section['rows']> {
  const ms = quick ? 200 : 2_000;
  let asked = 0;
  const next = (): string => {
    asked += 1;
    const question = questions[asked % questions.length] as Question;
    // Another limit each round makes it another question, of almost the same cost.
    const limit = 1 + (Math.floor(asked / questions.length) % 50);
    return callMessage(asked, { ...question, args: { ...question.args, limit } });
  };
  await askPolitely(polite, next, ms / 2);
  const rows: Section['rows'][number][] = [];
  for (const attack of quick ? attacks.filter(({ connections }) => connections <= 32) : attacks) {
    const rounds: Round[] = [];
    while (rounds.length < (quick ? 1 : ROUNDS)) {
      // Just before, since what else the machine does changes by the minute.
      const alone = await askPolitely(polite, next, ms);
      const attacking = await begin(attack, attacker);
      await pause(LEAD_MS);
      const beside = await askPolitely(polite, next, ms);
      rounds.push({ alone, beside, attacks: await attacking.end() });
      await pause(LEAD_MS);
    }
    rows.push(row(attack.name, rounds));
  }
  return rows;
}

interface Waited {
  readonly ms: readonly number[];
  /** Requests without an answer of a tool. */
  readonly lost: number;
}

interface Round {
  readonly alone: Waited;
  readonly beside: Waited;
  readonly attacks: number;
}

function row(what: string, rounds: readonly Round[]): Section['rows'][number] {
  const median = (of: (round: Round) => readonly number[], share: number): number =>
    quantile(
      rounds.map((round) => quantile(of(round), share)),
      0.5,
    );
  const total = (of: (round: Round) => number): number => rounds.reduce((sum, round) => sum + of(round), 0);
  const p99 = median(({ beside }) => beside.ms, 0.99);
  const least = median(({ alone }) => alone.ms, 0.99);
  return {
    what,
    'p50 ms alone': median(({ alone }) => alone.ms, 0.5),
    'p99 ms alone': least,
    'p50 ms': median(({ beside }) => beside.ms, 0.5),
    'p99 ms': p99,
    'times alone': p99 / least,
    within: p99 <= Math.max(BOUND.ms, BOUND.times * least) ? 'yes' : 'no',
    answers: total(({ beside }) => beside.ms.length),
    lost: total(({ beside }) => beside.lost),
    attacks: total(({ attacks: times }) => times),
  };
}

async function askPolitely(polite: readonly Origin[], next: () => string, ms: number): Promise<Waited> {
  const end = performance.now() + ms;
  const waited: number[] = [];
  let lost = 0;
  const open = polite.map(({ url, localAddress }) => new HttpConnection(url, localAddress));
  const askers = open.map((connection, i) => {
    const random = new Random(i + 1);
    return async () => {
      await pause(PAUSE_MS.least + random.below(PAUSE_MS.most - PAUSE_MS.least));
      const begun = performance.now();
      const reply = await connection.ask(requestText(connection.url, next(), polite[i]?.headers));
      if (typeof reply !== 'string' && reply.status === 200) waited.push(performance.now() - begun);
      else lost += 1;
    };
  });
  await drive(
    askers,
    () => performance.now() >= end,
    () => undefined,
  );
  for (const connection of open) connection.close();
  return { ms: waited, lost };
}

/** Has another process attack until it is told to end; then it says how often it has. */
async function begin({ name }: Attack, from: Origin): Promise<{ end(): Promise<number> }> {
  const script = fileURLToPath(new URL('../bench/attacker.ts', import.meta.url));
  const child = startNode(['--import', 'tsx', script, JSON.stringify({ name, from })]);
  const ended = output(child);
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    end: async () => {
      child.stdin.end();
      const { code, out, errors } = await ended;
      if (code !== 0) throw new Error(`The attacker ended with ${code}: ${errors}`);
      return Number(out.trim().split('\n').at(-1));
    },
  };
}
