import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { type ResourceMetadata, WELL_KNOWN } from '../auth/addresses.ts';
import { ANYONE, type Caller, STRANGER } from '../lib/caller.ts';
import { createServerFactory } from '../protocol/server-factory.ts';
import type { Service } from '../protocol/service.ts';
import { AccessControl, type Admission, type HttpAuth } from './access-control.ts';
import { answerGet, asksForCounters, type GetContext, isOpenProbe, wantsStreamAlone } from './get-status.ts';
import { MessageHandler } from './message-handler.ts';
import { ENDPOINT, type HttpLimits } from './options.ts';
import { answerPost } from './post.ts';
import { addressKey, type Charge } from './rate-limit.ts';
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
  refuseTooMany,
  sendEmpty,
  sendJsonText,
} from './responses.ts';
import type { Trace } from './trace.ts';

export interface HandlerOptions extends AllowedNames, Omit<GetContext, 'service'> {
  readonly limits: HttpLimits;
  /** How callers are authenticated; not at all if left out. */
  readonly auth?: HttpAuth | undefined;
  /** Rate limit of callers; none if left out. */
  readonly charge?: Charge | undefined;
  /** Makes the servers that answer, if not the product's own factory. */
  readonly factory?: McpServerFactory | undefined;
}

const ALLOW = { allow: 'GET, HEAD, POST, OPTIONS' };
const READ_ALONE = { allow: 'GET, HEAD, OPTIONS' };

/** The server's request listener: authenticates the caller, then answers by path and method. */
export class RequestHandler {
  readonly #service: Service;
  readonly #options: HandlerOptions;
  readonly #getContext: GetContext;
  readonly #messages: MessageHandler;
  readonly #access: AccessControl | undefined;

  constructor(service: Service, options: HandlerOptions) {
    const { auth, factory, onError } = options;
    this.#service = service;
    this.#options = options;
    this.#getContext = { ...options, service };
    // Another factory may have tools of its own, which only its servers know.
    this.#messages =
      factory === undefined
        ? new MessageHandler(createServerFactory(service, onError), onError, service)
        : new MessageHandler(factory, onError);
    this.#access = auth === undefined ? undefined : new AccessControl(auth);
  }

  /** Answers a request; never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse, trace: Trace): Promise<void> {
    try {
      await this.#route(request, response, trace);
    } catch (error) {
      this.#options.onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The server failed to answer. The reason is in its log.');
    }
  }

  /** Ends the streams that would otherwise stay open. */
  close(): Promise<void> {
    return this.#messages.close();
  }

  async #route(request: IncomingMessage, response: ServerResponse, trace: Trace): Promise<void> {
    const refusal = whyRefused(request, this.#options);
    if (refusal !== undefined) return refuse(response, 403, refusal);
    const cors = corsHeaders(request);
    const path = pathOf(request);
    const metadata = this.#options.auth?.metadata;
    if (metadata !== undefined && (path === WELL_KNOWN || path === `${WELL_KNOWN}${ENDPOINT}`)) {
      return answerMetadata(request, response, metadata, cors);
    }
    if (path !== ENDPOINT) {
      return refuse(response, 404, `Nothing is here. The server answers at ${ENDPOINT} alone.`, cors);
    }
    if (request.method === 'OPTIONS') return sendEmpty(response, 204, { ...preflightHeaders(), ...cors });
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    if (isGet && isOpenProbe(request)) return answerGet(request, response, STRANGER, this.#getContext, cors);
    const admitted = await this.#admit(request, response, cors);
    if (admitted === undefined) return;
    const { caller, charge } = admitted;
    if (caller.known) trace.identify(caller.name);
    if (request.method === 'POST') {
      const { limits } = this.#options;
      const post = { messages: this.#messages, limit: limits.body, whyNot: this.#whyNot, cors, trace };
      return answerPost(request, response, { ...post, caller, charge });
    }
    if (isGet && !wantsStreamAlone(request)) {
      const denied = this.#whyNotRead(request, caller);
      if (denied !== undefined) return refuseAccess(response, denied, cors);
      return answerGet(request, response, caller, this.#getContext, cors);
    }
    const message = 'This server keeps no sessions and opens no streams here. POST each message.';
    refuse(response, 405, message, { ...ALLOW, ...cors });
  }

  /** The caller, after the rate limit; nothing where the request was refused. */
  async #admit(request: IncomingMessage, response: ServerResponse, cors: OutgoingHttpHeaders) {
    const admission = (await this.#access?.admit(request)) ?? { caller: ANYONE };
    const charge = this.#chargeFor(request, admission);
    const verdict = await charge?.(1);
    if (verdict?.allowed === false) return refuseTooMany(response, verdict.retryAfterSeconds, cors);
    if ('refusal' in admission) return refuseAccess(response, admission.refusal, cors);
    return { caller: admission.caller, charge };
  }

  /** Says why a message of a caller's is not answered; nothing if it is. */
  readonly #whyNot = async (message: unknown, caller: Caller): Promise<HttpRefusal | undefined> =>
    this.#access?.whyNot(message, caller, await this.#service.registry());

  #whyNotRead(request: IncomingMessage, caller: Caller): HttpRefusal | undefined {
    return asksForCounters(request)
      ? this.#access?.whyNotOperator(caller)
      : this.#access?.whyNotStatus(caller);
  }

  /** Rate-limits authenticated callers by name, and all others by address. */
  #chargeFor(request: IncomingMessage, admission: Admission) {
    const { charge, proxies } = this.#options;
    if (charge === undefined) return undefined;
    const isKnown = 'caller' in admission && admission.caller.known;
    const key = isKnown
      ? `caller ${admission.caller.name}`
      : `address ${addressKey(callerAddress(request, proxies))}`;
    return (requests: number) => charge(key, requests);
  }
}

/** Answers a client that wants to know who issues tokens for this server (RFC 9728). */
function answerMetadata(
  { method }: IncomingMessage,
  response: ServerResponse,
  { document }: ResourceMetadata,
  cors: OutgoingHttpHeaders,
): void {
  if (method === 'GET' || method === 'HEAD') {
    const headers = { 'cache-control': 'max-age=3600', ...cors };
    sendJsonText(response, 200, JSON.stringify(document), headers);
  } else if (method === 'OPTIONS') {
    sendEmpty(response, 204, { ...preflightHeaders(), ...READ_ALONE, ...cors });
  } else {
    refuse(response, 405, 'This can only be read.', { ...READ_ALONE, ...cors });
  }
}

/** The path as it was sent: decoding it, or reading `//host` as a host, would let other spellings in. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
