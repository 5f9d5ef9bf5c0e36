import { type Kind, type KindIndex, kindIndexes, kinds } from '../../kinds/kinds.ts';
import { lazily } from '../../lib/lazily.ts';
import { finderOf } from '../../search/filters/finders.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { rowsIn } from '../../search/masks.ts';
import { type CountedAnswer, type ToolContext, ToolError } from '../tool.ts';
import { composeAnswer, oneLine } from './answer.ts';
import { MOST_SOUGHT, readingNotes, resolveName } from './named-record.ts';
import { readPage } from './read-page.ts';
import type { SearchArguments } from './search-input.ts';
import type { SearchPlan } from './search-plan.ts';

/** Shows the records of `ids`, in their order, and says of the others what they may be. */
export function showRecords<K extends Kind>(
  plan: SearchPlan<K>,
  args: SearchArguments,
  context: ToolContext,
): CountedAnswer {
  const { ids = [], limit, detail, cite: _, ...others } = args;
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      `ids shows records by themselves: leave ${other} out, or search without ids.`,
      {
        field: other,
      },
    );
  }
  const store = context.catalogue.store(plan.kind);
  const read = [...new Set(ids)].map((id) => resolveName(plan.kind, id, context));
  const found = read.map(({ asked, row }) => ({ id: asked, index: row }));
  // An id and an alias may name the same record.
  const named = new Set(found.flatMap(({ index }) => (index === undefined ? [] : [index])));
  const whole = plan.hasWholeRows === false ? new Set<number>() : named;
  const page = readPage(plan, detail, store, [...named].slice(0, limit), { whole });
  const missing = found.filter(({ index }) => index === undefined).map(({ id }) => id);
  const makerHint = lazily(() => makerHints(plan.kind, store));
  const unknown = missing.map((id, i) => {
    const near = i < MOST_SOUGHT ? context.catalogue.namesLike(plan.kind, id, 3) : [];
    const other = kinds.find((kind) => kind !== plan.kind && context.catalogue.find(kind, id) !== undefined);
    const elsewhere =
      other === undefined ? makerHint()(id) : ` It is one of ${other}: use the tool for these.`;
    return `There is no record ${oneLine(id)}.${elsewhere}${near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ''}`;
  });
  const notes = [...unknown, ...readingNotes(plan.kind, read, context), ...(plan.notes ?? [])];
  const answer = composeAnswer(page, context, {
    total: page.results.length,
    ...(missing.length > 0 && { not_found: missing }),
    ...(notes.length > 0 && { notes }),
  });
  return { ...answer, counts: {} };
}

/** Says of an id that is the name of a maker how its records are found. */
function makerHints<K extends Kind>(kind: K, store: KindStore<K>): (id: string) => string {
  const { fields }: Pick<KindIndex, 'fields'> = kindIndexes[kind];
  if (!('manufacturer' in fields)) return () => '';
  const column = store.words('manufacturer');
  const finder = finderOf('name', column, []);
  return (id) => {
    const makers = finder.find(id);
    if (makers.length === 0) return '';
    const made = rowsIn(column.having(makers)).filter((row) => store.isLive(row)).length;
    return ` It names a maker of ${made} ${kind}: search with manufacturer "${oneLine(id)}".`;
  };
}
