import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Tally } from '../protocol/counters.ts';
import type { HttpAuth } from './access-control.ts';
import type { StreamLimits } from './change-streams.ts';
import type { Charge } from './rate-limit.ts';
import type { AllowedNames } from './request-origin.ts';
import type { Records } from './trace.ts';

/** Time limits in milliseconds and size limits in bytes. */
export interface HttpLimits extends StreamLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headers: number;
  /** From the first byte of a request to the end of its body. */
  readonly request: number;
  /**
   * A connection between two requests. A balancer in front must close it first, or else it sends a request just as the
   * connection ends; many keep one for 60 seconds.
   */
  readonly idle: number;
  /** A connection whose caller reads nothing for so long is closed; streams send something more often. */
  readonly stalled: number;
  /** What is still running when the server closes may take this long. */
  readonly closing: number;
  /** While it closes, a connection without a request for so long is ended. */
  readonly quiet: number;
  readonly body: number;
  /**
   * Requests in flight at one time. One more is refused with Retry-After, or in its place one of the caller who has most
   * of them.
   */
  readonly concurrent: number;
  /** Bytes of the answers to one batch; messages behind them are answered that they are to be sent again. */
  readonly batchAnswer: number;
  /** Bytes of answers that are made and not yet read by their callers, of all. */
  readonly unread: number;
  /** Calls that may wait for their turns, of one caller and of all; more are refused in the same way. */
  readonly waitingOfOne: number;
  readonly waiting: number;
}

export const DEFAULT_LIMITS: HttpLimits = {
  headers: 10_000,
  request: 30_000,
  idle: 65_000,
  stalled: 60_000,
  closing: 8_000,
  quiet: 2_000,
  body: 1024 * 1024,
  concurrent: 1024,
  batchAnswer: 8 * 1024 * 1024,
  unread: 64 * 1024 * 1024,
  waitingOfOne: 1024,
  waiting: 4096,
  streamsOfOne: 20,
  streams: 200,
};

export interface HttpOptions extends AllowedNames {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** True if another process listens at the port, and hands the connections over. */
  readonly isHanded?: boolean;
  /** How callers are authenticated; not at all if left out. */
  readonly auth?: HttpAuth | undefined;
  readonly limits?: Partial<HttpLimits>;
  /** Number of trusted proxies in front, whose X-Forwarded headers count; none if left out. */
  readonly proxies?: number;
  /** What is answered at `CHALLENGE_PATH`; nothing is there if left out. */
  readonly challenge?: string | undefined;
  /** Called at the first request with a proxy's headers where no proxy is trusted. */
  readonly onForwarded?: (() => void) | undefined;
  /** Where requests are logged and counted; nowhere if left out. */
  readonly records?: Records;
  /** What the operator may read; nothing if left out. */
  readonly readCounters?: () => Promise<Tally>;
  /** Rate limit of callers; none if left out. */
  readonly charge?: Charge;
  /** Makes the servers that answer, if not the product's own factory: conformance fixtures come in here. */
  readonly factory?: McpServerFactory;
  /** Called with failures that are not shown to the caller. */
  readonly onError: (error: Error) => void;
}
