import { type Style, wrap } from './style.ts';
import { type Layout, type Row, renderField, renderRecords } from './table.ts';
import { showCounts, showName } from './values.ts';

/** A tool's structured answer for a person: how many there are, the records, then what is worth knowing of them. */
export function renderAnswer(answer: Row, layout: Layout): string {
  const { width, style } = layout;
  const { results, total, facets, notes, next_cursor, dataset, without_filter: _, ...further } = answer;
  const found = Array.isArray(results) ? results : undefined;
  const lines = [
    ...(found === undefined
      ? []
      : [heading({ shown: found.length, total: Number(total), facets, dataset: dataset as Row }, style), '']),
    ...(found !== undefined && found.length > 0 ? [...renderRecords(found, layout), ''] : []),
    ...Object.entries(further).flatMap(([name, value]) => renderFurther(name, value, layout)),
    ...facetLines(facets as Row | undefined, width, style),
    ...noteLines(notes, width, style),
    ...(next_cursor === undefined
      ? []
      : [style.soft(`More: the same with --cursor '${String(next_cursor)}'`)]),
  ];
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

interface Counted {
  readonly shown: number;
  readonly total: number;
  readonly facets: unknown;
  readonly dataset: Row;
}

/** How many there are, and how many of them can be had. */
function heading({ shown, total, facets, dataset }: Counted, style: Style): string {
  const matches = `${total.toLocaleString('en-US')} ${total === 1 ? 'match' : 'matches'}`;
  const { status } = { ...(facets as { readonly status?: { readonly available?: number } } | undefined) };
  const available = status?.available ?? 0;
  const had = available === 0 || total === 1 ? '' : `, ${available.toLocaleString('en-US')} available`;
  const of = shown < total ? `, ${shown} shown` : '';
  return `${style.strong(matches)}${had}${of} ${style.soft(`(data of ${String(dataset.date)})`)}`;
}

function renderFurther(name: string, value: unknown, layout: Layout): string[] {
  const { width, style } = layout;
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object');
  if (!isList) return renderField(name, value, width, style);
  return [style.strong(showName(name)), ...renderRecords(value as Row[], { ...layout, isBrief: true }), ''];
}

function facetLines(facets: Row | undefined, width: number, style: Style): string[] {
  return Object.entries(facets ?? {})
    .filter(([, counts]) => Object.keys(counts as object).length > 1)
    .flatMap(([name, counts]) => wrap(`${showName(name)}: ${showCounts(counts as object)}`, width))
    .map(style.soft);
}

function noteLines(notes: unknown, width: number, style: Style): string[] {
  return Array.isArray(notes) ? notes.flatMap((note) => wrap(String(note), width)).map(style.note) : [];
}
