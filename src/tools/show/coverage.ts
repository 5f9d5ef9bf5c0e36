import type { Kind } from '../../kinds/kinds.ts';
import { gapNote, heldByYear, isPartial, venueYears } from '../../search/coverage.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { countWords } from './facets.ts';
import type { Axis, ShownChart } from './shape.ts';

type Point = ShownChart['points'][number];

/** What is counted over what. */
interface Counted {
  readonly kind: Kind;
  readonly x: Axis;
  readonly by: Axis | undefined;
  readonly points: readonly Point[];
  readonly rows: Int32Array;
  readonly store: KindStore<Kind>;
  /** Of the data, `YYYY-MM-DD`. */
  readonly date: string;
}

/** Points of which only a part of what there is is known to be held are marked, and notes say why. */
interface Marked {
  readonly points: readonly Point[];
  readonly notes: readonly string[];
}

/** Marks counts that would be read as a fall or rise, and are a gap of the data. */
export function withParts(counted: Counted): Marked {
  const running = runningPeriod(counted);
  const { points, notes } =
    counted.kind === 'publications' ? partsOfPapers(counted) : { points: counted.points, notes: [] };
  if (running === undefined) return { points, notes };
  return {
    points: points.map((point) => (point.x === running ? { ...point, part: true as const } : point)),
    notes: [...notes, `${running} is counted up to the date of the data, ${counted.date}.`],
  };
}

/** The month or year that is not over on the day of the data; plans reach beyond that day. */
function runningPeriod({ kind, x, points, date }: Counted): string | undefined {
  if (kind === 'challenges' || (x.type !== 'month' && x.type !== 'year')) return undefined;
  const period = date.slice(0, x.type === 'year' ? 4 : 7);
  return points.some((point) => point.x === period) ? period : undefined;
}

/** A year of a venue of which papers are known to be lacking. */
interface Gap {
  readonly venue: string;
  readonly year: number;
  readonly held: number;
  readonly listed: number;
}

/** What is lacking of a year shows in its count where it is more than this share of what there is. */
const NOTABLE = 0.25;
/** Venues whose gaps are told one by one. */
const VENUES_TOLD = 5;

function partsOfPapers(counted: Counted): Marked {
  const { x, by, points } = counted;
  const isTime = x.type === 'month' || x.type === 'year';
  if (!isTime && x.name !== 'journal') return { points, notes: [] };
  const all = gapsIn(counted);
  const isByVenue = !isTime || by?.name === 'journal';
  const thin = thinAmong(all, counted.store);
  const gaps = isByVenue ? all : notable(all, thin, counted);
  const marked = new Set(
    gaps.map(({ venue, year }) => (isTime ? (isByVenue ? `${venue} ${year}` : String(year)) : venue)),
  );
  const keyOf = (point: Point) => {
    if (!isTime) return String(point.x);
    const year = String(point.x).slice(0, 4);
    return isByVenue ? `${point.by} ${year}` : year;
  };
  const withMarks = points.map((point) =>
    marked.has(keyOf(point)) ? { ...point, part: true as const } : point,
  );
  const told = gaps.filter(({ venue }) => isByVenue || !thin.has(venue));
  const hasMarks = withMarks.some(({ part }: Point) => part);
  return { points: withMarks, notes: hasMarks ? notesOn(told) : [] };
}

/** The years of venues among the rows, within the years that are drawn, of which papers are known to be lacking. */
function gapsIn({ rows, store, x, points }: Counted): Gap[] {
  const years =
    x.name === 'journal' ? rowYears(rows, store) : points.map((point) => Number(String(point.x).slice(0, 4)));
  const first = years.reduce((least, year) => Math.min(least, year), Number.POSITIVE_INFINITY);
  const last = years.reduce((most, year) => Math.max(most, year), 0);
  return countWords(store.words('journal'), rows).flatMap(({ value: venue }) =>
    venueYears(papersOf(store), venue).flatMap((own): Gap[] => {
      const { year, held, listed } = own;
      if (listed === undefined || !isPartial(own) || year < first || year > last) return [];
      return [{ venue, year, held, listed }];
    }),
  );
}

function papersOf(store: KindStore<Kind>): KindStore<'publications'> {
  return store as unknown as KindStore<'publications'>;
}

function rowYears(rows: Int32Array, store: KindStore<Kind>): number[] {
  return countWords(store.words('year'), rows).map(({ value }) => Number(value));
}

/** Those of years that lack much of what the drawn venues published, beside venues of which little is held anyway. */
function notable(gaps: readonly Gap[], thin: ReadonlySet<string>, { store, rows }: Counted): Gap[] {
  const years = heldByYear(papersOf(store));
  const main = gaps.filter(({ venue }) => !thin.has(venue));
  const lacking = new Map<number, number>();
  for (const { year, held, listed } of main) lacking.set(year, (lacking.get(year) ?? 0) + listed - held);
  const drawn = countWords(store.words('journal'), rows).map(({ value }) => value);
  const isAlone = drawn.length === 1;
  const there = (year: number) =>
    isAlone
      ? (venueYears(papersOf(store), drawn[0] ?? '').find((own) => own.year === year)?.held ?? 0)
      : (years.get(year) ?? 0);
  return main.filter(({ year }) => {
    const missing = lacking.get(year) ?? 0;
    return missing > NOTABLE * (there(year) + missing);
  });
}

function thinAmong(gaps: readonly Gap[], store: KindStore<Kind>): ReadonlySet<string> {
  const venues = new Set(gaps.map(({ venue }) => venue));
  return new Set([...venues].filter((venue) => isThin(store, venue)));
}

/** True for a venue of which less than half is held over all years: its absence is no gap between years. */
function isThin(store: KindStore<Kind>, venue: string): boolean {
  const years = venueYears(papersOf(store), venue).filter(({ listed }) => listed !== undefined);
  const sum = (of: (own: (typeof years)[number]) => number) =>
    years.reduce((total, own) => total + of(own), 0);
  return sum(({ held }) => held) * 2 < sum(({ listed = 0 }) => listed);
}

function notesOn(gaps: readonly Gap[]): string[] {
  const venues = new Map<string, Gap[]>();
  for (const gap of gaps) venues.set(gap.venue, [...(venues.get(gap.venue) ?? []), gap]);
  const sum = (own: readonly Gap[], of: (gap: Gap) => number) =>
    own.reduce((total, gap) => total + of(gap), 0);
  const told = [...venues]
    .map(([venue, own]) => ({
      venue,
      years: own.map(({ year }) => year),
      held: sum(own, ({ held }) => held),
      listed: sum(own, ({ listed }) => listed),
    }))
    .sort((a, b) => b.listed - b.held - (a.listed - a.held));
  return [
    'What is marked as held in part is low by a gap of these data: it shows no trend.',
    ...told.slice(0, VENUES_TOLD).map(gapNote),
  ];
}
