import { z } from 'zod';
import { boundedText, dateArgument, shortText } from '../../kinds/arguments.ts';
import type { Kind } from '../../kinds/kinds.ts';
import { schemaUri } from '../../kinds/uris.ts';
import { checksumHex, readChecked, withChecksum } from '../../lib/checksum.ts';
import type { CursorPosition } from '../../search/search.ts';
import { ToolError } from '../tool.ts';
import { sortsInWords } from './read-sort.ts';

/** Longer queries are refused: nobody means every word of a page. */
const MAX_QUERY_LENGTH = 1000;

/** The arguments that all searches share; `sorts` are those beside relevance. */
export function searchInput(sorts: readonly string[]) {
  return {
    query: boundedText(MAX_QUERY_LENGTH)
      .optional()
      .describe('Free words; "a phrase", prefix*, -excluded. Exact names and ids come first'),
    ids: z
      .array(boundedText(MAX_QUERY_LENGTH).min(1))
      .min(1)
      .max(10)
      .optional()
      .describe('By id or name, instead of searching'),
    limit: z.number().int().min(1).max(50).default(10).describe('10 unless told'),
    cursor: z.string().max(2000).optional().describe('next_cursor; same arguments'),
    sort: sortSchema(sorts).optional(),
    changed_since: dateArgument().optional().describe('Version or date'),
    detail: z.enum(['concise', 'full']).default('concise').describe('full: every field, sources, confidence'),
  };
}

/** Longer lists of orders are described, not enumerated: the tool reads them. */
const MOST_OPTIONS = 10;

function sortSchema(sorts: readonly string[]) {
  return sorts.length < MOST_OPTIONS
    ? z.enum(['relevance', ...sorts])
    : shortText(60).describe(sortsInWords(sorts, 'such'));
}

/** The shared arguments as a search reads them. */
export interface SearchArguments {
  readonly query?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: string | undefined;
  readonly changed_since?: string | undefined;
  readonly detail: 'concise' | 'full';
  /** A form in which the records are written, where the kind has such. */
  readonly cite?: string | undefined;
}

/**
 * The envelope of every search answer around records that show `fields`, with what a tool itself tells beside. Counts of
 * what is left out, one for each field that may be asked for, would fill it: the instructions name their form.
 */
export function searchOutput(kind: Kind, fields: z.ZodRawShape, tells: z.ZodRawShape = {}) {
  return z.object({
    results: z.array(z.object({ id: z.string(), ...fields })).describe(`In full: ${schemaUri(kind)}`),
    total: z.number(),
    related: z.number().optional(),
    ...tells,
    next_cursor: z.string(),
    facets: z.record(z.string(), z.record(z.string(), z.number())),
    without_filter: z.record(z.string(), z.number()),
    dataset: z.looseObject({}),
    reading: z.array(z.looseObject({})),
    notes: z.array(z.string()),
    not_found: z.array(z.string()),
  });
}

/** Members that are text, for output schemas. */
export function texts(...names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(names.map((name) => [name, z.string()]));
}

/** Version, fingerprint, sort keys and id, joined by a sign that none of them has. */
const shape = /^([\w.]+)~([0-9a-f]{8})~([\d.e+,-]+)~([a-z0-9-]+)$/;

/** What must be the same from page to page. */
interface CursorScope {
  readonly tool: string;
  readonly version: string;
  /** The arguments of the search but for cursor, limit and those that say how records are shown. */
  readonly args: object;
}

/** Where the next page begins, as short text that a caller hands back as it is. */
export function writeCursor(scope: CursorScope, { keys, id }: CursorPosition): string {
  return withChecksum([scope.version, fingerprint(scope), keys.join(','), id].join('~'));
}

/** Throws INVALID_ARGUMENT for a foreign cursor, CURSOR_EXPIRED for one of another dataset version. */
export function readCursor(scope: CursorScope, cursor: string): CursorPosition {
  const [, version, print, keys = '', id = ''] = shape.exec(readChecked(cursor) ?? '') ?? [];
  if (version === undefined) throw invalid('is none that this service gave out');
  if (version !== scope.version) {
    throw new ToolError(
      'CURSOR_EXPIRED',
      `The data have changed since this cursor was given (${version} then, ${scope.version} now). Search again without cursor.`,
      { field: 'cursor' },
    );
  }
  if (print !== fingerprint(scope)) throw invalid('belongs to a search with other arguments');
  return { keys: keys.split(',').map(Number), id };
}

/**
 * The version of the data that the cursor among a tool's arguments belongs to; undefined without one that this service
 * gave out. What shows the pages of a search takes its arguments as `arguments`.
 */
export function cursorVersion(args: object): string | undefined {
  const { cursor, arguments: inner } = args as { readonly cursor?: unknown; readonly arguments?: unknown };
  if (typeof inner === 'object' && inner !== null) return cursorVersion(inner);
  if (typeof cursor !== 'string') return undefined;
  return shape.exec(readChecked(cursor) ?? '')?.[1];
}

function invalid(what: string): ToolError {
  return new ToolError(
    'INVALID_ARGUMENT',
    `The cursor ${what}. Repeat the arguments of the first page, or leave cursor out.`,
    {
      field: 'cursor',
    },
  );
}

function fingerprint({ tool, args }: CursorScope): string {
  return argumentsPrint(tool, args);
}

/** Tells the arguments of a search from others, whatever their order. */
export function argumentsPrint(name: string, args: object): string {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return checksumHex(JSON.stringify([name, sorted]));
}
