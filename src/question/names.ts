import type { Kind } from '../kinds/kinds.ts';
import { namesOf, oncePerWord } from '../search/filters/finders.ts';
import { identifiersIn } from '../search/identifiers.ts';
import type { KindStore } from '../search/kind-store.ts';
import type { WordColumn } from '../search/word-column.ts';
import { isDecoration, nameForms } from '../text/company-names.ts';
import { compact, fold, stems, words } from '../text/fold.ts';
import { takeUmlautsBack } from '../text/word-forms.ts';

/** Names of the data that a question may have in it. Looked up, since they are too many for a vocabulary. */
export interface Names {
  /** True where there are no records to look names up in. */
  readonly isEmpty?: true;
  /** The values of a field that a text names exactly, or but for words such as Inc. and Robotics. */
  values(field: string, text: string): readonly string[];
  /** True for what publishes more news than it is in. */
  isOutlet(text: string): boolean;
  /** True if some paper has an author of this name. */
  isAuthor(text: string): boolean;
  /** True if a record or title is called so, or has this identifier. */
  isRecord(text: string): boolean;
  /** The id of the only robot of this name; undefined where the records are of products themselves. */
  robot?(text: string): string | undefined;
  /** What the only robot of this name has of a quantity, in its unit; undefined where it is not stated. */
  quantity?(text: string, field: string): number | undefined;
  /** True for a word that many titles have: a subject, whatever else is called so. */
  isSubject(word: string): boolean;
  /** True for a word that is a name of authors rather than a word of titles. */
  isSurname(word: string): boolean;
  /** How many records have two words next to each other. */
  together?(first: string, second: string): number;
  /** What a folded name in a script other than the Latin is on records: of a maker its Latin name. */
  nativeName(text: string): string | undefined;
}

/** Of texts in which no name is looked for. */
export const NO_NAMES: Names = {
  isEmpty: true,
  values: () => [],
  isOutlet: () => false,
  isAuthor: () => false,
  isRecord: () => false,
  isSubject: () => false,
  isSurname: () => false,
  nativeName: () => undefined,
};

/** The names of the records of a kind, and those of makers in their own script. */
export function namesIn<K extends Kind>(
  store: KindStore<K>,
  makers?: KindStore<'manufacturers'>,
  robots?: KindStore<'robots'>,
): Names {
  return {
    robot: (text) => {
      const [row, another] = robots?.named(text) ?? [];
      return row === undefined || another !== undefined ? undefined : robots?.idOf(row);
    },
    values: (field, text) => lookUp(store.words(field), text),
    isOutlet: (text) => countOf(store.words('outlet'), text) > countOf(store.words('entity'), text),
    isAuthor: (text) => isAuthor(store, text),
    isRecord: (text) => store.named(text).length > 0 || identifiersIn(text).length > 0,
    isSubject: (word) => store.countInField('title', word) >= MIN_TITLES,
    isSurname: (word) => [word, takeUmlautsBack(word)].some((form) => isRatherAuthor(store, form)),
    together: (first, second) => store.withPhrase(stems(`${first} ${second}`)).length,
    nativeName: (text) => {
      const key = text.includes(' ') ? text.replaceAll(' ', '') : text;
      if (store.nativeNames.has(key) && store.named(text).length > 0) return text;
      const [row, another] = makers?.nativeNames.has(key) ? makers.named(text) : [];
      return row === undefined || another !== undefined ? undefined : makers?.record(row).name;
    },
  };
}

/** What the only robot of a name has of a quantity, in its unit; undefined where it is not stated. */
export function quantityOf(robots: KindStore<'robots'>): (text: string, field: string) => number | undefined {
  return (text, field) => {
    const [row, another] = robots.named(text);
    if (row === undefined || another !== undefined) return undefined;
    const { price, specs } = robots.record(row);
    if (field === 'price_usd') return price?.kind === 'lease_monthly' ? undefined : price?.usd_min;
    const value = (specs as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'number' ? value : undefined;
  };
}

/** A word of so many titles is one of the field. */
const MIN_TITLES = 20;

function isRatherAuthor<K extends Kind>(store: KindStore<K>, word: string): boolean {
  return store.countInField('authors', word) > 4 * store.countInField('title', word);
}

interface KnownNames {
  readonly size: number;
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<WordColumn, KnownNames>();
const formsOf = oncePerWord((word) =>
  namesOf(word).map((name) => [compact(name), nameForms(name).core.replaceAll(' ', '')] as const),
);

function lookUp(column: WordColumn, text: string): readonly string[] {
  const { byName } = namesOfColumn(column);
  // Who writes `Figure AI` means what news call `Figure`; `robot humanoid` is no name of a firm.
  const written = text.split(/\s+/);
  const isName =
    written.every((word) => /^[\p{Lu}\p{N}]/u.test(word)) && !isDecoration(fold(written[0] ?? ''));
  const forms = [compact(text), ...(isName ? [compact(nameForms(text).core)] : [])];
  return [...new Set(forms.flatMap((form) => byName.get(form) ?? []))];
}

/** How many records have a name among the values of a column. */
function countOf(column: WordColumn, text: string): number {
  const { dictionary, totals } = column;
  return lookUp(column, text).reduce((sum, word) => sum + (totals[dictionary.indexOf(word)] ?? 0), 0);
}

function namesOfColumn(column: WordColumn): KnownNames {
  const own = known.get(column);
  if (own?.size === column.dictionary.length) return own;
  const byName = new Map<string, string[]>();
  const add = (key: string, word: string) => {
    if (key === '') return;
    const words = byName.get(key);
    if (words === undefined) byName.set(key, [word]);
    else if (!words.includes(word)) words.push(word);
  };
  for (const [code, forms] of formsOf(column).entries()) {
    for (const [whole, core] of forms) {
      add(whole, column.dictionary[code] as string);
      add(core, column.dictionary[code] as string);
    }
  }
  const made = { size: column.dictionary.length, byName };
  known.set(column, made);
  return made;
}

/** Each word stands in names of authors of one paper at least; an initial alone names nobody. */
function isAuthor<K extends Kind>(store: KindStore<K>, text: string): boolean {
  const whole = words(fold(text)).filter((word) => word.length > 1);
  if (whole.length === 0) return false;
  const lists = whole.map((word) =>
    longest([word, takeUmlautsBack(word)].map((form) => store.inField('authors', form))),
  );
  const [first = new Int32Array(0), ...others] = lists.sort((a, b) => a.length - b.length);
  const sets = others.map((rows) => new Set(rows));
  return first.some((row) => sets.every((rows) => rows.has(row)));
}

function longest(lists: readonly Int32Array[]): Int32Array {
  return lists.reduce((best, one) => (one.length > best.length ? one : best), new Int32Array(0));
}
