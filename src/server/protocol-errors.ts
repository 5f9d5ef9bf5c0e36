import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Turns the SDK's report of parameters that break the protocol's schema into -32602 with a sentence. */
export function invalidParams(error: unknown): ProtocolError | undefined {
  const issues = schemaIssues(error);
  if (issues === undefined) return undefined;
  const reasons = issues.map(({ path, message }) => `${path.join('.') || 'request'}: ${plain(message)}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${reasons.join('; ')}.`);
}

/** The failure of our own that a caller may know of: nothing but that it happened. */
export function internalError(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'The server failed to answer. The reason is in its log.',
  );
}

function plain(message: string): string {
  return message.replace('Invalid input: ', '').replace('expected record', 'expected object');
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
  return 'path' in value && Array.isArray(value.path) && 'message' in value;
}
