import { type Style, wrap } from './style.ts';
import { type Fields, renderField, renderRecords, type TableLayout } from './table.ts';
import { showCounts, showName } from './values.ts';

/** A tool's structured answer for a person: how many there are, the records, then what is worth knowing of them. */
export function renderAnswer(answer: Fields, layout: TableLayout): string {
  const { width, style } = layout;
  const { results, total, facets, notes, next_cursor, dataset, without_filter: _, ...further } = answer;
  const found = Array.isArray(results) ? results : undefined;
  const lines = [
    ...(found === undefined
      ? []
      : [heading({ found, total: Number(total), facets, dataset: dataset as Fields }, style), '']),
    ...(found !== undefined && found.length > 0 ? [...renderRecords(found, layout), ''] : []),
    ...Object.entries(withExamples(further)).flatMap(([name, value]) => renderFurther(name, value, layout)),
    ...facetLines(facets as Fields | undefined, width, style),
    ...noteLines(notes, width, style),
    ...(next_cursor === undefined
      ? []
      : [style.soft(`More: the same with --cursor '${String(next_cursor)}'`)]),
  ];
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

interface Counted {
  readonly found: readonly Fields[];
  readonly total: number;
  readonly facets: unknown;
  readonly dataset: Fields;
}

/** How many there are, and how many of them can be had. */
function heading({ found, total, facets, dataset }: Counted, style: Style): string {
  const matches = `${total.toLocaleString('en-US')} ${total === 1 ? 'match' : 'matches'}`;
  const { status } = { ...(facets as { readonly status?: { readonly available?: number } } | undefined) };
  const shown = found.length;
  const all = shown < total ? status?.available : found.filter((one) => one.status === 'available').length;
  const available = all ?? 0;
  const had = available === 0 || total === 1 ? '' : `, ${available.toLocaleString('en-US')} available`;
  const of = shown < total ? `, ${shown} shown` : '';
  return `${style.strong(matches)}${had}${of} ${style.soft(`(data of ${String(dataset.date)})`)}`;
}

function renderFurther(name: string, value: unknown, layout: TableLayout): string[] {
  const { width, style } = layout;
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object');
  if (!isList) return renderField(name, value, width, style);
  const rows = value as Fields[];
  // What stands beside the results is found again by its id.
  const isBrief = rows.every((row) => row.id !== undefined);
  return [style.strong(showName(name)), ...renderRecords(rows, { ...layout, isBrief }), ''];
}

/** A count and records that it counts, as one. */
function withExamples(fields: Fields): Fields {
  const joined = Object.entries(fields).map(([name, value]) => {
    const examples = fields[`${name}${EXAMPLES}`];
    return [
      name,
      Array.isArray(examples) ? `${String(value)}, such as ${examples.join(', ')}` : value,
    ] as const;
  });
  return Object.fromEntries(
    joined.filter(([name]) => !(name.endsWith(EXAMPLES) && name.slice(0, -EXAMPLES.length) in fields)),
  );
}

const EXAMPLES = '_such_as';

function facetLines(facets: Fields | undefined, width: number, style: Style): string[] {
  return Object.entries(facets ?? {})
    .flatMap(([name, counts]) => wrap(`${showName(name)}: ${showCounts(counts as object)}`, width))
    .map(style.soft);
}

function noteLines(notes: unknown, width: number, style: Style): string[] {
  const lines = Array.isArray(notes) ? notes.flatMap((note) => String(note).split('\n')) : [];
  return lines.flatMap((line) => wrap(line, width)).map(style.note);
}
