import type { Kind } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { block, fitting, type Page, table } from './answer.ts';
import type { SearchPlan } from './search-plan.ts';

interface Reading {
  /** What the records are ordered by. */
  readonly by?: string | undefined;
  /** True to read only as many records as fit into one answer. */
  readonly isCut?: boolean;
}

/** Reads the records in these rows, counted from 0, as far as the answer shows them. */
export function readPage<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  store: KindStore<K>,
  indexes: readonly number[],
  { by, isCut = false }: Reading = {},
): Page {
  const read = isCut ? fitting : everyOne;
  if (plan.written !== undefined) {
    const records = indexes.map((index) => store.record(index));
    const page = plan.written(records);
    const { length } = read(page.results, (result) => result);
    return length < records.length ? plan.written(records.slice(0, length)) : page;
  }
  if (detail === 'concise') {
    // Why a record is like another one may lie in any entry.
    const heads = plan.why === undefined ? plan.heads : undefined;
    const results = read(indexes, (index) => {
      const record = store.part(index, plan.shown, heads);
      const shown = plan.concise(record, by);
      return plan.why === undefined ? shown : { ...shown, why: plan.why(index, record) };
    });
    return { results, body: plan.layout?.(results) ?? table(results, plan.cells) };
  }
  const links: ReturnType<typeof linkTo>[] = [];
  const results = read(indexes, (index) => {
    const record = store.record(index);
    links.push(linkTo(plan.kind, record));
    return plan.full(record);
  });
  return { results, body: results.map(block).join('\n\n'), links: links.slice(0, results.length) };
}

const everyOne: typeof fitting = (items, read) => items.map((item) => read(item));

function linkTo(kind: Kind, record: object): { kind: Kind; id: string; name: string } {
  const { id, name, title, headline } = record as Readonly<Record<string, string>>;
  return { kind, id: id ?? '', name: name ?? title ?? headline ?? id ?? '' };
}
