import type { Readable, Writable } from 'node:stream';
import { serveStdio as serveSdk } from '@modelcontextprotocol/server/stdio';
import { LOCAL_USER } from '../../auth/caller.ts';
import { createServerFactory } from '../../server/factory.ts';
import type { Service } from '../../server/service.ts';
import { StdioWire } from './wire.ts';

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Told of failures that no caller is told of. */
  readonly onError: (error: Error) => void;
}

export interface StdioServer {
  /** Settles when the input has ended and everything was answered, or the server was closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one connection over a pair of streams. Nothing but protocol messages is written to `output`. */
export function serveStdio(service: Service, { input, output, onError }: StdioOptions): StdioServer {
  const wire = new StdioWire(input, output, () => service.warm());
  const handle = serveSdk(createServerFactory(service, onError, LOCAL_USER), { transport: wire });
  // The SDK has set its own; both want to know.
  const forward = wire.onclose;
  const closed = new Promise<void>((resolve) => {
    wire.onclose = () => {
      forward?.();
      resolve();
    };
  });
  return { closed, close: () => handle.close() };
}
