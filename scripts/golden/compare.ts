import { readFileSync } from 'node:fs';
import { runAll } from './ask-commands.ts';
import { requestAll } from './ask-http.ts';
import { StdioSession } from './ask-stdio.ts';
import { commandLines, decisions } from './command-lines.ts';
import { drawCalls, drawFollowUps } from './draw-calls.ts';
import { masked } from './mask.ts';
import {
  type AllowedSentence,
  type Asked,
  type Difference,
  difference,
  differsInTies,
  withNewSentences,
} from './outcome.ts';
import { type Rows, readRows } from './records.ts';
import type { Side, Sides } from './sides.ts';

interface CompareOptions {
  readonly calls: number;
  readonly commands: number;
  readonly requests: number;
  readonly seed: number;
  /** Told after each answer of either side. */
  readonly onAnswer: () => void;
}

export interface Comparison {
  /** By part, how many answers were compared. */
  readonly compared: Readonly<Record<Asked['part'], number>>;
  /** Equal but for a sentence of the list, or for the order of names that begin alike. */
  readonly allowed: { readonly sentences: number; readonly ties: number };
  readonly differences: readonly Difference[];
}

/** Asks both the same and holds the answers against each other. */
export async function compareSides(sides: Sides, options: CompareOptions): Promise<Comparison> {
  const rows = readRows(sides.dataset);
  const [base, work] = await Promise.all([
    askSide(sides.base, rows, options),
    askSide(sides.work, rows, options),
  ]);
  return held(base, work, sides.day);
}

async function askSide(side: Side, rows: Rows, options: CompareOptions): Promise<Asked[]> {
  const { seed, calls, commands, requests, onAnswer } = options;
  const session = new StdioSession(side);
  const begun = await session.begin();
  const drawn = await session.askAll(drawCalls(rows, seed, calls), onAnswer);
  const tickets = new Set(
    drawn.flatMap(({ output }) => output.match(/\b(rep|sub|rec|pro)-[0-9a-f]{12}\b/g) ?? []),
  );
  const decided = await runAll(side, decisions([...tickets]).slice(0, Math.floor(commands / 7)), onAnswer);
  // Asked in the process that was running while others decided.
  const after = await session.askAll(drawFollowUps(rows, seed, Math.floor(calls / 15)), onAnswer);
  session.end();
  const lines = commandLines(rows, seed, commands - decided.length);
  const ran = await runAll(side, lines, onAnswer);
  const requested = await requestAll(side, { rows, seed, count: requests }, onAnswer);
  return [begun, ...drawn, ...decided, ...after, ...ran, ...requested];
}

function held(base: readonly Asked[], work: readonly Asked[], day: string): Comparison {
  const list = JSON.parse(readFileSync(new URL('allowed-sentences.json', import.meta.url), 'utf8'));
  const allowed = { sentences: 0, ties: 0 };
  const compared = { calls: 0, commands: 0, requests: 0 };
  const differences: Difference[] = [];
  const [olds, news] = [byInput(base), byInput(work)];
  for (const [key, { part, input, output }] of olds) {
    compared[part]++;
    const old = masked(output, day);
    const fresh = masked(
      news.get(key)?.output ?? 'nothing: it was not asked, since an answer before differs',
      day,
    );
    if (old === fresh) continue;
    if (withNewSentences(old, list as AllowedSentence[]) === fresh) allowed.sentences++;
    else if (part === 'calls' && differsInTies(input, old, fresh)) allowed.ties++;
    else differences.push({ part, input, shown: difference(withNewSentences(old, list), fresh) });
  }
  return { compared, allowed, differences };
}

/** Answers by what was asked; the same asked again is told apart by a number. */
function byInput(asked: readonly Asked[]): Map<string, Asked> {
  const found = new Map<string, Asked>();
  for (const one of asked) {
    let key = `${one.part} ${one.input}`;
    for (let again = 2; found.has(key); again++) key = `${one.part} ${one.input} (${again})`;
    found.set(key, one);
  }
  return found;
}
