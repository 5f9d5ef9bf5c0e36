import type { Kind } from '../../kinds/kinds.ts';
import type { Related } from '../../search/related.ts';
import { matchOf } from '../../search/search.ts';
import { compact } from '../../text/fold.ts';
import { BETWEEN_NAMES } from '../../text/query.ts';
import type { DataContext } from '../tool.ts';
import { type Named, readingNotes, resolveName, thingKinds } from './named-record.ts';

/** Records that a query lists by name, and how the names were read. */
interface NamesRead extends Related {
  readonly named: readonly Named[];
  readonly notes: readonly string[];
}

/** Words of comparing before a list. */
const LEAD =
  /^(?:please |can you )?(?:compare|comparison (?:of|between)|differences? between|which is better,?:?|what is better,?:?|show(?: me)?|specs of)\s+(?:the\s+)?/i;
const MOST_NAMES = 6;
const MOST_WORDS = 5;

/**
 * The records that a question consists of, where some are not called quite so: `KUKA KR Quantec vs ABB IRB 6700`, `figure 3
 * and 1x neo`. Undefined unless each part of the list names one.
 */
export function namesInList(
  kind: Kind,
  query: string,
  context: Pick<DataContext, 'catalogue'>,
): NamesRead | undefined {
  if (!thingKinds.includes(kind) || query.includes('"')) return undefined;
  const parts = query
    .replace(LEAD, '')
    .replace(/[?.!]+$/, '')
    .split(BETWEEN_NAMES);
  if (parts.length < 2 || parts.length > MOST_NAMES) return undefined;
  const store = context.catalogue.store(kind);
  const named: Named[] = [];
  for (const part of parts) {
    if (part.split(/\s+/).length > MOST_WORDS || !mayBeName(part)) return undefined;
    const read = resolved(kind, part, context);
    if (read === undefined) return undefined;
    named.push(read);
  }
  // Names that are called so are found by the search itself.
  if (parts.every((part) => store.named(part).length > 0)) return undefined;
  const rows = [...new Set(named.flatMap(({ row }) => row ?? []))];
  if (rows.length < 2) return undefined;
  const like = () => {
    const scores = new Float64Array(store.size);
    for (const [i, row] of rows.entries()) scores[row] = rows.length - i;
    return matchOf(rows, scores);
  };
  return { like, named, notes: readingNotes(kind, named, context) };
}

/** A model has a number or a capital: `red and green` names none. */
function mayBeName(part: string): boolean {
  return /[\p{Lu}\d]/u.test(part);
}

/** The record of a name, or of one that differs by a slip, but not by its number. */
function resolved(kind: Kind, part: string, context: Pick<DataContext, 'catalogue'>): Named | undefined {
  const read = resolveName(kind, part, context);
  if (read.row !== undefined) return read;
  const store = context.catalogue.store(kind);
  const near = context.catalogue.namesLike(kind, part, 3).find((id) => {
    const row = store.indexOf(id);
    return row !== undefined && numbersIn(store.idOf(row)) === numbersIn(part) && numbersIn(part) !== '';
  });
  return near === undefined ? undefined : { ...read, row: store.indexOf(near) };
}

/** `03` is `3`. */
function numbersIn(text: string): string {
  return (compact(text).match(/\d+/g) ?? []).map(Number).join(' ');
}
