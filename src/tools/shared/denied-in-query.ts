import type { Kind, KindIndex } from '../../kinds/kinds.ts';
import { vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import type { Filter } from '../../search/filters/filters.ts';
import { finderOf } from '../../search/filters/finders.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { outside } from '../../search/masks.ts';
import { isEnglish } from '../../text/english.ts';
import { oneLine } from './answer.ts';
import { categoryCalled } from './category-in-query.ts';
import { telling } from './telling.ts';

/** What a query leaves out, as a filter with a note, and the words that are left. */
interface DenialAsked {
  readonly filter: Filter;
  readonly rest: string;
}

/** Words of denial, with those that stand before a name; `non-` only joined to it. */
const DENIAL =
  /(?<![\w-])(?:(?:but |and |,\s*)?(?:not|no(?!\s+longer)|except(?: for)?|excluding|other than|(?:anything|everything|all) but|outside(?: of)?|aside from|apart from|without)\s+(?:(?:any|from|made|built|based|located|headquartered|in|by|about|on|of|the|an?|ones?)\s+)*|non[\s-])(?=(\S.*))/gi;
/** Names that are left out have no more words. */
const MOST_WORDS = 3;
const MOST_DENIALS = 3;

/**
 * The first value of a field that a query leaves out: `drones not from China`, `not DJI`, `non-humanoid`, `not acquired`. What
 * no field knows (`without a camera`) is read by readLackIn(). Undefined where the query is a name.
 */
export function readDenialIn<K extends Kind>(
  query: string,
  { kind, fields, domainStopWords }: KindIndex<K>,
  store: KindStore<K>,
): DenialAsked | undefined {
  // Titles deny things too.
  if (kind === 'publications' || kind === 'certification') return undefined;
  for (const denial of [...query.matchAll(DENIAL)].slice(0, MOST_DENIALS)) {
    const behind = denial[1] ?? '';
    const first = namedAt(behind, (name) => fieldValues(name, fields, domainStopWords, store));
    if (first === undefined || store.named(query).length > 0) continue;
    const { field } = first.value;
    const named = [
      first,
      ...listedBehind(behind.slice(first.length), (name) =>
        fieldValues(name, { [field]: fields[field] } as typeof fields, domainStopWords, store),
      ),
    ];
    const length = named.reduce((sum, one) => sum + one.length, 0);
    const phrase = `${denial[0]}${behind.slice(0, length)}`.trim();
    const having = store.words(field).having(named.flatMap(({ value }) => value.values));
    const names = named.map(({ name }) => oneLine(name)).join(', ');
    const filter: Filter = {
      name: field,
      pass: outside(having),
      note: `Read "${oneLine(phrase)}" in the query as all but ${field} ${names}.`,
    };
    const at = denial.index;
    const rest = `${query.slice(0, at)} ${query.slice(at + denial[0].length + length)}`;
    return { filter, rest: telling(rest.replace(/\s+/g, ' ').trim(), domainStopWords) };
  }
  return undefined;
}

interface Read {
  readonly field: string;
  readonly values: readonly string[];
}

interface NamedAt {
  readonly name: string;
  /** In characters, with what stands between. */
  readonly length: number;
  readonly value: Read;
}

/** The longest name at the beginning of a text that stands for a value. */
function namedAt(text: string, read: (name: string) => Read | undefined): NamedAt | undefined {
  const words = text.split(/\s+/).slice(0, MOST_WORDS);
  for (let length = words.length; length > 0; length--) {
    const name = words
      .slice(0, length)
      .join(' ')
      .replace(/[.,;:!?)]+$/, '');
    const value = read(name);
    if (value !== undefined) return { name, length: name.length, value };
  }
  return undefined;
}

/** Further names of a list: `Tesla, Figure and Agility`. */
function listedBehind(text: string, read: (name: string) => Read | undefined): NamedAt[] {
  const sign = /^(?:\s*,\s*(?:and |or |nor )?|\s+(?:and|or|nor)\s+)/.exec(text)?.[0];
  const next = sign === undefined ? undefined : namedAt(text.slice(sign.length), read);
  if (sign === undefined || next === undefined) return [];
  const whole = { ...next, length: sign.length + next.length };
  return [whole, ...listedBehind(text.slice(whole.length), read)];
}

/** `Humanoid`, `surgical`. */
function isCategory(name: string): boolean {
  const called = name.toLowerCase();
  return (
    categoryCalled(name) !== undefined || vocabularies.robot_category.terms.some(({ id }) => id === called)
  );
}

/** Countries first, and names last. */
function precedenceOf({ ask }: KindIndex<Kind>['fields'][string]): number {
  const reads = ask?.as === 'words' ? ask.reads : undefined;
  return reads === 'country' ? 0 : reads === 'name' ? 2 : 1;
}

function fieldValues<K extends Kind>(
  name: string,
  fields: KindIndex<K>['fields'],
  domainStopWords: readonly string[],
  store: KindStore<K>,
): Read | undefined {
  // `not us` says nothing of a country.
  if (/^[a-z]{1,2}$/.test(name)) return undefined;
  // `China` and `hands` stand in names of makers, too.
  const asked = Object.entries(fields).sort(([, a], [, b]) => precedenceOf(a) - precedenceOf(b));
  for (const [field, { ask, of }] of asked) {
    if (ask?.as !== 'words' || of === undefined) continue;
    if (ask.reads === 'name' && name === name.toLowerCase() && isEnglish(name)) continue;
    // `no mop` is said of what belongs to the category that it stands for.
    if (ask.reads === 'robot_category' && !isCategory(name)) continue;
    const values = finderOf(ask.reads, store.words(field), domainStopWords).find(name);
    if (values.length > 0) return { field, values };
  }
  return undefined;
}
