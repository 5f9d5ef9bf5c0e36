import type { z } from 'zod';
import { sanitizeLine } from './sanitize.ts';
import { validated } from './validated.ts';

/**
 * Something outside the program is not as it must be: a file, an answer, what somebody gave. The message is a
 * sentence that says what is wrong and what to do; the code is for programs. Code that can say more catches it by
 * its code and throws its own.
 */
export class DataError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DataError';
    this.code = code;
  }
}

/** True for a DataError, or only for one with one of these codes. */
export function isDataError<Code extends string>(
  error: unknown,
  ...codes: readonly Code[]
): error is DataError<Code> {
  return error instanceof DataError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** Why a text is no document of a format that this program reads. */
export interface VersionedFault {
  readonly problem: 'not_json' | 'newer_format' | 'older_format' | 'wrong_shape';
  /** The format that it states; NaN if it states none. */
  readonly format: number;
  /** Of the first field that is wrong, `path: what is wrong`; empty if it was not looked at. */
  readonly detail: string;
  readonly cause?: unknown;
}

export interface Versioned<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** The number that its field `format` has; left out, the document has none. */
  readonly format?: number;
  /** The oldest that the schema fits as well. */
  readonly oldest?: number;
}

/**
 * Reads JSON that states its format as a number. One of a newer or older format is not looked at any further. What is
 * wrong is handed to `fail`, which makes the error that is thrown, in the words of whoever reads.
 */
export function readVersioned<Schema extends z.ZodType>(
  { schema, format: newest = Number.NaN, oldest = newest }: Versioned<Schema>,
  text: string,
  fail: (fault: VersionedFault) => Error,
): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw fail({ problem: 'not_json', format: Number.NaN, detail: '', cause });
  }
  const stated = (json as { format?: unknown } | null)?.format;
  const format = typeof stated === 'number' ? stated : Number.NaN;
  if (format > newest) throw fail({ problem: 'newer_format', format, detail: '' });
  if (format < oldest) throw fail({ problem: 'older_format', format, detail: '' });
  const parsed = validated(schema, json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // Names of fields stand in both.
  const [where, what] = [issue?.path.join('.') || 'it', issue?.message ?? ''];
  const detail = `${sanitizeLine(where, 200)}: ${sanitizeLine(what, 200)}`;
  throw fail({ problem: 'wrong_shape', format, detail, cause: parsed.error });
}
