import { namesOf } from '../kinds/common.ts';
import type { RecordsByKind } from '../kinds/kinds.ts';
import { nameForms } from '../text/company-names.ts';
import { isEnglish } from '../text/english.ts';
import { fold, words } from '../text/fold.ts';
import { paperProminence } from './paper-prominence.ts';

/** Shorter names, and those that are English words, are meant only where the maker is named beside them: `G1`, `Spot`. */
const TELLING_LENGTH = 4;
/** Longer names are not looked for. */
const MAX_WORDS = 6;
/** What a mention counts by the kind of record that it stands in: news tell of what many know, and papers use it. */
const weights = { news: 3, publications: 2, others: 1 } as const;
/** What each further web site counts that tells of a robot. */
const SITE_WEIGHT = 1;
/** The share of its maker's prominence that a robot has by itself. */
const MAKER_SHARE = 0.35;

/** What keys of robots and of makers begin with. */
const ROBOT = 'robot ';
const MAKER = 'maker ';

/** How widely the robots, makers and papers of a dataset are known, by id, computed from its own records. */
interface Prominence {
  readonly robots: ReadonlyMap<string, number>;
  readonly manufacturers: ReadonlyMap<string, number>;
  readonly publications: ReadonlyMap<string, number>;
}

/**
 * Prominence of robots and makers is the binary logarithm of how often news, titles of papers and the texts of other records
 * name them, weighed by kind, and of the web sites that their own sources are on; of papers it is how often they are cited. Takes about a second for 60,000 records.
 */
export function prominenceOf(records: RecordsByKind): Prominence {
  const counts = new Map<string, number>();
  const finder = new NameFinder(records);
  const count = (keys: Iterable<string>, weight: number) => {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + weight);
  };
  const robotsIn = (text: string) => [...finder.namedIn(text)].filter((key) => key.startsWith(ROBOT));
  const makers = new Map(
    records.manufacturers.flatMap((maker) =>
      namesOf(maker).map((name) => [nameForms(name).core, MAKER + maker.id]),
    ),
  );
  for (const { headline, summary, entities } of records.news) {
    count(robotsIn([headline, summary, ...entities].join(' ')), weights.news);
    count(new Set(entities.flatMap((name) => makers.get(nameForms(name).core) ?? [])), weights.news);
  }
  // Acronyms of makers are also methods of papers.
  for (const { title } of records.publications) count(robotsIn(title), weights.publications);
  const others = [
    ...records.robots.map(({ id, description }) => ({ own: ROBOT + id, description })),
    ...records.manufacturers.map(({ id, description }) => ({ own: MAKER + id, description })),
    ...records.startups.map(({ description }) => ({ own: '', description })),
  ];
  for (const { own, description } of others) {
    count(
      [...finder.namedIn(description)].filter((key) => key !== own),
      weights.others,
    );
  }
  const score = (key: string, sources: readonly { readonly url: string }[]) =>
    Math.log2(1 + (counts.get(key) ?? 0) + SITE_WEIGHT * sitesOf(sources));
  const manufacturers = new Map(
    records.manufacturers.map(({ id, sources }) => [id, score(MAKER + id, sources)]),
  );
  const robots = new Map(
    records.robots.map(({ id, manufacturer, sources }) => [
      id,
      score(ROBOT + id, sources) + MAKER_SHARE * (manufacturers.get(manufacturer.id) ?? 0),
    ]),
  );
  return { robots, manufacturers, publications: paperProminence(records.publications) };
}

function sitesOf(sources: readonly { readonly url: string }[]): number {
  return new Set(sources.map(({ url }) => new URL(url).host)).size;
}

/** What a phrase names: a record, and the words that have to stand beside it. */
interface Named {
  readonly key: string;
  readonly beside?: ReadonlySet<string>;
}

/** Finds names of robots and makers in texts, the longest at each place. */
class NameFinder {
  readonly #named = new Map<string, Named[]>();
  /** Words of the longest name that begins with a word. */
  readonly #longest = new Map<string, number>();

  constructor({ robots, manufacturers }: RecordsByKind) {
    for (const maker of manufacturers) {
      for (const name of namesOf(maker)) {
        if (isTelling(name)) this.#add(name, { key: MAKER + maker.id });
      }
    }
    for (const robot of robots) {
      const key = ROBOT + robot.id;
      const { core } = nameForms(robot.manufacturer.name);
      const maker = isTelling(core) ? core : robot.manufacturer.name;
      const beside = new Set(words(fold(maker)));
      for (const name of namesOf(robot).flatMap(withoutBrackets)) {
        this.#add(name, isTelling(name) ? { key } : { key, beside });
        this.#add(`${maker} ${name}`, { key });
      }
    }
  }

  #add(name: string, named: Named): void {
    const own = words(fold(name));
    const [first] = own;
    if (first === undefined || own.length > MAX_WORDS || (own.length === 1 && first.length < 2)) return;
    const phrase = own.join(' ');
    const known = this.#named.get(phrase);
    if (known === undefined) this.#named.set(phrase, [named]);
    else if (!known.some(({ key }) => key === named.key)) known.push(named);
    this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, own.length));
  }

  /** The records that a text names, each once. */
  namedIn(text: string): ReadonlySet<string> {
    const own = words(fold(text));
    const all = new Set(own);
    const found = new Set<string>();
    for (let at = 0; at < own.length; ) at += this.#longestAt(own, at, all, found);
    return found;
  }

  #longestAt(own: readonly string[], at: number, all: ReadonlySet<string>, found: Set<string>): number {
    const most = Math.min(this.#longest.get(own[at] as string) ?? 0, own.length - at);
    for (let length = most; length > 0; length--) {
      const named = this.#named.get(own.slice(at, at + length).join(' ')) ?? [];
      const meant = named.filter(
        ({ beside }) => beside === undefined || [...beside].every((word) => all.has(word)),
      );
      // A name that several records have says nothing of one of them.
      if (meant.length === 0 || meant.length > 2) continue;
      for (const { key } of meant) found.add(key);
      return length;
    }
    return 1;
  }
}

/** `Franka Emika Robot (Panda)` has two names. */
function withoutBrackets(name: string): string[] {
  const [, before = name, within] = /^(.+?)\s*\((.+)\)$/.exec(name) ?? [];
  return within === undefined ? [name] : [name, before, within];
}

function isTelling(name: string): boolean {
  const own = words(fold(name));
  const isRare = own.some((word) => word.length >= TELLING_LENGTH && !isEnglish(word));
  return (
    isRare || (own.length > 1 && /\d/.test(name) && own.some((word) => !isEnglish(word) && word.length > 1))
  );
}
