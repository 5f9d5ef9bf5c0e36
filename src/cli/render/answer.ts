import { wrap } from './fit.ts';
import type { Style } from './style.ts';
import { renderCards, renderField, renderTable } from './table.ts';
import { showCounts, showName } from './value.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Below this a table would be all line breaks. */
const TABLE_WIDTH = 60;

/** A tool's structured answer for a person: how many there are, the records, then what is worth knowing of them. */
export function renderAnswer(answer: Fields, width: number, style: Style): string {
  const { results, total, facets, notes, next_cursor, dataset, without_filter: _, ...further } = answer;
  const lines = [
    ...(Array.isArray(results) ? [heading(results.length, Number(total), dataset as Fields, style), ''] : []),
    ...(Array.isArray(results) && results.length > 0 ? [...renderRecords(results, width, style), ''] : []),
    ...Object.entries(further).flatMap(([name, value]) => renderFurther(name, value, width, style)),
    ...facetLines(facets as Fields | undefined, width, style),
    ...noteLines(notes, width, style),
    ...(next_cursor === undefined
      ? []
      : [style.soft(`More: the same with --cursor '${String(next_cursor)}'`)]),
  ];
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

function heading(shown: number, total: number, { date }: Fields, style: Style): string {
  const matches = `${total.toLocaleString('en-US')} ${total === 1 ? 'match' : 'matches'}`;
  const of = shown < total ? `, ${shown} shown` : '';
  return `${style.strong(matches)}${of} ${style.soft(`(data of ${String(date)})`)}`;
}

/** Whole records have too many fields for a table. */
function renderRecords(records: readonly Fields[], width: number, style: Style): string[] {
  const isWhole = records.some((record) => Array.isArray(record.sources));
  if (isWhole || width < TABLE_WIDTH) return renderCards(records, width, style);
  return renderTable(records, width, style);
}

function renderFurther(name: string, value: unknown, width: number, style: Style): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object');
  if (!isList) return renderField(name, value, width, style);
  return [style.strong(showName(name)), ...renderRecords(value as Fields[], width, style), ''];
}

function facetLines(facets: Fields | undefined, width: number, style: Style): string[] {
  return Object.entries(facets ?? {})
    .filter(([, counts]) => Object.keys(counts as object).length > 1)
    .flatMap(([name, counts]) => wrap(`${showName(name)}: ${showCounts(counts as object)}`, width))
    .map(style.soft);
}

function noteLines(notes: unknown, width: number, style: Style): string[] {
  return Array.isArray(notes) ? notes.flatMap((note) => wrap(String(note), width)).map(style.note) : [];
}
