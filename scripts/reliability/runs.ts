import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a report says of how much was tried. */
export interface Told {
  /** `1,000,000 histories`. */
  readonly often: string;
  /** `1 to 1,000,000`. */
  readonly seeds: string;
  /** Promises that were broken. */
  readonly broken: number;
}

/** A run that writes a report, and how to read it. */
export interface Run {
  /** Its report is docs/reliability/NAME.json. */
  readonly name: string;
  readonly command: string;
  readonly tell: (report: unknown) => Told;
}

interface Simulated {
  readonly histories: number;
  readonly first: number;
  readonly failures: readonly string[];
}

function simulated(name: string, what: string): Run {
  return {
    name,
    command: `npm run simulate -- --what ${what}`,
    tell: (report) => {
      const { histories, first, failures } = report as Simulated;
      return {
        often: `${count(histories)} histories`,
        seeds: `${count(first)} to ${count(first + histories - 1)}`,
        broken: failures.length,
      };
    },
  };
}

export interface Mutated {
  readonly histories: number;
  readonly seed: number;
  readonly mutants: readonly {
    readonly id: string;
    readonly verdict: 'caught' | 'survived' | 'unreached';
    readonly histories?: number;
    readonly by?: string;
    readonly reason?: string;
  }[];
}

const mutations: Run = {
  name: 'mutations',
  command: 'npm run mutate',
  tell: (report) => {
    const { mutants, seed, histories } = report as Mutated;
    const unexplained = mutants.filter(({ verdict, reason }) => verdict !== 'caught' && reason === undefined);
    return {
      often: `${count(mutants.length)} mutants, at most ${count(histories)} histories of a kind for each`,
      seeds: `from ${count(seed)}`,
      broken: unexplained.length,
    };
  },
};

/** All runs whose reports are kept. */
export const runs: readonly Run[] = [
  simulated('simulation-events', 'events'),
  simulated('simulation-releases', 'releases'),
  simulated('simulation-sync', 'sync'),
  simulated('simulation-harvest', 'harvest'),
  simulated('simulation-hosts', 'hosts'),
  mutations,
];

/** The report of a run as it was written; undefined where none is kept. */
export function reportOf(root: string, name: string): unknown {
  const path = join(root, 'docs/reliability', `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined;
}

export function count(number: number): string {
  return number.toLocaleString('en-US');
}
