import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../lib/log.ts';
import type { Counters } from '../protocol/counters.ts';
import { namesOf } from '../protocol/protocol.ts';
import type { MessageAnswer } from './one-request-transport.ts';

/** Where requests are written down. */
export interface Records {
  readonly log: Logger;
  readonly counters: Counters;
}

/** Ids of this process begin alike, those of another begin otherwise. */
const PROCESS = randomBytes(4).toString('hex');
let last = 0;

/** The id of the next request, for the log and the header `X-Request-Id`. */
export function nextRequestId(): string {
  last += 1;
  return `${PROCESS}-${last.toString(36)}`;
}

/** Follows one request until its answer is out: then it is counted, and a line of the log. */
export class Trace {
  readonly id: string;
  readonly #records: Records;
  readonly #from: string | undefined;
  readonly #began = performance.now();
  readonly #methods: string[] = [];
  readonly #tools: string[] = [];
  readonly #outcomes: string[] = [];
  #caller: string | undefined;

  constructor(id: string, from: string | undefined, records: Records) {
    this.id = id;
    this.#from = from;
    this.#records = records;
  }

  /** Says who called, where callers show who they are. */
  identify(caller: string): void {
    this.#caller = caller;
  }

  /** Takes note of a message and its answer. What the message asked is looked at by its names alone. */
  answered(message: unknown, answer: MessageAnswer): void {
    const { method = 'none', tool } = namesOf(message);
    const outcome = answer.kind === 'json' ? answer.outcome : 'ok';
    // Only an answer by a tool shows that it exists. Any other name would be for callers to make up.
    const exists = tool !== undefined && answer.kind === 'json' && !/^-\d/.test(outcome);
    this.#methods.push(method);
    if (exists) this.#tools.push(tool);
    this.#outcomes.push(outcome);
    this.#records.counters.call({
      method,
      tool: exists ? tool : undefined,
      outcome,
      cached: answer.kind === 'json' && answer.cached === true,
    });
  }

  /** Counts the request and writes its line; call it when the answer is out, or nobody waits for it. */
  finish(request: IncomingMessage, response: ServerResponse): void {
    const ms = performance.now() - this.#began;
    const bytesOut = Number(response.getHeader('content-length') ?? 0);
    const bytesIn = Number(request.headers['content-length'] ?? 0);
    const verb = request.method ?? '';
    // Nginx' status for a caller that went away.
    const status = response.writableFinished ? response.statusCode : 499;
    const { counters, log } = this.#records;
    counters.request({ verb, status, ms, bytesIn, bytesOut });
    if (!log.isOn('info')) return;
    log.write('info', 'request', {
      id: this.id,
      from: this.#from,
      caller: this.#caller,
      verb,
      method: shown(this.#methods),
      tool: shown(this.#tools),
      outcome: shown(this.#outcomes),
      status,
      ms: Math.round(ms * 100) / 100,
      bytes_in: bytesIn,
      bytes_out: bytesOut,
    });
  }
}

/** A batch shows what it consists of once each. */
function shown(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return [...new Set(names)].slice(0, 5).join(',').slice(0, 80);
}
