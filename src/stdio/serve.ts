import type { Readable, Writable } from 'node:stream';
import type { Service } from '../protocol/service.ts';
import { StdioSession } from './session.ts';
import { type Asked, StdioWire } from './wire.ts';

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Told what was asked and what came of it, if given. */
  readonly onAnswered?: ((asked: Asked) => void) | undefined;
  /** Told of failures that no caller is told of. */
  readonly onError: (error: Error) => void;
}

export interface StdioServer {
  /** Settles when the input has ended and everything was answered, or the server was closed. */
  readonly closed: Promise<void>;
  /** Reads no more, and closes when all that was asked is answered. */
  drain(): void;
  close(): Promise<void>;
}

/** Serves one connection over a pair of streams. Nothing but protocol messages is written to `output`. */
export function serveStdio(
  service: Service,
  { input, output, onAnswered, onError }: StdioOptions,
): StdioServer {
  const wire = new StdioWire(input, output, () => service.warm(), onAnswered);
  const session = new StdioSession(service, wire, onError);
  const closed = new Promise<void>((resolve) => {
    wire.onclose = resolve;
  });
  wire.start();
  return { closed, drain: () => wire.drain(), close: () => session.close() };
}
