import type { Kind, RecordOf } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { Related } from '../../search/related.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { oneLine } from './answer.ts';
import { readingNotes, resolveName } from './named-record.ts';
import type { SearchArguments } from './search-input.ts';
import type { SearchPlan } from './search-plan.ts';

/** A search for records like the one that `related_to` names, and what to say of it. */
export function relatedTo<K extends Kind>(
  asked: { readonly related_to?: string | undefined } & SearchArguments,
  kind: K,
  context: ToolContext,
  {
    like,
    said,
  }: { readonly like: (store: KindStore<K>, index: number) => Related; said(record: RecordOf<K>): string },
): (Pick<SearchPlan<K>, 'like' | 'why'> & { readonly note: string }) | undefined {
  const { related_to: id, query, ids } = asked;
  if (id === undefined) return undefined;
  const other = query === undefined ? (ids === undefined ? undefined : 'ids') : 'query';
  if (other !== undefined) {
    throw new ToolError('INVALID_ARGUMENT', `related_to finds what is like one record: leave ${other} out.`, {
      field: other,
    });
  }
  const store = context.catalogue.store(kind);
  const named = resolveName(kind, id, context);
  const index = named.row;
  if (index === undefined) {
    const near = context.catalogue.namesLike(kind, id, 3);
    const hint =
      near.length > 0 ? `Near to it: ${near.join(', ')}.` : `Search first; ids stand in every answer.`;
    throw new ToolError('NOT_FOUND', `related_to names no record of ${kind}: ${oneLine(id)}. ${hint}`, {
      field: 'related_to',
      ...(near.length > 0 && { accepted: near }),
    });
  }
  const [reading] = readingNotes(kind, [named], context);
  const note = said(store.record(index));
  return { ...like(store, index), note: reading === undefined ? note : `${reading} ${note}` };
}
