import { type Kind, kindIndexes, kinds } from '../../kinds/kinds.ts';
import { oneLine } from '../shared/answer.ts';
import type { DataContext, Tool, ToolSearch } from '../tool.ts';
import type { Source } from './shape.ts';

/** A tool that searches. */
export type SearchTool = Tool & { readonly search: ToolSearch };

/** A record of any kind, as far as all kinds are alike. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** The field by which records of a kind are called. */
export function titleField(kind: Kind): string {
  const [first = 'id'] = kindIndexes[kind].text.map(({ name }) => name);
  return first;
}

/** What a record is called. */
export function nameOf(record: AnyRecord): string {
  const { name, title, headline, id } = record as Readonly<Record<string, unknown>>;
  return oneLine(String(name ?? title ?? headline ?? id));
}

/** Pages that state its facts. */
export function sourcesOf({ sources }: AnyRecord): Source[] {
  return (sources as readonly Source[]).map(({ url, title, date }) => ({
    url,
    title: oneLine(title),
    ...(date !== undefined && { date }),
  }));
}

/** What is read of a record beside its columns. */
type Part = 'name' | 'sources' | 'row';

/** Id and name of some rows, with sources, or with sources and specs, without the rest of their records. */
export function partsOf(
  kind: Kind,
  rows: readonly number[],
  part: Part,
  { catalogue }: DataContext,
): AnyRecord[] {
  const store = catalogue.store(kind);
  const fields = partFields[part][kind];
  return rows.map((row) => store.part(row, fields as never) as unknown as AnyRecord);
}

function fieldsByKind(...more: readonly string[]): Readonly<Record<Kind, readonly string[]>> {
  const lists = kinds.map((kind) => [kind, ['id', titleField(kind), ...more]]);
  return Object.fromEntries(lists) as Readonly<Record<Kind, readonly string[]>>;
}

/** The same lists each time, since the statement of each is kept. */
const partFields = {
  name: fieldsByKind(),
  sources: fieldsByKind('sources'),
  row: {
    ...fieldsByKind('sources'),
    robots: ['id', titleField('robots'), 'sources', 'specs'],
  },
} satisfies Record<Part, Readonly<Record<Kind, readonly string[]>>>;

/** The kind that has a record of this id or name; the first in the order of kinds. */
export function kindWith(id: string, { catalogue }: DataContext): Kind | undefined {
  return kinds.find((kind) => catalogue.store(kind).indexOf(id) !== undefined);
}
