import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { oneLine } from '../tools/shared/render.ts';
import { INTERNAL_FAILURE } from './protocol.ts';

/** A caller that got a thousand things wrong is told of the first few. */
const maxReasons = 5;

interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Turns the SDK's report of parameters that break the protocol's schema into -32602 with a sentence. */
export function invalidParams(error: unknown): ProtocolError | undefined {
  const issues = schemaIssues(error);
  if (issues === undefined) return undefined;
  const reasons = issues.slice(0, maxReasons).map(reasonOf);
  const more = issues.length > maxReasons ? `; and ${issues.length - maxReasons} more` : '';
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${reasons.join('; ')}${more}.`);
}

/** What a caller sent, as part of a sentence: on one line, and short. */
export function quoted(text: string): string {
  return oneLine(text).slice(0, 80);
}

/** Every list fits one page, so no cursor was ever given out. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'cursor is none that this server gave out; leave it out.',
  );
}

/** The failure of our own that a caller may know of: nothing but that it happened. */
export function internalError(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, INTERNAL_FAILURE);
}

function reasonOf({ path, message }: SchemaIssue): string {
  const place = path.map((part) => quoted(String(part))).join('.');
  const plain = message
    .replace(/^Invalid input$/, 'not of a form that the protocol has')
    .replace('Invalid input: ', '')
    .replace('expected record', 'expected object');
  return `${place}: ${plain}`;
}

function schemaIssues(error: unknown): readonly SchemaIssue[] | undefined {
  if (!(error instanceof Error) || !error.message.startsWith('[')) return undefined;
  try {
    const issues: unknown = JSON.parse(error.message);
    return Array.isArray(issues) && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

function isIssue(value: unknown): value is SchemaIssue {
  if (typeof value !== 'object' || value === null) return false;
  // An error of the same library with another path is about data of our own.
  return 'path' in value && Array.isArray(value.path) && value.path[0] === 'params' && 'message' in value;
}
