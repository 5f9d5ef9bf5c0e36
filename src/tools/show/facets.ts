import { kindIndexes } from '../../kinds/kinds.ts';
import type { WordColumn } from '../../search/columns.ts';
import { cell as inWords } from '../shared/answer.ts';
import { readArguments } from '../shared/read-arguments.ts';
import type { ToolContext } from '../tool.ts';
import { labelOf, valueLabel } from './labels.ts';
import type { SearchTool } from './records.ts';
import type { ShownTable } from './shape.ts';

/** Values of a facet that a reader may choose from. */
const FACET_VALUES = 30;

/** Counts of what can be filtered by; what is chosen is counted as if it were not. */
export function facetsOf(
  tool: SearchTool,
  given: Readonly<Record<string, unknown>>,
  context: ToolContext,
): ShownTable['facets'] {
  const { kind } = tool.search;
  const { fields } = kindIndexes[kind];
  const { ids, cursor: _, ...asked } = given;
  if (ids !== undefined) return [];
  const rowsOf = (args: object) => tool.search.matches(readArguments(tool.input, args), context).rows;
  const all = rowsOf(asked);
  return Object.entries(fields).flatMap(([field, { facet, type }]) => {
    const argument = facet === undefined || facet === true ? field : (facet.name ?? field);
    const ask = fields[argument]?.ask;
    if (facet === undefined || type !== 'words' || (ask?.as !== 'words' && ask?.as !== 'own')) return [];
    const chosen = asked[argument];
    const rows = chosen === undefined ? all : rowsOf({ ...asked, [argument]: undefined });
    const values = countWords(context.catalogue.store(kind).words(field), rows);
    if (values.length === 0) return [];
    return [
      {
        argument,
        label: labelOf(argument).label,
        ...(chosen !== undefined && { chosen: inWords(chosen) }),
        values: values
          .slice(0, FACET_VALUES)
          .map(({ value, count }) => ({ value, label: valueLabel(kind, field, value), count })),
      },
    ];
  });
}

/** The words of some rows with how many have each, most first. */
export function countWords(
  column: WordColumn,
  rows: Int32Array,
): { readonly value: string; readonly count: number }[] {
  const counts = new Uint32Array(column.dictionary.length);
  column.count(rows, counts);
  return column.dictionary
    .map((value, code) => ({ value, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
