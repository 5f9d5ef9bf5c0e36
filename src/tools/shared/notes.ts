import type { Kind } from '../../kinds/kinds.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { SearchOutcome } from '../../search/search.ts';
import { oneLine } from './render.ts';

/** What the words of a query did not find, and what was looked for instead. */
export function wordNotes(store: KindStore<Kind>, query: string, outcome: SearchOutcome): string[] {
  const notes: string[] = [];
  for (const word of outcome.unknown) {
    const instead = outcome.corrected[word];
    const shown = `No record has "${oneLine(word)}"`;
    notes.push(instead === undefined ? `${shown}.` : `${shown}: searched for "${instead}" instead.`);
  }
  if (outcome.partial > 0) {
    const complete = outcome.total - outcome.partial;
    const who = complete === 0 ? 'No record has' : complete === 1 ? 'One has' : `${complete} have`;
    notes.push(`${who} every word of the query; the nearest others fill the page (${outcome.partial}).`);
  }
  if (query !== '' && outcome.textTotal === 0) {
    const names = store.namesLike(query, 3);
    if (names.length > 0) notes.push(`Nearest names: ${names.join(', ')}.`);
  }
  return notes;
}

/** What was searched, which filter emptied the answer, and what removing it would find. */
export function emptyNotes(searched: string, filters: readonly Filter[], outcome: SearchOutcome): string[] {
  if (outcome.total > 0) return [];
  return [searched, ...causes(filters, outcome)];
}

function causes(filters: readonly Filter[], outcome: SearchOutcome): string[] {
  if (filters.length === 0) return [];
  if (outcome.textTotal === 0) return ['The query itself finds nothing, whatever the filters.'];
  const helpful = filters.filter(({ name }) => (outcome.withoutFilter[name] ?? 0) > 0);
  if (helpful.length > 0) {
    return helpful.map(
      ({ name, remedy = `Without ${name}` }) => `${remedy} there would be ${outcome.withoutFilter[name]}.`,
    );
  }
  const names = filters.map(({ name }) => name).join(', ');
  return [`Nothing meets ${names} together; no single one of them is the cause.`];
}

/** `Searched 631 robots for query "…", country "…".` */
export function searchedNote(kind: string, count: number, args: object): string {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const asked = given.map(([name, value]) => `${name} ${oneLine(JSON.stringify(value))}`).join(', ');
  return `Searched ${count} records of ${kind}${asked === '' ? '' : ` for ${asked}`}.`;
}
