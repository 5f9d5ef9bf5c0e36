import type { Kind, RecordOf } from '../../records/kinds.ts';
import type { Answer, ToolContext } from '../tool.ts';
import { block, cell, counts, table } from './render.ts';
import type { SearchPlan } from './search-plan.ts';

/** The records of one answer are cut at about this many characters, some 10,000 tokens. */
const maxCharacters = 40_000;

export interface Envelope {
  readonly total: number;
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly notes?: readonly string[];
  readonly next_cursor?: string;
  /** The notes say it in words. */
  readonly without_filter?: Readonly<Record<string, number>>;
  readonly not_found?: readonly string[];
}

function asShown<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  record: RecordOf<K>,
): object {
  if (detail === 'concise') return plan.concise(record);
  return plan.full?.(record) ?? record;
}

/** How many of the records fit into one answer; at least one. */
export function fitting<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  records: readonly RecordOf<K>[],
): number {
  let characters = 0;
  const over = records.findIndex((record) => {
    characters += JSON.stringify(asShown(plan, detail, record)).length;
    return characters > maxCharacters;
  });
  return over === -1 ? records.length : Math.max(1, over);
}

/** The answer in both forms, with the same records and fields. */
export function composeAnswer<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  records: readonly RecordOf<K>[],
  { catalogue, contributions }: ToolContext,
  envelope: Envelope,
): Answer {
  const results = records.map((record) => asShown(plan, detail, record));
  const { version, date } = catalogue.info;
  return {
    structured: { results, ...envelope, dataset: { version, date, contributions: contributions.count } },
    text: textOf(bodyOf(plan, detail, results), results.length, date, envelope),
    ...(detail === 'full' && { links: records.map((record) => linkTo(plan.kind, record)) }),
  };
}

function bodyOf<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  results: readonly object[],
): string {
  if (detail === 'full') return results.map(block).join('\n\n');
  return plan.layout?.(results) ?? table(results);
}

function textOf(body: string, count: number, date: string, envelope: Envelope): string {
  const { total, facets, notes = [], next_cursor, without_filter: _, not_found: __, ...counted } = envelope;
  const shown = count < total ? `, ${count} shown` : '';
  return [
    `${total} ${total === 1 ? 'match' : 'matches'}${shown} (data of ${date})`,
    ...(count > 0 ? [body] : []),
    ...facetLines(facets),
    ...Object.entries(counted).map(([name, value]) => line(name, value)),
    ...notes,
    ...(next_cursor === undefined ? [] : [`next_cursor: ${next_cursor}`]),
  ].join('\n');
}

function facetLines(facets: Envelope['facets']): string[] {
  return Object.entries(facets)
    .filter(([, facet]) => Object.keys(facet).length > 1)
    .map(([name, facet]) => `${name}: ${counts(facet)}`);
}

function line(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    const isTable = value.every((entry) => typeof entry === 'object');
    return isTable ? `${name}:\n${table(value as object[])}` : `${name}: ${cell(value)}`;
  }
  if (typeof value === 'object' && value !== null) {
    return `${name}: ${counts(value as Record<string, number>)}`;
  }
  return `${name}: ${String(value)}`;
}

function linkTo(kind: Kind, record: object): { kind: Kind; id: string; name: string } {
  const { id, name, title, headline } = record as Readonly<Record<string, string>>;
  return { kind, id: id ?? '', name: name ?? title ?? headline ?? id ?? '' };
}
