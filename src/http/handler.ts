import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { WELL_KNOWN } from '../auth/addresses.ts';
import { callerAt } from '../auth/anonymous-caller.ts';
import { ANYONE, type Caller, STRANGER } from '../lib/caller.ts';
import { NotBegun, type Turn, Turns } from '../lib/turns.ts';
import { createServerFactory } from '../protocol/server-factory.ts';
import type { Service } from '../protocol/service.ts';
import { namesEventStream } from './accept.ts';
import { AccessControl, type Admission, type HttpAuth } from './access-control.ts';
import { answerFixedPath } from './fixed-paths.ts';
import { type GetQuery, isOpenProbe, type QueryFields } from './get-query.ts';
import { answerGet, type GetContext } from './get-status.ts';
import { MessageHandler } from './message-handler.ts';
import type { HttpLimits } from './options.ts';
import { CARD_PATHS, CHALLENGE_PATH, ENDPOINT } from './paths.ts';
import { answerPost } from './post.ts';
import { addressCaller, type Charge } from './rate-limit.ts';
import {
  type AllowedNames,
  callerAddress,
  corsHeaders,
  preflightHeaders,
  whyRefused,
} from './request-origin.ts';
import {
  type HttpRefusal,
  refuse,
  refuseAccess,
  refuseBusy,
  refuseTooMany,
  sendEmpty,
  sendText,
} from './responses.ts';
import { readTarget } from './target.ts';
import type { Trace } from './trace.ts';

interface HandlerOptions extends AllowedNames, Omit<GetContext, 'service'> {
  readonly limits: HttpLimits;
  /** How callers are authenticated; not at all if left out. */
  readonly auth?: HttpAuth | undefined;
  /** Rate limit of callers; none if left out. */
  readonly charge?: Charge | undefined;
  /** What is answered to OpenAI, which wants to know whose the host is. */
  readonly challenge?: string | undefined;
  /** Makes the servers that answer, if not the product's own factory. */
  readonly factory?: McpServerFactory | undefined;
}

/** A request that is being answered. */
interface Underway {
  readonly trace: Trace;
  /** Aborted once nobody waits for the answer. */
  readonly work: AbortController;
  /** Whose it is, as far as is known before anything is checked: an address. */
  readonly from: string;
  /** Counts it to whoever has proven to have sent it; false if it was refused, since they have too many. */
  readonly identify: (caller: string) => boolean;
  /** The query of its address. */
  readonly fields: QueryFields;
  /** What the query asks for, if the request is a GET or HEAD. */
  readonly query: GetQuery | undefined;
}

const ALLOW = { allow: 'GET, HEAD, POST, OPTIONS' };
const AT_ONCE: Turn = async () => undefined;
/** Where something is that depends on the caller. */
const PATHS: readonly string[] = [ENDPOINT, `${ENDPOINT}/`, ...CARD_PATHS];

/** A text at a path of its own. */
interface Fixed {
  readonly type: string;
  readonly text: string;
}

const READ_ALONE = { allow: 'GET, HEAD, OPTIONS' };

/** The server's request listener: authenticates the caller, then answers by path and method. */
export class RequestHandler {
  readonly #service: Service;
  readonly #options: HandlerOptions;
  readonly #getContext: GetContext;
  readonly #messages: MessageHandler;
  readonly #access: AccessControl | undefined;
  readonly #turns: Turns;

  constructor(service: Service, options: HandlerOptions) {
    const { auth, factory, onError } = options;
    this.#service = service;
    this.#options = options;
    this.#getContext = { ...options, service };
    // Another factory may have tools of its own, which only its servers know.
    this.#messages =
      factory === undefined
        ? new MessageHandler(createServerFactory(service, onError), onError, options.limits, service)
        : new MessageHandler(factory, onError, options.limits);
    this.#access = auth === undefined ? undefined : new AccessControl(auth);
    const { waitingOfOne: ofOne, waiting: ofAll } = options.limits;
    this.#turns = new Turns({ ofOne, ofAll });
  }

  /** Answers a request; never rejects. The work is aborted once nobody waits for the answer. */
  async handle(request: IncomingMessage, response: ServerResponse, underway: Underway): Promise<void> {
    const { work } = underway;
    try {
      await this.#route(request, response, underway);
    } catch (error) {
      // What follows upon a refusal, or upon the caller's going, is no failure.
      if (work.signal.aborted) return;
      if (error instanceof NotBegun) {
        work.abort();
        return refuseBusy(response, corsHeaders(request));
      }
      this.#options.onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The server failed to answer. The reason is in its log.');
    }
  }

  /** A connection has come; those behind it go before the calls that wait. */
  arrived(): void {
    this.#turns.arrived();
  }

  /** Begins nothing any more, waits for what was begun, and ends the streams that would otherwise stay open. */
  close(): Promise<void> {
    this.#turns.close();
    return this.#messages.close();
  }

