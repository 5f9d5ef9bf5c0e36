import { compact, stems } from '../../text/fold.ts';

/** What two reports of one event are compared by. */
export interface DatedHeadline {
  /** `YYYY-MM-DD`; less exact dates are the same as none. */
  readonly date: string;
  readonly headline: string;
  readonly entities: readonly string[];
}

const MAX_DAYS_APART = 3;
const emptyWords = new Set(
  'a an the of and or for to in on at by with from as is are be its it this that how why what new robot robotic humanoid ai after over into will'.split(
    ' ',
  ),
);
/** What happens, in the words of different papers. */
const sameWords = new Map(
  [
    'raise raises raised secure secures land lands close closes bag nab get',
    'unveil reveal introduce launch launches debut present show announce release',
    'buy acquire acquisition bought',
    'm million',
    'b billion bn',
  ].flatMap((group) => group.split(' ').map((word, _, [first = word]) => [word, first] as const)),
);

/** A headline as it is compared. */
interface Event {
  /** In days. */
  readonly day: number;
  readonly compact: string;
  readonly content: ReadonlySet<string>;
  readonly amounts: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
}

/** Without an exact date there is no telling. */
function eventOf({ date, headline, entities }: DatedHeadline): Event | undefined {
  if (date.length < 10) return undefined;
  const content = contentOf(headline);
  return {
    day: Date.parse(date) / 86_400_000,
    compact: compact(headline),
    content,
    amounts: new Set([...content].filter((word) => /^\d/.test(word))),
    entities: new Set(entities),
  };
}

/**
 * True if two headlines of about the same day tell the same event: most of their words are alike, and no amount in
 * the one contradicts the other's.
 */
export function isSameEvent(a: DatedHeadline, b: DatedHeadline): boolean {
  const [one, other] = [eventOf(a), eventOf(b)];
  return one !== undefined && other !== undefined && areSame(one, other);
}

function areSame(a: Event, b: Event): boolean {
  if (Math.abs(a.day - b.day) > MAX_DAYS_APART) return false;
  if (a.compact === b.compact) return true;
  const contradict = a.amounts.size > 0 && b.amounts.size > 0 && !meet(a.amounts, b.amounts);
  if (contradict) return false;
  const smaller = Math.min(a.content.size, b.content.size);
  if (smaller < 2) return false;
  let shared = 0;
  for (const word of a.content) if (b.content.has(word)) shared += 1;
  const alike = shared / smaller;
  return meet(a.entities, b.entities)
    ? shared >= LEAST_SHARED && alike >= 0.5
    : shared > LEAST_SHARED && alike >= 0.7;
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const each of a) if (b.has(each)) return true;
  return false;
}

/** Words that two headlines of one event have in common at least, unless they are the same. */
const LEAST_SHARED = 3;

/**
 * Places at which a headline's words are looked up at most, rare words first: those of real days are some hundred. A feed
 * whose headlines are all alike must not have each compared with all.
 */
const MOST_PLACES = 2000;

interface Known extends Event {
  readonly id: string;
  /** Of several the earliest counts. */
  readonly number: number;
}

/** News of one day by their words, and by their whole headlines. */
interface Day {
  readonly byWord: Map<string, Known[]>;
  readonly byHeadline: Map<string, Known>;
}

/** News that are known, so that the one which tells an event is found without a look at each. */
export class KnownEvents {
  readonly #days = new Map<number, Day>();
  readonly #byId = new Map<string, Known>();
  #count = 0;

  /** Takes an item of news; one that is there already is replaced, in its place. */
  put(id: string, told: DatedHeadline): void {
    const event = eventOf(told);
    const former = this.#byId.get(id);
    if (event === undefined) this.#byId.delete(id);
    else if (former === undefined || !areAlike(former, event)) this.#add(id, event, former?.number);
  }

  /** The id of the first item that tells the same event. */
  find(told: DatedHeadline): string | undefined {
    const event = eventOf(told);
    if (event === undefined) return undefined;
    const near = Array.from({ length: 2 * MAX_DAYS_APART + 1 }, (_, i) => event.day - MAX_DAYS_APART + i);
    const days = near.flatMap((day) => this.#days.get(day) ?? []);
    const likely = [
      ...days.flatMap(({ byHeadline }) => byHeadline.get(event.compact) ?? []),
      ...sharing(event, days),
    ].filter((known) => this.#byId.get(known.id) === known && areSame(known, event));
    return likely.sort((a, b) => a.number - b.number)[0]?.id;
  }

  #add(id: string, event: Event, number = this.#count): void {
    this.#count += 1;
    const known = { ...event, id, number };
    this.#byId.set(id, known);
    const day = this.#days.get(event.day) ?? { byWord: new Map<string, Known[]>(), byHeadline: new Map() };
    this.#days.set(event.day, day);
    for (const word of event.content) {
      const list = day.byWord.get(word);
      if (list === undefined) day.byWord.set(word, [known]);
      else list.push(known);
    }
    const first = day.byHeadline.get(event.compact);
    if (first === undefined || this.#byId.get(first.id) !== first) day.byHeadline.set(event.compact, known);
  }
}

/** Those of some days that have enough words in common with an event, as far as they are looked up. */
function sharing(event: Event, days: readonly Day[]): Known[] {
  const lists = days.flatMap(({ byWord }) => [...event.content].flatMap((word) => [byWord.get(word) ?? []]));
  const counts = new Map<Known, number>();
  let places = 0;
  for (const list of lists.sort((a, b) => a.length - b.length)) {
    for (const known of list) {
      if (places === MOST_PLACES) break;
      places += 1;
      counts.set(known, (counts.get(known) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count >= LEAST_SHARED).map(([known]) => known);
}

function areAlike(a: Event, b: Event): boolean {
  const haveSame =
    a.entities.size === b.entities.size && [...a.entities].every((each) => b.entities.has(each));
  return a.day === b.day && a.compact === b.compact && haveSame;
}

function contentOf(headline: string): Set<string> {
  const spaced = headline
    .replace(/([$€£]?\d[\d.,]{0,20})\s?([mb]n?)\b/gi, '$1 $2')
    .replace(/(\d)[.,](?=\d)/g, '$1_');
  const list = spaced.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const found = list.flatMap((word) => (/\d/.test(word) ? [word] : stems(word)));
  return new Set(found.filter((word) => !emptyWords.has(word)).map((word) => sameWords.get(word) ?? word));
}
