import type { Kind } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { block, fitting, lackedByAll, type Page, table, type Writing, wholeRow } from './answer.ts';
import type { SearchPlan } from './search-plan.ts';

interface Reading {
  /** What the records are ordered by. */
  readonly by?: string | undefined;
  /** True to read only as many records as fit into one answer. */
  readonly isCut?: boolean;
  /** Rows that are shown with all that is known of them. */
  readonly whole?: ReadonlySet<number>;
}

/** More rows of their own right stand in a table. */
const MOST_BLOCKS = 3;

/** Reads the records in these rows, counted from 0, as far as the answer shows them. */
export function readPage<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  store: KindStore<K>,
  indexes: readonly number[],
  { by, isCut = false, whole = none }: Reading = {},
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
      const isWhole = whole.has(index);
      const record = isWhole ? store.record(index) : store.part(index, plan.shown, heads);
      const shown = plan.concise(record, { by, isWhole });
      return plan.why === undefined ? shown : { ...shown, why: plan.why(index, record) };
    });
    const isBlock = (i: number) => whole.size <= MOST_BLOCKS && whole.has(indexes[i] as number);
    return {
      results,
      body:
        plan.layout?.(results) ??
        laidOut(results, isBlock, { ...writingOf(plan), saidBeside: lackedByAll(results) }),
    };
  }
  const links: ReturnType<typeof linkTo>[] = [];
  const results = read(indexes, (index) => {
    const record = store.record(index);
    links.push(linkTo(plan.kind, record));
    return plan.full(record);
  });
  return { results, body: results.map(block).join('\n\n'), links: links.slice(0, results.length) };
}

function writingOf<K extends Kind>({ cells, lacking }: SearchPlan<K>): Writing {
  return { cells, lacking };
}

const none: ReadonlySet<number> = new Set();

/** Rows of their own right as blocks, and what stands between them as tables. */
function laidOut(results: readonly object[], isBlock: (i: number) => boolean, writing: Writing): string {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < results.length; i++) {
    if (!isBlock(i)) continue;
    if (from < i) parts.push(table(results.slice(from, i), writing));
    parts.push(wholeRow(results[i] as object, writing));
    from = i + 1;
  }
  if (from < results.length) parts.push(table(results.slice(from), writing));
  return parts.join('\n\n');
}

const everyOne: typeof fitting = (items, read) => items.map((item) => read(item));

function linkTo(kind: Kind, record: object): { kind: Kind; id: string; name: string } {
  const { id, name, title, headline } = record as Readonly<Record<string, string>>;
  return { kind, id: id ?? '', name: name ?? title ?? headline ?? id ?? '' };
}
