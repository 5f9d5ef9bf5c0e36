import { type Kind, kindIndexes, type RecordOf } from '../../kinds/kinds.ts';
import { readIdentifier } from '../../question/identifiers.ts';
import type { Difference } from '../../references/check-reference.ts';
import { findReferenced } from '../../references/find-referenced.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { isDemoted } from '../../search/sort.ts';
import { formsNamedBy, isDecoration, type NameForms, nameForms } from '../../text/company-names.ts';
import { compact, fold, words } from '../../text/fold.ts';
import { parseQuery } from '../../text/query.ts';
import type { DataContext } from '../tool.ts';
import { oneLine } from './answer.ts';
import { demotedRows } from './asked-order.ts';

/** What an id or name stands for among the records of a kind. */
export interface Named {
  readonly asked: string;
  /** Undefined where no record carries the name. */
  readonly row: number | undefined;
  /** Further records that carry it, the likelier first. */
  readonly others: readonly number[];
  /** What a reference has otherwise than the record that it is of. */
  readonly differences?: readonly Difference[];
}

/** Of a search for a name so many are looked at. */
const MOST_LOOKED_AT = 24;
/** No name has more words: what has is a text, and is not looked for. */
const MOST_WORDS = 8;
/** Near names are sought of so many that no record carries: each costs as much as a search. */
export const MOST_SOUGHT = 4;
/** Of records that carry a name too so many are told. */
const OTHERS_TOLD = 3;

/** Kinds of things that are called by short names; texts have titles, and are meant by no part of them. */
export const thingKinds: readonly Kind[] = ['robots', 'startups', 'manufacturers'];

/** The record of this id or alias, or else the likeliest that carries the name, alone or with more behind it. */
export function resolveName(kind: Kind, asked: string, { catalogue }: Pick<DataContext, 'catalogue'>): Named {
  const store = catalogue.store(kind);
  const row = store.indexOf(asked);
  if (row !== undefined) return { asked, row, others: [] };
  const named = store.named(asked);
  const exact = named.length > 0 ? named : store.withAddress(readIdentifier(asked));
  if (exact.length === 0 && !(thingKinds.includes(kind) && isTelling(asked))) {
    const referenced = kind === 'publications' ? findReferenced(catalogue.store(kind), asked) : undefined;
    return { asked, row: undefined, others: [], ...referenced };
  }
  const isNamed = formsNamedBy(asked);
  const text = parseQuery(asked);
  const { page } = store.search({ text, filters: [], facets: [], limit: MOST_LOOKED_AT });
  const carry = page.filter((each) => {
    const { own, maker } = namesAt(kind, store, each);
    // A maker alone is no name of what it makes.
    return !(maker !== undefined && isNamed(maker)) && own.some(isNamed);
  });
  const rows = [...new Set([...exact, ...carry])];
  const last = `-${compact(asked)}`;
  const demoted = demotedRows(store);
  // Who says ANYmal means the one of today.
  const rank = (each: number) =>
    (exact.includes(each) ? 0 : 4) +
    2 * Number(isDemoted(demoted, each)) +
    (store.idOf(each).endsWith(last) ? 0 : 1);
  const order = new Map(page.map((each, i) => [each, i]));
  const place = (each: number) => order.get(each) ?? page.length;
  const [first, ...others] = rows.sort((a, b) => rank(a) - rank(b) || place(a) - place(b));
  return { asked, row: first, others };
}

/** What a record is called, as it is held against what was asked. */
interface Names {
  readonly own: readonly NameForms[];
  /** Of what somebody makes. */
  readonly maker: NameForms | undefined;
}

const known = new WeakMap<object, Map<number, Names>>();

/** The names of a row, which never change: read and folded once, since many names lead to the same rows. */
function namesAt<K extends Kind>(kind: K, store: KindStore<K>, row: number): Names {
  const names = known.get(store) ?? new Map<number, Names>();
  known.set(store, names);
  const read = names.get(row) ?? namesOf(kind, store.record(row));
  names.set(row, read);
  return read;
}

function namesOf<K extends Kind>(kind: K, record: RecordOf<K>): Names {
  const maker = 'manufacturer' in record ? nameForms(record.manufacturer.name) : undefined;
  return { own: kindIndexes[kind].keys(record).map(nameForms), maker };
}

/** False for what is a part of any name, `robot`, `the`, a number, and for what is too long to be one. */
function isTelling(name: string): boolean {
  const own = words(fold(name));
  if (own.length > MOST_WORDS) return false;
  const telling = own.filter((word) => !isDecoration(word)).join('');
  return telling.length > 1 && /\p{L}/u.test(telling);
}

/** How a name was read that is the whole name of no record, or of several. */
export function readingNotes(
  kind: Kind,
  named: readonly Named[],
  { catalogue }: Pick<DataContext, 'catalogue'>,
): string[] {
  const store = catalogue.store(kind);
  return named.flatMap(({ asked, row, others, differences = [] }) => {
    if (row === undefined || store.indexOf(asked) === row) return [];
    const told = others.slice(0, OTHERS_TOLD).map((each) => store.idOf(each));
    const more = others.length - told.length;
    const rest = more > 0 ? ` and ${more} more` : '';
    const also =
      told.length === 0
        ? ''
        : ` ${told.join(', ')}${rest} ${others.length > 1 ? 'carry' : 'carries'} the name too.`;
    const otherwise = differences.map(({ part, written, held }) =>
      held === undefined
        ? `${part} ${oneLine(written)} is not its own`
        : `${part} is ${oneLine(held)}, not ${oneLine(written)}`,
    );
    const said = otherwise.length === 0 ? '' : ` Otherwise in the data: ${otherwise.join('; ')}.`;
    return [`"${oneLine(asked)}" is read as ${store.idOf(row)}.${said}${also}`];
  });
}
