import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Caller } from '../../auth/caller.ts';
import { WELL_KNOWN } from '../../auth/oauth/resource-metadata.ts';
import { createServerFactory } from '../../server/factory.ts';
import type { Service } from '../../server/service.ts';
import { type Access, corsHeaders, preflightHeaders, whyRefused } from './access.ts';
import { Exchange } from './exchange.ts';
import { Gate, type HttpAuth } from './gate.ts';
import { answerGet, wantsStreamAlone } from './get.ts';
import { answerMetadata } from './metadata.ts';
import { ENDPOINT, type HttpLimits } from './options.ts';
import { answerPost } from './post.ts';
import { refuse, sendEmpty } from './reply.ts';

export interface RequestHandler {
  /** Answers a request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends the streams that would otherwise stay open. */
  close(): Promise<void>;
}

const ALLOW = { allow: 'GET, HEAD, POST, OPTIONS' };

/** Makes the one handler behind the server: it checks who calls, then answers by method. */
export function createRequestHandler(
  service: Service,
  access: Access & { readonly auth?: HttpAuth | undefined },
  limits: HttpLimits,
  onError: (error: Error) => void,
  factory?: McpServerFactory,
): RequestHandler {
  // Another factory may have tools of its own, which only its servers know.
  const exchange =
    factory === undefined
      ? new Exchange(createServerFactory(service, onError), onError, service)
      : new Exchange(factory, onError);
  const gate = new Gate(access.auth);
  const metadata = access.auth?.metadata;
  const admitted = (caller: Caller) => ({
    caller,
    whyNot: async (message: unknown) =>
      access.auth === undefined ? undefined : gate.whyNot(message, caller, await service.registry()),
  });
  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = whyRefused(request, access);
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
    const admission = await gate.admit(request);
    if ('refusal' in admission) {
      const { status, message, headers } = admission.refusal;
      return refuse(response, status, message, { ...headers, ...cors });
    }
    const { caller } = admission;
    switch (request.method) {
      case 'POST':
        return answerPost(request, response, admitted(caller), exchange, limits.body, cors);
      case 'GET':
      case 'HEAD':
        if (!wantsStreamAlone(request)) return answerGet(request, response, caller, service, cors);
    }
    refuse(response, 405, 'This server keeps no sessions and opens no streams here. POST each message.', {
      ...ALLOW,
      ...cors,
    });
  };
  return {
    handle: (request, response) => route(request, response).catch((error) => fail(response, error, onError)),
    close: () => exchange.close(),
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
