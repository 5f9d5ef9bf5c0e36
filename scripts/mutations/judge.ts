import { join } from 'node:path';
import { setup as buildOnce } from '../../test/helpers/build-once.ts';
import { explained } from './explained.ts';
import { bundleMutants } from './mutant.ts';
import type { Mutation } from './sites.ts';
import { failingTest, testsOf } from './tests.ts';
import { reachedBy, type Tried, tryMutants } from './trial.ts';

/** A mutation, and what the simulation made of it. */
export interface Judged {
  readonly id: string;
  readonly line: number;
  /** `tested`: no history breaks a promise, and a test fails; `unreached`: no history comes by the line. */
  readonly verdict: 'caught' | 'tested' | 'survived' | 'unreached';
  /** Of histories: those that caught it, or all that came by. */
  readonly kinds: readonly string[];
  readonly seed?: number;
  /** Until it was caught, or all that were run. */
  readonly histories: number;
  /** The promise that was broken, in the simulation's words; or the test that fails. */
  readonly by?: string;
  /** What the line is for, where no history can show it. */
  readonly reason?: string;
  /** True once the tests of its file were run on it. */
  readonly isTried?: true;
}

export interface JudgeOptions {
  readonly root: string;
  /** For the bundle. */
  readonly directory: string;
  /** What `npm run simulate` calls its kinds of histories. */
  readonly kinds: readonly string[];
  /** At most, of a kind that comes by a line, but for the kinds of which it is a share. */
  readonly histories: number;
  readonly seed: number;
  /** Whether the tests of a file are run on the mutants that the histories do not catch. */
  readonly tests: boolean;
  /** The tests of how many mutants run at a time: most of their time is spent waiting. */
  readonly together: number;
  readonly onJudged: (judged: Judged) => void;
  /** What a run before has made of the same mutations, to go on from. */
  readonly before?: readonly Judged[] | undefined;
  /** Called after the histories, and whenever the tests of one have been run, with all that is known so far. */
  readonly onTried?: (all: readonly Judged[]) => void;
}

/** Of the histories that are asked for, by kind: some take longer, and some seldom come to what they are to try. */
const shares: Readonly<Record<string, number>> = {
  keys: 0.3,
  releases: 0.05,
  sync: 0.15,
  install: 4,
};

/** So often the tests of a mutant are run where what fails does not fail by itself. */
const MOST_TRIES = 3;

/** What neither histories nor tests have caught, and nobody has explained, meets so many times as many histories. */
const DEEPER = 10;

/** Tries each mutant on all histories that come by its line, one kind after the other; then on tests; then on more histories. */
export async function judge(mutations: readonly Mutation[], options: JudgeOptions): Promise<Judged[]> {
  const bundle = join(options.directory, 'mutants.mjs');
  await bundleMutants(options.root, mutations, bundle);
  const known = new Map(options.before?.map((each) => [each.id, each]));
  const begun = mutations.map((mutation) => goneOnFrom(mutation, known.get(mutation.id)));
  const isLeft = ({ verdict }: Judged) => verdict !== 'caught' && verdict !== 'tested';
  const isNew = (each: Judged) => !known.has(each.id);
  const first = begun.some(isNew) ? await inHistories(bundle, begun, isNew, options) : begun;
  options.onTried?.(first);
  if (!options.tests) return first;
  const judged = await tested(mutations, first, options);
  const isOpen = (each: Judged) => isLeft(each) && !(each.id in explained);
  return judged.some(isOpen) ? inHistories(bundle, judged, isOpen, options, DEEPER) : judged;
}

/** What a run before has made of a mutation. Lines above it may have come or gone since, and reasons. */
function goneOnFrom(mutation: Mutation, before: Judged | undefined): Judged {
  const { reason: _, ...found } = before ?? { verdict: 'unreached', kinds: [], histories: 0 };
  const reason = explained[mutation.id];
  return { ...found, id: mutation.id, line: mutation.line, ...(reason !== undefined && { reason }) };
}

async function inHistories(
  bundle: string,
  before: readonly Judged[],
  isLeft: (each: Judged) => boolean,
  { kinds, histories: asked, seed, onJudged }: JudgeOptions,
  times = 1,
): Promise<Judged[]> {
  const judged = [...before];
  for (const kind of kinds) {
    const reaching = Math.ceil(asked * (shares[kind] ?? 1));
    const histories = times * reaching;
    const reached = await reachedBy(bundle, { kind, histories: reaching, seed });
    const mutants = [...judged.entries()].flatMap(([number, each]) =>
      reached.has(number) && each.verdict !== 'caught' && isLeft(each) ? [number] : [],
    );
    await tryMutants(bundle, { kind, histories, seed, mutants }, ({ mutant, ...found }) => {
      const each = after(judged[mutant] as Judged, kind, histories, found);
      judged[mutant] = each;
      onJudged(each);
    });
  }
  return judged;
}

/** Tries on the tests of its file what the histories did not catch. Throws an Error where they fail by themselves. */
async function tested(
  mutations: readonly Mutation[],
  judged: readonly Judged[],
  { root, directory, together, onJudged, onTried, before }: JudgeOptions,
): Promise<Judged[]> {
  const isLeft = ({ verdict, isTried }: Judged) => verdict !== 'caught' && isTried !== true;
  const after = [...judged];
  // Those for which a database is started take longest.
  const isSlow = (number: number) => testsOf(mutations[number] as Mutation).includes('test/postgres');
  const left = [...judged.keys()]
    .filter((number) => isLeft(judged[number] as Judged))
    .sort((a, b) => Number(isSlow(a)) - Number(isSlow(b)) || a - b);
  if (left.length === 0) return after;
  // Some tests start the program, as it is.
  buildOnce();
  const all = [...new Set(left.flatMap((number) => testsOf(mutations[number] as Mutation)))];
  // The run that is gone on from has seen that they pass.
  const failing = before === undefined ? await failingTest(root, directory, all) : undefined;
  if (failing !== undefined) throw new Error(`The program as it is fails a test: ${failing}`);
  const rest = left.values();
  const lane = async () => {
    for (const number of rest) {
      const by = await failingAgain(root, directory, mutations[number] as Mutation);
      const each: Judged = {
        ...(judged[number] as Judged),
        isTried: true,
        ...(by !== undefined && { verdict: 'tested' as const, by }),
      };
      after[number] = each;
      onJudged(each);
      onTried?.(after);
    }
  };
  await Promise.all(Array.from({ length: together }, lane));
  return after;
}

/** The test that fails on a mutant, by itself as well: not one that fails now and then on a machine that is busy. */
async function failingAgain(
  root: string,
  directory: string,
  mutation: Mutation,
): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    const by = await failingTest(root, directory, testsOf(mutation), mutation);
    const file = by?.split(': ')[0];
    if (by === undefined || file === undefined || !file.endsWith('.test.ts') || tries === MOST_TRIES)
      return by;
    const again = await failingTest(root, directory, [file], mutation);
    if (again !== undefined) return again;
  }
}

function after(
  before: Judged,
  kind: string,
  histories: number,
  { seed, by, ran = histories }: Omit<Tried, 'mutant'>,
): Judged {
  const run = before.histories + ran;
  if (by === undefined)
    return { ...before, verdict: 'survived', kinds: [...new Set([...before.kinds, kind])], histories: run };
  return {
    ...before,
    verdict: 'caught',
    kinds: [kind],
    histories: run,
    by,
    ...(seed !== undefined && { seed }),
  };
}
