import { listedPapers } from '../kinds/vocabularies/listed-papers.ts';
import type { KindStore } from './kind-store.ts';
import { rowsIn, rowsOutside, rowsWhere } from './masks.ts';

/** Of the papers listed a few are editorials or errata: with so large a share a year counts as whole. */
const WHOLE = 0.9;

/** How many papers of one year a venue has here, and in all where a page says so. */
interface VenueYear {
  readonly year: number;
  readonly held: number;
  readonly listed: number | undefined;
}

/** What is known to be lacking of a venue. */
interface VenueGap {
  readonly venue: string;
  /** The years of which papers are lacking, or of which nobody read how many there are, ascending. */
  readonly years: readonly number[];
  readonly held: number;
  /** Undefined where no page was read that says how many there are. */
  readonly listed: number | undefined;
}

type Papers = Pick<KindStore<'publications'>, 'words' | 'size' | 'count' | 'allLive' | 'isLive'>;
/** Papers by year. */
type Held = ReadonlyMap<number, number>;

const counted = new WeakMap<Papers, { readonly of: string; readonly byVenue: Map<string, Held> }>();

/** The years of a venue that have papers here or in a list, ascending. */
export function venueYears(store: Papers, venue: string): VenueYear[] {
  const held = heldPapers(store, venue);
  const listed = listedPapers(venue);
  const years = [...new Set([...held.keys(), ...listed.keys()])].sort((a, b) => a - b);
  return years.map((year) => ({ year, held: held.get(year) ?? 0, listed: listed.get(year) }));
}

/** Whether papers of this year are known to be lacking, or it is not known that none are. */
export function isPartial({ held, listed }: VenueYear): boolean {
  return listed === undefined || held < WHOLE * listed;
}

/**
 * What is lacking of a venue from one year to another; undefined where its lists are whole there. Where some of the years
 * have a list, it is of these alone.
 */
export function venueGap(store: Papers, venue: string, from = 0, to = 9999): VenueGap | undefined {
  const lacking = venueYears(store, venue).filter(
    (own) => own.year >= from && own.year <= to && isPartial(own),
  );
  if (lacking.length === 0) return undefined;
  const withList = lacking.filter(({ listed }) => listed !== undefined);
  const partial = withList.length > 0 ? withList : lacking;
  const sum = (of: (own: VenueYear) => number) => partial.reduce((total, own) => total + of(own), 0);
  return {
    venue,
    years: partial.map(({ year }) => year),
    held: sum(({ held }) => held),
    listed: withList.length > 0 ? sum(({ listed = 0 }) => listed) : undefined,
  };
}

/** One short line: `Of ICRA 2016 and 2024 the data hold 322 of 2,453 papers.` */
export function gapNote({ venue, years, held, listed }: VenueGap): string {
  const count = (papers: number) => papers.toLocaleString('en-US');
  const how =
    listed === undefined
      ? `a part only, ${held === 1 ? 'one paper' : `${count(held)} papers`}`
      : `${count(held)} of ${count(listed)} papers`;
  return `Of ${venue} ${inSpans(years)} the data hold ${how}.`;
}

/** `1984 to 2004, 2016 and 2024`. */
function inSpans(years: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const year of years) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === year - 1) last[1] = year;
    else spans.push([year, year]);
  }
  const words = spans.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
  const end = words.pop() ?? '';
  return words.length === 0 ? end : `${words.join(', ')} and ${end}`;
}

/** Papers here by year, of every venue and of none. */
export function heldByYear(store: Papers): Held {
  return heldPapers(store, EVERY_VENUE);
}

/** No venue is called so. */
const EVERY_VENUE = '';

/** Live papers of a venue by year, counted once for each state of the store. */
function heldPapers(store: Papers, venue: string): Held {
  const state = `${store.size} ${store.count}`;
  let known = counted.get(store);
  if (known?.of !== state) {
    known = { of: state, byVenue: new Map() };
    counted.set(store, known);
  }
  const held = known.byVenue.get(venue) ?? countPapers(store, venue);
  known.byVenue.set(venue, held);
  return held;
}

function countPapers(store: Papers, venue: string): Held {
  const [venues, years] = [store.words('journal'), store.words('year')];
  const counts = new Uint32Array(years.dictionary.length);
  const rows = venue === EVERY_VENUE ? rowsOutside(undefined, store.size) : rowsIn(venues.having([venue]));
  years.count(store.allLive ? rows : rowsWhere(rows, (row) => store.isLive(row)), counts);
  return new Map(
    years.dictionary.flatMap((year, code) => {
      const held = counts[code] as number;
      return held === 0 ? [] : [[Number(year), held] as const];
    }),
  );
}
