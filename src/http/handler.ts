import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { WELL_KNOWN } from '../auth/addresses.ts';
import { type Caller, STRANGER } from '../lib/caller.ts';
import { createServerFactory } from '../protocol/server-factory.ts';
import type { Service } from '../protocol/service.ts';
import { type Access, corsHeaders, preflightHeaders, whyRefused } from './access.ts';
import { callerAddress } from './forwarded.ts';
import { type Admission, Gate, type HttpAuth } from './gate.ts';
import { answerGet, asksForCounters, type GetContext, isGet, isOpenProbe, wantsStreamAlone } from './get.ts';
import { MessageHandler } from './message-handler.ts';
import { answerMetadata } from './metadata.ts';
import { ENDPOINT, type HttpLimits } from './options.ts';
import { answerPost } from './post.ts';
import { addressKey, type Charge } from './rate-limit.ts';
import { refuse, refuseAccess, refuseTooMany, sendEmpty } from './reply.ts';
import type { Trace } from './trace.ts';

export interface RequestHandler {
  /** Answers a request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, trace: Trace): Promise<void>;
  /** Ends the streams that would otherwise stay open. */
  close(): Promise<void>;
}

export interface HandlerOptions extends Access, Omit<GetContext, 'service'> {
  readonly limits: HttpLimits;
  /** How callers show who they are; nobody has to if left out. */
  readonly auth?: HttpAuth | undefined;
  /** Charges callers for what they ask; no limit if left out. */
  readonly charge?: Charge | undefined;
  /** Makes the servers that answer, if not the product's own factory. */
  readonly factory?: McpServerFactory | undefined;
}

const ALLOW = { allow: 'GET, HEAD, POST, OPTIONS' };

/** Makes the one handler behind the server: it checks who calls, then answers by method. */
export function createRequestHandler(service: Service, options: HandlerOptions): RequestHandler {
  const { limits, factory, onError } = options;
  // Another factory may have tools of its own, which only its servers know.
  const messages =
    factory === undefined
      ? new MessageHandler(createServerFactory(service, onError), onError, service)
      : new MessageHandler(factory, onError);
  const gate = new Gate(options.auth);
  const metadata = options.auth?.metadata;
  const whyNot = async (message: unknown, caller: Caller) =>
    options.auth === undefined ? undefined : gate.whyNot(message, caller, await service.registry());
  const charge = chargeFor(options);
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    cors: OutgoingHttpHeaders,
    trace: Trace,
  ): Promise<void> => {
    if (isOpenProbe(request)) return answerGet(request, response, STRANGER, { ...options, service }, cors);
    const admission = await gate.admit(request);
    const toll = charge?.(request, admission);
    const verdict = await toll?.(1);
    if (verdict?.allowed === false) return refuseTooMany(response, verdict.retryAfterSeconds, cors);
    if ('refusal' in admission) return refuseAccess(response, admission.refusal, cors);
    const { caller } = admission;
    if (caller.known) trace.identify(caller.name);
    if (request.method === 'POST') {
      const context = { caller, whyNot, messages, limit: limits.body, cors, trace, charge: toll };
      return answerPost(request, response, context);
    }
    if (isGet(request) && !wantsStreamAlone(request)) {
      const refusal = asksForCounters(request) ? gate.whyNotOperator(caller) : gate.whyNotStatus(caller);
      if (refusal !== undefined) return refuseAccess(response, refusal, cors);
      return answerGet(request, response, caller, { ...options, service }, cors);
    }
    refuse(response, 405, 'This server keeps no sessions and opens no streams here. POST each message.', {
      ...ALLOW,
      ...cors,
    });
  };
  const route = async (request: IncomingMessage, response: ServerResponse, trace: Trace): Promise<void> => {
    const refusal = whyRefused(request, options);
    if (refusal !== undefined) return refuse(response, 403, refusal);
    const cors = corsHeaders(request);
    const path = pathOf(request);
    if (metadata !== undefined && (path === WELL_KNOWN || path === `${WELL_KNOWN}${ENDPOINT}`)) {
      return answerMetadata(request, response, metadata, cors);
    }
    if (path !== ENDPOINT) {
      return refuse(response, 404, `Nothing is here. The server answers at ${ENDPOINT} alone.`, cors);
    }
    if (request.method === 'OPTIONS') return sendEmpty(response, 204, { ...preflightHeaders(), ...cors });
    return answer(request, response, cors, trace);
  };
  return {
    handle: (request, response, trace) =>
      route(request, response, trace).catch((error) => fail(response, error, onError)),
    close: () => messages.close(),
  };
}

/** Charges whoever has shown who they are by that, and everybody else by the address. */
function chargeFor({ charge, proxies }: HandlerOptions) {
  if (charge === undefined) return undefined;
  return (request: IncomingMessage, admission: Admission) => {
    const isKnown = 'caller' in admission && admission.caller.known;
    const key = isKnown
      ? `caller ${admission.caller.name}`
      : `address ${addressKey(callerAddress(request, proxies))}`;
    return (requests: number) => charge(key, requests);
  };
}

function fail(response: ServerResponse, error: unknown, onError: (error: Error) => void): void {
  onError(error instanceof Error ? error : new Error(String(error)));
  if (response.headersSent) response.destroy();
  else refuse(response, 500, 'The server failed to answer. The reason is in its log.');
}

/** The path as it was sent: decoding it, or reading `//host` as a host, would let other spellings in. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
