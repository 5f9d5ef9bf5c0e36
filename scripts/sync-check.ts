/**
 * Attacks clients that sync, over real sockets: `npm run check:sync -- [--pairs N] [--flips N] [--sessions N] [--days N]
 * [--seed S] [--json FILE]`. Each two attacks of the table at once (all of them, or N that are drawn), so many flipped
 * bits, sessions with a service that does whatever it likes, and clients that were away for so many daily versions. After
 * each the old version is in use or the new one, whole and signed, answers still come, and the honest service gets through.
 * `--replay SEED` plays one session again. Ends with 1 if a promise was broken.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allAttacks, pairsOf } from './attacks/all-attacks.ts';
import type { Attack } from './attacks/attack.ts';
import { filesServed, flipBits, flipStated } from './attacks/flips.ts';
import { drawAttacks } from './attacks/malicious.ts';
import { play } from './attacks/play.ts';
import { Stage } from './attacks/stage.ts';
import { passYear } from './attacks/year.ts';
import { cleanUpAtExit } from './harness/processes.ts';
import { Random } from './harness/random.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: 'all' },
    flips: { type: 'string', default: '100000' },
    sessions: { type: 'string', default: '1000' },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    json: { type: 'string' },
  },
});

/** One part of the run, as other programs read it. */
interface Section {
  readonly what: string;
  readonly runs: number;
  readonly seeds: readonly [first: number, last: number] | null;
  readonly seconds: number;
  readonly faults: readonly string[];
  readonly [more: string]: unknown;
}

/** Of each hundred flipped bits one is in what a thief of the key has signed, which is far more to check. */
const STATED_SHARE = 0.01;

cleanUpAtExit();
const seed = Number(values.seed);
const stage = await Stage.open();
if (values.replay !== undefined) {
  const attacks = drawAttacks(new Random(Number(values.replay)));
  console.log(attacks.map(({ what }) => what).join('; '), await play(attacks, stage));
  process.exit();
}
const sections: Section[] = [];
await section('attacks, one at a time', null, () => playAll(allAttacks.map((attack) => [attack])));
await section('attacks, two at a time', [seed, seed], () => playAll(drawnPairs()));
await section('flipped bits', [seed, seed], flipAll);
const sessions = Number(values.sessions);
await section('a malicious service', [seed, seed + sessions - 1], playSessions);
await section('a client that was away', null, async () => {
  const { faults, days: runs, ...more } = await passYear(Number(values.days));
  return { runs, faults, ...more };
});
await stage.close();
const faults = sections.flatMap((each) => each.faults);
const report = {
  what: 'sync under attack',
  runs: sections.reduce((sum, { runs }) => sum + runs, 0),
  seeds: [seed, seed + sessions - 1],
  seconds: Math.round(sections.reduce((sum, { seconds }) => sum + seconds, 0)),
  faults,
  table: allAttacks.map(({ what, kind, problem }) => ({ what, kind, problem: problem ?? null })),
  sections,
};
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 1)}\n`);
for (const fault of faults.slice(0, 40)) console.log(fault);
console.log(faults.length === 0 ? 'No promise was broken.' : `${faults.length} promises were broken.`);
process.exit(faults.length === 0 ? 0 : 1);

async function section(
  what: string,
  seeds: Section['seeds'],
  run: () => Promise<Pick<Section, 'runs' | 'faults'> & object>,
): Promise<void> {
  const begun = performance.now();
  const done = await run();
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  sections.push({ what, seeds, seconds, ...done });
  console.log(`${what}: ${done.runs} in ${seconds} s, ${done.faults.length} faults`);
}

function drawnPairs(): readonly (readonly Attack[])[] {
  const pairs = pairsOf(allAttacks);
  if (values.pairs === 'all') return pairs;
  const random = new Random(seed);
  return Array.from({ length: Number(values.pairs) }, () => random.pick(pairs));
}

async function playAll(rounds: readonly (readonly Attack[])[]) {
  const found: string[] = [];
  const outcomes: Record<string, number> = {};
  for (const [done, attacks] of rounds.entries()) {
    const verdict = await play(attacks, stage);
    outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
    const names = attacks.map(({ what }) => what).join(' + ');
    found.push(...verdict.faults.map((fault) => `${names}: ${fault}`));
    if (process.stderr.isTTY) process.stderr.write(`\r${done + 1} of ${rounds.length}`);
  }
  return { runs: rounds.length, faults: found, outcomes };
}

async function flipAll() {
  const random = new Random(seed);
  const flips = Number(values.flips);
  const stated = Math.round(flips * STATED_SHARE);
  const unnoticed = await flipBits(filesServed(stage), flips - stated, random);
  const inside = await flipStated(stage, stated, random);
  return { runs: flips, stated, faults: [...unnoticed.map((each) => `not noticed: ${each}`), ...inside] };
}

async function playSessions() {
  const found: string[] = [];
  const outcomes: Record<string, number> = {};
  for (let each = seed; each < seed + sessions; each++) {
    const verdict = await play(drawAttacks(new Random(each)), stage);
    outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
    found.push(...verdict.faults.map((fault) => `session ${each}: ${fault}`));
    if (process.stderr.isTTY) process.stderr.write(`\r${each - seed + 1} of ${sessions}`);
  }
  return { runs: sessions, faults: found, outcomes };
}
