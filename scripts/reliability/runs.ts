import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { histories } from '../simulation/kinds.ts';

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
      const { histories: run, first, failures } = report as Simulated;
      return {
        often: `${count(run)} histories`,
        seeds: range([first, first + run - 1]),
        broken: failures.length,
      };
    },
  };
}

export interface Mutated {
  readonly histories: number;
  /** Whether what no history caught was tried on the tests. */
  readonly tests: boolean;
  readonly seed: number;
  readonly mutants: readonly {
    readonly id: string;
    readonly verdict: 'caught' | 'tested' | 'survived' | 'unreached';
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
    const left = mutants.filter(({ verdict }) => verdict === 'survived' || verdict === 'unreached');
    const unexplained = left.filter(({ reason }) => reason === undefined);
    return {
      often: `${count(mutants.length)} mutants, ${count(histories)} histories for each, more or fewer by their kind: ${count(unexplained.length)} neither caught nor explained`,
      seeds: `from ${count(seed)}`,
      // The promises hold: what is not known is whether the simulation would see it if they did not.
      broken: 0,
    };
  },
};

interface Attacked {
  readonly seeds: readonly [first: number, last: number];
  readonly faults: readonly string[];
  readonly sections: readonly { readonly what: string; readonly runs: number }[];
}

const attacks: Run = {
  name: 'attacks',
  command: 'npm run check:sync',
  tell: (report) => {
    const { seeds, faults, sections } = report as Attacked;
    const often = sections.map(({ what, runs }) => `${what}: ${count(runs)}`).join('; ');
    return { often, seeds: range(seeds), broken: faults.length };
  },
};

type Fuzzed = readonly {
  readonly transport: string;
  readonly requests: number;
  readonly seeds: readonly [first: number, last: number];
  readonly faults: readonly unknown[];
}[];

const fuzz: Run = {
  name: 'fuzz',
  command: 'npm run fuzz',
  tell: (report) => {
    const parts = report as Fuzzed;
    return {
      often: parts
        .map(({ transport, requests }) => `${count(requests)} requests over ${transport}`)
        .join('; '),
      seeds: parts.map(({ seeds }) => range(seeds)).join('; '),
      broken: parts.reduce((sum, { faults }) => sum + faults.length, 0),
    };
  },
};

interface Lived {
  readonly seeds: readonly [first: number, last: number];
  readonly faults: readonly string[];
  readonly weeks: readonly {
    readonly hours: number;
    readonly searches: number;
    readonly acknowledged: number;
  }[];
}

const week: Run = {
  name: 'week',
  command: 'npm run soak:week',
  tell: (report) => {
    const { seeds, faults, weeks } = report as Lived;
    const sum = (of: (one: Lived['weeks'][number]) => number) => weeks.reduce((all, one) => all + of(one), 0);
    return {
      often: `${count(sum(({ hours }) => hours))} hours in simulated time, ${count(sum(({ searches }) => searches))} searches, ${count(sum(({ acknowledged }) => acknowledged))} contributions`,
      seeds: range(seeds),
      broken: faults.length,
    };
  },
};

/** All runs whose reports are kept. */
export const runs: readonly Run[] = [
  ...Object.keys(histories).map((what) => simulated(`simulation-${what}`, what)),
  mutations,
  attacks,
  fuzz,
  week,
];

function range([first, last]: readonly [first: number, last: number]): string {
  return first === last ? count(first) : `${count(first)} to ${count(last)}`;
}

/** The report of a run as it was written; undefined where none is kept. */
export function reportOf(root: string, name: string): unknown {
  const path = join(root, 'docs/reliability', `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined;
}

export function count(number: number): string {
  return number.toLocaleString('en-US');
}