  async #route(
    request: IncomingMessage,
    response: ServerResponse,
    { trace, work: { signal }, from, identify, fields, query }: Underway,
  ): Promise<void> {
    const asker = { connection: request.socket, signal };
    const turnOf = (caller: string) => (isPatient?: boolean) =>
      this.#turns.next({ caller, ...asker, ...(isPatient && { isPatient }) });
    if (this.#turns.crowds(from)) await turnOf(from)();
    const refusal = whyRefused(request, this.#options);
    if (refusal !== undefined) return refuse(response, refusal.status, refusal.message);
    const cors = corsHeaders(request);
    const { path } = readTarget(request);
    const fixed = this.#fixedAt(path);
    if (fixed !== undefined) return answerFixed(request, response, fixed, cors);
    if (answerFixedPath(path, request, response, cors)) return;
    if (!PATHS.includes(path)) {
      return refuse(response, 404, `Nothing is here. The server answers at ${ENDPOINT} alone.`, cors);
    }
    if (CARD_PATHS.includes(path) && query === undefined)
      return answerFixed(request, response, undefined, cors);
    if (request.method === 'OPTIONS') return sendEmpty(response, 204, { ...preflightHeaders(), ...cors });
    if (query !== undefined && isOpenProbe(query)) {
      const asked = { ...this.#getContext, caller: STRANGER, turn: AT_ONCE, cors };
      return answerGet(query, request, response, asked);
    }
    const admitted = await this.#admit(request, response, fields, cors);
    if (admitted === undefined) return;
    const { caller, charge, key } = admitted;
    if (!identify(key)) return;
    if (caller.known) trace.identify(caller.name);
    const turn = turnOf(key);
    if (request.method === 'POST') {
      const { limits } = this.#options;
      const post = { messages: this.#messages, limits, whyNot: this.#whyNot, cors, trace };
      return answerPost(request, response, { ...post, caller, key, charge, signal, turn });
    }
    // A client that names the stream takes any other answer for one that has broken off, and asks again for ever.
    if (query !== undefined && !namesEventStream(request)) {
      const denied = this.#access?.whyNotGet(query, caller);
      if (denied !== undefined) return refuseAccess(response, denied, cors);
      return answerGet(query, request, response, { ...this.#getContext, caller, turn, cors });
    }
    const message = 'This server keeps no sessions and opens no streams here. POST each message.';
    refuse(response, 405, message, { ...ALLOW, ...cors });
  }

  /** What is the same for everybody who reads it, at its own path. */
  #fixedAt(path: string): Fixed | undefined {
    const { auth, challenge } = this.#options;
    if (path === CHALLENGE_PATH && challenge !== undefined)
      return { type: 'text/plain; charset=utf-8', text: challenge };
    if (path !== WELL_KNOWN && path !== `${WELL_KNOWN}${ENDPOINT}`) return undefined;
    return auth?.metadata && { type: 'application/json', text: JSON.stringify(auth.metadata.document) };
  }

  /** The caller, after the rate limit; nothing where the request was refused. */
  async #admit(
    request: IncomingMessage,
    response: ServerResponse,
    fields: QueryFields,
    cors: OutgoingHttpHeaders,
  ) {
    const admission = (await this.#access?.admit(request, fields)) ?? { caller: ANYONE };
    const key = this.#keyOf(request, admission);
    const limit = this.#options.charge;
    const charge = limit && ((requests: number, paid: number) => limit(key, requests, paid));
    const verdict = await charge?.(1, 0);
    if (verdict?.allowed === false) return refuseTooMany(response, verdict.retryAfterSeconds, cors);
    if ('refusal' in admission) return refuseAccess(response, admission.refusal, cors);
    return { caller: callerAt(admission.caller, key), charge, key };
  }

  /** Says why a message of a caller's is not answered; nothing if it is. */
  readonly #whyNot = async (message: unknown, caller: Caller): Promise<HttpRefusal | undefined> =>
    this.#access?.whyNot(message, caller, await this.#service.registry());

  /** Authenticated callers count by name, for limits and turns, and all others by address. */
  #keyOf(request: IncomingMessage, admission: Admission): string {
    const isKnown = 'caller' in admission && admission.caller.known;
    return isKnown
      ? `caller ${admission.caller.name}`
      : addressCaller(callerAddress(request, this.#options.proxies));
  }
}

/**
 * Answers where there is only something to read, the same for everybody: who issues tokens for this server (RFC 9728), and
 * whose the host is. Without a text, what asks for another method than those that read is answered.
 */
function answerFixed(
  { method }: IncomingMessage,
  response: ServerResponse,
  fixed: Fixed | undefined,
  cors: OutgoingHttpHeaders,
): void {
  if (fixed !== undefined && (method === 'GET' || method === 'HEAD')) {
    sendText(response, 200, fixed.type, fixed.text, { 'cache-control': 'max-age=3600', ...cors });
  } else if (method === 'OPTIONS') {
    sendEmpty(response, 204, { ...preflightHeaders(), ...READ_ALONE, ...cors });
  } else {
    refuse(response, 405, 'This can only be read.', { ...READ_ALONE, ...cors });
  }
}
