import type { Sort } from '../../kinds/definition.ts';
import type { Kind } from '../../kinds/kinds.ts';
import { sortNamed } from '../../kinds/vocabularies/measures.ts';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { compact } from '../../text/fold.ts';
import { ToolError } from '../tool.ts';

/**
 * The order that a caller names, without regard to case and spacing: `payload_kg_desc`, and `payload_desc`, `payload`
 * and `strongest` for it. Throws INVALID_ARGUMENT for any other.
 */
export function readSort(kind: Kind, sorts: Readonly<Record<string, Sort>>, text: string): Sort {
  const sort = sorts[sortName(kind, Object.keys(sorts), text) ?? ''];
  if (sort !== undefined) return sort;
  const names = Object.keys(sorts);
  const accepted = ['relevance', ...names];
  const near = nearest(text, accepted, 3);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  throw new ToolError(
    'INVALID_ARGUMENT',
    `sort does not know "${text}".${hint} Accepted: ${sortsInWords(names)}.`,
    { field: 'sort', accepted },
  );
}

/** The name among `names` of the order that a caller names; undefined for no order. */
export function sortName(kind: Kind, names: readonly string[], text: string): string | undefined {
  return names.find((known) => compact(known) === compact(text)) ?? sortNamed(kind, text);
}

/** The names of sorts, those that go both ways by one thing together; only an example of these with `such`. */
export function sortsInWords(names: readonly string[], such?: 'such'): string {
  const paired = names
    .filter((name) => !name.startsWith('price'))
    .map((name) => name.replace(/_(asc|desc)$/, ''));
  const measures = [...new Set(paired.filter((name, i) => paired.indexOf(name) !== i))];
  const others = names.filter((name) => !measures.includes(name.replace(/_(asc|desc)$/, '')));
  const both = such === undefined ? measures.join(', ') : `a spec, such as ${measures[0]},`;
  return [...['relevance', ...others], ...(measures.length === 0 ? [] : [`${both} with _asc or _desc`])].join(
    ', ',
  );
}
