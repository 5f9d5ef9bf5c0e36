import type { IncomingMessage } from 'node:http';

/** The headers in which the protocol itself is spoken. */
export interface ProtocolHeaders {
  readonly revision: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
  /** Whether the caller has said that it reads event streams; not where several messages are answered at once. */
  readonly acceptsStream?: boolean;
}

/** Reads them off a request. */
export function protocolHeaders({ headers }: IncomingMessage): ProtocolHeaders {
  return {
    revision: single(headers['mcp-protocol-version']),
    method: single(headers['mcp-method']),
    name: single(headers['mcp-name']),
    acceptsStream: /\btext\/event-stream\b/i.test(headers.accept ?? ''),
  };
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
