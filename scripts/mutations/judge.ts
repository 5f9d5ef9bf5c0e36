import { join } from 'node:path';
import { explained } from './explained.ts';
import { bundleMutants } from './mutant.ts';
import type { Mutation } from './sites.ts';
import { reachedBy, tryMutants } from './trial.ts';

/** A mutation, and what the simulation made of it. */
export interface Judged {
  readonly id: string;
  readonly line: number;
  /** `unreached`: no history comes by the line. */
  readonly verdict: 'caught' | 'survived' | 'unreached';
  /** Of histories: those that caught it, or all that came by. */
  readonly kinds: readonly string[];
  readonly seed?: number;
  /** Until it was caught, or all that were run. */
  readonly histories: number;
  /** The promise that was broken, in the simulation's words. */
  readonly by?: string;
  /** What the line is for, where no history can show it. */
  readonly reason?: string;
}

export interface JudgeOptions {
  readonly root: string;
  /** For the bundle. */
  readonly directory: string;
  /** What `npm run simulate` calls its kinds of histories. */
  readonly kinds: readonly string[];
  /** At most, of each kind that comes by a line. */
  readonly histories: number;
  readonly seed: number;
  readonly onJudged: (judged: Judged) => void;
}

/** Tries each mutant on all histories that come by its line, one kind after the other. */
export async function judge(mutations: readonly Mutation[], options: JudgeOptions): Promise<Judged[]> {
  const { root, directory, kinds, histories, seed } = options;
  const bundle = join(directory, 'mutants.mjs');
  await bundleMutants(root, mutations, bundle);
  const judged = mutations.map(asUnreached);
  for (const kind of kinds) {
    const reached = await reachedBy(bundle, { kind, histories, seed });
    const mutants = [...judged.keys()].filter(
      (number) => reached.has(number) && judged[number]?.verdict !== 'caught',
    );
    await tryMutants(bundle, { kind, histories, seed, mutants }, ({ mutant, ...found }) => {
      const before = judged[mutant];
      if (before === undefined) return;
      judged[mutant] = after(before, kind, histories, seed, found);
      options.onJudged(judged[mutant]);
    });
  }
  return judged;
}

function asUnreached({ id, line }: Mutation): Judged {
  const reason = explained[id];
  return { id, line, verdict: 'unreached', kinds: [], histories: 0, ...(reason !== undefined && { reason }) };
}

function after(
  before: Judged,
  kind: string,
  histories: number,
  first: number,
  { seed, by }: { readonly seed?: number; readonly by?: string },
): Judged {
  const run = before.histories + (seed === undefined ? histories : seed - first + 1);
  if (by === undefined)
    return { ...before, verdict: 'survived', kinds: [...before.kinds, kind], histories: run };
  return {
    ...before,
    verdict: 'caught',
    kinds: [kind],
    histories: run,
    by,
    ...(seed !== undefined && { seed }),
  };
}
