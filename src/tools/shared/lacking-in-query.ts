import type { Kind, KindIndex } from '../../kinds/kinds.ts';
import { everydayIn } from '../../kinds/vocabularies/phrases.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { maskOf, outside } from '../../search/masks.ts';
import { fold, words } from '../../text/fold.ts';
import { isStopWord, parseQuery, withoutPhrase } from '../../text/query.ts';
import { oneLine } from './answer.ts';
import { certificationIn } from './certification-in-query.ts';
import { telling } from './telling.ts';

/** What a query wants robots to be without, as a filter with a note, and the words that are left. */
interface LackAsked {
  readonly filter: Filter;
  readonly rest: string;
}

/** Words of lack before a thing; `no longer` and `without spilling` lack none. */
const LACK =
  /(?<![\w-])(?:and |but |that have |which have )?(?:without|with no|no(?! (?:longer|more|less|later|earlier|fewer|other)\b)|lacking|free of)\s+(?:(?:any|an?|the)\s+)*(?=((?!\w+ing\b)\p{L}.*))/giu;
/** Things have no more words. */
const MOST_WORDS = 2;
/** The records of more are not read: what they are found by is what they say. */
const MOST_READ = 300;

/**
 * The thing that a query wants none of: `robot vacuum without lidar` leaves out robots whose text has lidar, but for those
 * that say themselves that they have none. Undefined where everyday speech has a word for it (`without a cable`).
 */
export function readLackIn<K extends Kind>(
  query: string,
  { kind, domainStopWords }: KindIndex<K>,
  store: KindStore<K>,
): LackAsked | undefined {
  if (kind !== 'robots' || query.includes('"')) return undefined;
  const [match] = query.matchAll(LACK);
  // A certification that is lacking is known by its field.
  if (match === undefined || certificationIn(query) !== undefined || store.named(query).length > 0)
    return undefined;
  const thing = thingIn(match[1] ?? '', store);
  if (thing === undefined) return undefined;
  const phrase = `${match[0]}${thing.name}`.trim();
  if (everydayIn(words(fold(phrase))).length > 0) return undefined;
  const rows = thing.rows.length > MOST_READ ? thing.rows : thing.rows.filter(saysOf(thing.name, store));
  const filter: Filter = {
    name: 'query',
    pass: outside(maskOf(store.size, rows)),
    note: `Read "${oneLine(phrase)}" in the query as all but those whose text has "${oneLine(thing.name)}" (${rows.length}): not every text says all that a robot has.`,
    remedy: `With those whose text has "${oneLine(thing.name)}"`,
  };
  return { filter, rest: telling(withoutPhrase(query, phrase), domainStopWords) };
}

interface Thing {
  readonly name: string;
  readonly rows: Int32Array;
}

/** The longest run of words that some text has; what none has is the first word. */
function thingIn<K extends Kind>(behind: string, store: KindStore<K>): Thing | undefined {
  const all = behind.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu)?.slice(0, MOST_WORDS) ?? [];
  const telling = all.slice(0, all.findIndex(isStop) === -1 ? MOST_WORDS : all.findIndex(isStop));
  for (let length = telling.length; length > 0; length--) {
    const last = telling[length - 1] as string;
    const name = behind.slice(0, behind.indexOf(last) + last.length);
    const { rows } = store.match(parseQuery(`"${name}"`), { incomplete: 'never', isScored: false });
    if (rows.length > 0 || length === 1) return { name, rows };
  }
  return undefined;
}

function isStop(word: string): boolean {
  return isStopWord(word.toLowerCase());
}

/** Whether a record's own text has the thing, other than to say that it is not there: `needs no boundary wire`. */
function saysOf<K extends Kind>(name: string, store: KindStore<K>): (row: number) => boolean {
  const thing = words(fold(name)).join(String.raw`[\s-]+`);
  const says = new RegExp(String.raw`\b${thing}`, 'i');
  const denies = new RegExp(
    String.raw`\b(?:no|not|without|non|free of|instead of|rather than|lacks?)[\s-]+(?:[\w-]+[\s-]+){0,2}${thing}`,
    'i',
  );
  return (row) => {
    const { sources: _, ...own } = store.record(row);
    const text = fold(JSON.stringify(own));
    return says.test(text) && !denies.test(text);
  };
}
