import { z } from 'zod';
import type { Seq } from '../../contributions/event-store.ts';
import { versionPattern } from '../../data/snapshot/manifest.ts';
import { readChecked, withChecksum } from '../../lib/checksum.ts';
import { validated } from '../../lib/validated.ts';
import { ToolError } from '../../tools/tool.ts';

/** Up to where events were told: everything before is told, everything behind is not. */
export interface Position {
  readonly version: string;
  /** So many entries of the version's changes were looked at; undefined for all. */
  readonly offset: number | undefined;
  /** The last day whose dates were looked at. */
  readonly day: string;
  /** The last of that day's dates that was looked at; undefined for all. */
  readonly date: string | undefined;
  /** The store whose decisions these are. */
  readonly store: string;
  /** The last decision; undefined where there was none. */
  readonly seq: Seq | undefined;
}

/** Raised when an older program would read a cursor otherwise. */
const FORMAT = 1;

const MAX_CURSOR_LENGTH = 2_000;

const content = z.tuple([
  z.literal(FORMAT),
  z.string(),
  z.string().regex(versionPattern),
  z.int().min(0).nullable(),
  z.iso.date(),
  z.string().nullable(),
  z.string(),
  z.tuple([z.number(), z.string(), z.number()]).nullable(),
]);

/** A position as short text that a caller hands back as it is, valid for one filter. */
export function writePosition(print: string, position: Position): string {
  const { version, offset = null, day, date = null, store, seq = null } = position;
  const parts = [FORMAT, print, version, offset, day, date, store, seq];
  return withChecksum(Buffer.from(JSON.stringify(parts)).toString('base64url'));
}

/** Throws INVALID_ARGUMENT for a cursor that was not given out, or not for this filter. */
export function readPosition(print: string, cursor: string): Position {
  const text = cursor.length > MAX_CURSOR_LENGTH ? undefined : readChecked(cursor);
  const read = text === undefined ? undefined : validated(content, parse(text));
  if (read?.success !== true) throw invalid('is none that this service gave out');
  const [, of, version, offset, day, date, store, seq] = read.data;
  if (of !== print) throw invalid('belongs to another event name or to other arguments');
  const rest = { version, day, store, offset: offset ?? undefined, date: date ?? undefined };
  return { ...rest, seq: seq ?? undefined };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function invalid(what: string): ToolError {
  const message = `The cursor ${what}. Repeat name and arguments of the poll that gave it, or poll without cursor.`;
  return new ToolError('INVALID_ARGUMENT', message, { field: 'cursor' });
}
