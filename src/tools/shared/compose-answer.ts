import type { Answer, ToolContext } from '../tool.ts';
import { cell, counts, table } from './render.ts';

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

/** The records of an answer as it shows them. */
export interface Page {
  readonly results: readonly object[];
  readonly body: string;
  /** To the whole records, beside full ones. */
  readonly links?: NonNullable<Answer['links']>;
}

/** How many of the results fit into one answer; at least one. */
export function fitting(results: readonly object[]): number {
  let characters = 0;
  const over = results.findIndex((result) => {
    characters += JSON.stringify(result).length;
    return characters > maxCharacters;
  });
  return over === -1 ? results.length : Math.max(1, over);
}

/** The answer in both forms, with the same records and fields. */
export function composeAnswer(
  { results, body, links }: Page,
  { catalogue, contributions }: ToolContext,
  envelope: Envelope,
): Answer {
  const { version, date } = catalogue.info;
  return {
    structured: { results, ...envelope, dataset: { version, date, contributions: contributions.count } },
    text: textOf(body, results.length, date, envelope),
    ...(links !== undefined && { links }),
  };
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
