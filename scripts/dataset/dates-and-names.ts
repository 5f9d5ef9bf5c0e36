import type { RecordsByKind } from '../../src/kinds/kinds.ts';

/** Han, kana and hangul. */
const OWN_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const OWN_SCRIPT_COUNTRIES = ['CN', 'JP', 'KR'] as const;

interface Share {
  readonly of: string;
  readonly have: number;
  readonly all: number;
}

/** How many records say as of when, how many figures have evidence, and how many makers have a name in their own script. */
export function datesAndNames({ robots, startups, manufacturers }: RecordsByKind): Share[] {
  const rounds = startups.filter(({ funding }) => funding?.last_round !== undefined);
  const dated = rounds.filter(
    ({ as_of, funding }) => as_of !== undefined || funding?.last_round?.date !== undefined,
  );
  const named = OWN_SCRIPT_COUNTRIES.map((country) => {
    const makers = manufacturers.filter((maker) => maker.country === country);
    const own = makers.filter(({ aliases = [] }) => aliases.some((alias) => OWN_SCRIPT.test(alias)));
    return { of: `makers of ${country} with a name in its script`, have: own.length, all: makers.length };
  });
  const figures = robots.flatMap((robot) =>
    [...Object.keys(robot.specs).map((name) => `specs.${name}`), ...(robot.price ? ['price'] : [])].map(
      (path) => robot.sources.find(({ key }) => key !== undefined && key === robot.evidence?.[path]?.source),
    ),
  );
  const read = figures.filter((source) => source !== undefined);
  return [
    {
      of: 'figures of robots that somebody read again on a page named',
      have: read.length,
      all: figures.length,
    },
    {
      of: 'of these on a list',
      have: read.filter(({ kind }) => kind === 'dataset').length,
      all: read.length,
    },
    { of: 'robots that a dated page shows', have: robots.filter(isDated).length, all: robots.length },
    { of: 'last rounds with a date', have: dated.length, all: rounds.length },
    {
      of: 'startups whose stage says as of when',
      have: startups.filter(({ as_of }) => as_of !== undefined).length,
      all: startups.length,
    },
    ...named,
  ];
}

/** Whether a page with a date of its own shows the robot. */
export function isDated({ status_as_of, sources }: RecordsByKind['robots'][number]): boolean {
  return status_as_of !== undefined || sources.some(({ date }) => date !== undefined);
}

/** One line each: `last rounds with a date: 292 of 312 (94 %)`. */
export function renderShares(shares: readonly Share[]): string[] {
  return shares.map(
    ({ of, have, all }) =>
      `${of}: ${have} of ${all}${all === 0 ? '' : ` (${Math.round((have / all) * 100)} %)`}`,
  );
}
