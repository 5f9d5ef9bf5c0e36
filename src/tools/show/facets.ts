import { type Kind, kindIndexes } from '../../kinds/kinds.ts';
import type { WordColumn } from '../../search/word-column.ts';
import { cell as inWords } from '../shared/answer.ts';
import type { CountedAnswer } from '../tool.ts';
import { labelOf, valueLabel } from './labels.ts';
import type { ShownTable } from './shape.ts';

/** Values of a facet that a reader may choose from. */
const FACET_VALUES = 30;

/** Counts of what can be filtered by; what is chosen is counted as if it were not. */
export function facetsOf(
  kind: Kind,
  given: Readonly<Record<string, unknown>>,
  counts: CountedAnswer['counts'],
): ShownTable['facets'] {
  const { fields } = kindIndexes[kind];
  return Object.entries(fields).flatMap(([field, { facet, type }]) => {
    const argument = facet === undefined || facet === true ? field : (facet.name ?? field);
    const ask = fields[argument]?.ask;
    const values = counts[argument] ?? [];
    if (type !== 'words' || (ask?.as !== 'words' && ask?.as !== 'own') || values.length === 0) return [];
    const chosen = given[argument];
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
