import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '../../src/contributions/event-store.ts';
import { type ContributionEvent, contributionEvent } from '../../src/contributions/events.ts';
import { Replay } from '../../src/contributions/replay.ts';
import { Random } from '../harness/random.ts';
import { Caller } from './calls.ts';
import { checkHistory } from './check.ts';
import type { Cluster } from './cluster.ts';
import type { Contribution, Contributions } from './contributions.ts';
import type { Fault } from './faults.ts';
import type { Bounds, Ending, KeptEvent, Verdict } from './history.ts';
import type { Reviewers } from './reviewers.ts';
import { Workload } from './workload.ts';

/** Before the fault, and after it, the workload goes on for so long. */
const CALM_MS = 1500;
const QUIET_WITHIN_MS = 60_000;

export interface PlayOptions {
  readonly cluster: Cluster;
  readonly reviewers: Reviewers;
  readonly draw: Contributions;
  readonly fault: Fault;
  readonly seed: number;
  readonly longMs: number;
  readonly bounds: Bounds;
}

/** Lets a fault strike a cluster that works, and holds what clients were told against what is there. */
export async function play({
  cluster,
  reviewers,
  draw,
  fault,
  seed,
  longMs,
  bounds,
}: PlayOptions): Promise<Verdict> {
  const random = new Random(seed);
  await cluster.renewStandby();
  const workload = new Workload(cluster, random, draw, reviewers);
  workload.begin();
  let mayLoseUntil: number | undefined;
  try {
    await pause(CALM_MS / 2 + random.below(CALM_MS));
    mayLoseUntil = await fault.strike({ cluster, workload, random, longMs });
    await pause(CALM_MS);
  } finally {
    await workload.end();
  }
  const rows = await readRows(cluster);
  const unlike = await unlikeNodes(cluster, rows);
  const ending = await endingOf(cluster, rows, workload);
  const verdict = checkHistory(workload.history, workload.deaf, ending, {
    ...bounds,
    stalls: workload.stalls.all,
    ...(mayLoseUntil !== undefined && { mayLoseUntil }),
  });
  return { ...verdict, faults: [...verdict.faults, ...unlike, ...workload.oddities] };
}

/** All events of the store, past every program of ours. */
async function readRows(cluster: Cluster): Promise<StoredEvent[]> {
  const text = await cluster.sql(
    `SELECT coalesce(json_agg(json_build_array(seq, at, bodies) ORDER BY seq), '[]') FROM robotics_mcp.events`,
  );
  const rows = JSON.parse(text) as [number, number, Record<string, unknown>[]][];
  return rows.flatMap(([seq, at, bodies]) =>
    bodies.map((body, i) => ({ seq: [seq, '', i] as const, at, body })),
  );
}

/** Which nodes do not come to count what the events of the store say, in sentences. */
async function unlikeNodes(cluster: Cluster, rows: readonly StoredEvent[]): Promise<string[]> {
  const replay = new Replay();
  replay.take({ events: rows, cursor: '', startAgain: true });
  const { effects, waiting } = replay.state;
  const expected = `${effects} in effect, ${waiting} waiting`;
  const unlike: string[] = [];
  for (const { name, url } of cluster.nodes) {
    let counted = '';
    for (const giveUp = performance.now() + QUIET_WITHIN_MS; counted !== expected; await pause(100)) {
      if (performance.now() > giveUp) {
        unlike.push(`${name} counts ${counted}; the store has ${expected}.`);
        break;
      }
      counted = await countedBy(url);
    }
  }
  return unlike;
}

async function countedBy(url: string): Promise<string> {
  const status = (await (await fetch(url, { headers: { accept: 'application/json' } })).json()) as {
    dataset: { contributions: number; waiting: Record<'pending' | 'in_review' | 'queued', number> };
  };
  const { contributions, waiting } = status.dataset;
  return `${contributions} in effect, ${waiting.pending + waiting.in_review + waiting.queued} waiting`;
}

async function endingOf(cluster: Cluster, rows: readonly StoredEvent[], workload: Workload): Promise<Ending> {
  const shown = new Map<string, Set<string>>();
  const told = workload.history.filter((entry) => entry.op === 'write' || entry.op === 'decide');
  const words = new Set(
    told.flatMap(({ outcome, shows }) => (outcome === 'acknowledged' && shows !== undefined ? [shows] : [])),
  );
  for (const { name, url } of cluster.nodes) {
    const caller = new Caller(url);
    const found = new Set<string>();
    for (const word of words) if ((await caller.shows(word)) === true) found.add(word);
    caller.close();
    shown.set(name, found);
  }
  const events = rows.map(({ body }) => keptEvent(body, workload.sent));
  // Those of earlier runs are not this one's to judge.
  const own = new Set(events.flatMap(({ key, ticket }) => (key === undefined ? [] : [ticket])));
  for (const entry of told) if (entry.ticket !== undefined) own.add(entry.ticket);
  return { events: events.filter(({ ticket, fault }) => own.has(ticket) || fault !== undefined), shown };
}

/** An event as the checker knows it, with a key if it was sent in this run. */
function keptEvent(body: unknown, sent: ReadonlyMap<string, Contribution>): KeptEvent {
  const read = contributionEvent.safeParse(body);
  if (!read.success) return { ticket: '?', type: 'other', fault: JSON.stringify(body).slice(0, 200) };
  const event: ContributionEvent = read.data;
  const { ticket } = event;
  if (event.type === 'decided') return { ticket, type: 'decided', by: event.by };
  if (event.type === 'submitted') {
    const key = event.arxiv_id ?? event.url ?? '';
    const type = event.record === undefined ? 'opened' : 'published';
    return { ticket, type, ...(sent.has(key) && { key }) };
  }
  if (event.type !== 'reported') return { ticket, type: 'other' };
  const key = event.report.problem.split(' ')[0] ?? '';
  const original = sent.get(key);
  if (original === undefined) return { ticket, type: 'opened' };
  const fault = isDeepStrictEqual({ ...event.report }, original.args) ? undefined : 'its fields differ';
  return { ticket, type: 'opened', key, ...(fault !== undefined && { fault }) };
}
