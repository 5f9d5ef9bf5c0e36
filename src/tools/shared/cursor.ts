import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Position } from '../../catalogue/search.ts';
import { ToolError } from '../errors.ts';

const shape = z.tuple([z.string(), z.string(), z.array(z.number()), z.string()]);

/** What must be the same from page to page. */
export interface CursorScope {
  readonly tool: string;
  readonly version: string;
  /** The arguments of the search but for cursor, limit and detail. */
  readonly args: object;
}

/** Where the next page begins, as opaque text. */
export function writeCursor(scope: CursorScope, { keys, id }: Position): string {
  const text = JSON.stringify([scope.version, fingerprint(scope), keys, id]);
  return Buffer.from(text).toString('base64url');
}

/** Throws INVALID_ARGUMENT for a foreign cursor, CURSOR_EXPIRED for one of another dataset version. */
export function readCursor(scope: CursorScope, cursor: string): Position {
  const parsed = shape.safeParse(decode(cursor));
  if (!parsed.success) throw invalid('is none that this service gave out');
  const [version, print, keys, id] = parsed.data;
  if (version !== scope.version) {
    throw new ToolError(
      'CURSOR_EXPIRED',
      `The data have changed since this cursor was given (${version} then, ${scope.version} now). Search again without cursor.`,
      { field: 'cursor' },
    );
  }
  if (print !== fingerprint(scope)) throw invalid('belongs to a search with other arguments');
  return { keys, id };
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

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function fingerprint({ tool, args }: CursorScope): string {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted]))
    .digest('hex')
    .slice(0, 12);
}
