/**
 * Runs histories of one kind, those that once broke a promise first, on the program as it is and then on each mutant by
 * whose line they come, until one breaks a promise; tells each outcome in a line of JSON. Bundled with the mutants, and started by trial.ts.
 */
import { foundSeeds } from '../simulation/found.ts';
import { histories as kinds } from '../simulation/kinds.ts';
import { become, reachedSoFar } from './instead.ts';
import type { Tried } from './trial.ts';

/** What is asked of this process. */
export interface Asked {
  readonly kind: string;
  readonly histories: number;
  readonly seed: number;
  /** The mutants that are still to be tried; left out, the program as it is, to see by which it comes. */
  readonly mutants?: readonly number[];
}

/** A line of what it tells: which mutant begins, how it ended, or by which the histories come. */
export type Line =
  | { readonly begins: number }
  | { readonly mutant: number; readonly seed?: number; readonly by?: string; readonly ran?: number }
  | { readonly reached: readonly number[]; readonly broken?: string };

const { kind: name, histories, seed, mutants } = JSON.parse(process.argv[2] ?? '{}') as Asked;
const kind = kinds[name];
if (kind === undefined) throw new Error(`--what names some of ${Object.keys(kinds).join(', ')}.`);
const { run } = kind;
if (mutants === undefined) {
  const broken = await breaks();
  tell({ reached: [...reachedSoFar()], ...(broken && { broken: `seed ${broken.seed}: ${broken.by}` }) });
} else {
  for (const mutant of mutants) {
    tell({ begins: mutant });
    become(mutant);
    tell({ mutant, ...(await breaks()) });
  }
}

async function breaks(): Promise<Required<Omit<Tried, 'mutant'>> | undefined> {
  const drawn = Array.from({ length: histories }, (_, i) => seed + i);
  for (const [at, each] of [...foundSeeds(name), ...drawn].entries()) {
    const { faults } = await run(each);
    if (faults[0] !== undefined) return { seed: each, by: faults[0].split('\n')[0] ?? '', ran: at + 1 };
  }
  return undefined;
}

function tell(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
