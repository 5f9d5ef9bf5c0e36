import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { Caller } from '../lib/caller.ts';
import type { Turn } from '../lib/turns.ts';
import type { Tally } from '../protocol/counters.ts';
import { documentIn } from '../protocol/feed-names.ts';
import { describeService, type Service, type ServiceStatus } from '../protocol/service.ts';
import { askedIn } from './explorer/address.ts';
import { canExplore, explore } from './explorer/page.ts';
import { answerAsset } from './explorer/view-assets.ts';
import { answerDocument, askedAgain } from './get-document.ts';
import { sendKept } from './kept.ts';
import { ENDPOINT } from './options.ts';
import { PAGE_HEADERS, PAGE_TYPE } from './page-parts.ts';
import { publicOrigin } from './request-origin.ts';
import { refuse, sendJsonText, sendText } from './responses.ts';
import type { StatusPages } from './status-page.ts';

/** What GET is answered from. */
export interface GetContext {
  readonly service: Service;
  readonly pages: StatusPages;
  /** Number of trusted proxies in front. */
  readonly proxies: number;
  /** True once the server is closing: it still answers, but is not ready. */
  readonly isDraining: () => boolean;
  readonly readCounters?: (() => Promise<Tally>) | undefined;
  /** Called with failures that are not shown to the caller. */
  readonly onError: (error: Error) => void;
}

/** One GET: who asks, and what the answer carries in any case. */
export interface AskedGet extends GetContext {
  readonly caller: Caller;
  /** What waits for files has to do so before: what comes behind is none of the turn. */
  readonly turn: Turn;
  readonly cors: OutgoingHttpHeaders;
}

/**
 * Answers GET and HEAD: with the service's status, as JSON or, to a browser, as a page; to `?live` whether the
 * process answers, to `?ready` whether it should be asked, to `?counters` what it has done, and with the document that
 * `?feed`, `?card` or `?llms` names. 503 says that the
 * data cannot be opened, or that the server is closing.
 */
export async function answerGet(
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedGet,
): Promise<void> {
  const { caller, service, turn, cors } = asked;
  const params = paramsOf(request);
  const probe = PROBES.find((one) => params.has(one));
  if (probe === 'live') return sendJsonText(response, 200, '{"live":true}\n', cors);
  if (probe === 'counters') return answerCounters(response, asked);
  const asset = params.get('asset');
  if (asset !== null) return answerAsset(asset, request, response, cors);
  if (asked.isDraining()) return unready(response, 'The server is closing. Ask another.', cors);
  const document = documentIn(params);
  if (typeof document === 'object') return refuse(response, 404, document.problem, cors);
  if (document !== undefined) {
    const address = addressOf(request, asked);
    await turn();
    return answerDocument(document, request, response, { service, caller, address }, cors);
  }
  const status = await statusOf(asked);
  if (status === undefined) {
    return unready(response, 'The data cannot be opened; the reason is in the log of this server.', cors);
  }
  if (probe === 'ready') {
    await service.ready();
    return sendJsonText(response, 200, '{"ready":true}\n', cors);
  }
  await turn();
  if (preferredType(request) === 'text/html') return answerPage(request, response, asked, status);
  sendJsonText(response, 200, `${JSON.stringify(status, null, 2)}\n`, cors);
}

/** What a browser gets: what its address asks for, or else the status page. */
async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedGet,
  status: ServiceStatus,
): Promise<void> {
  const { caller, service, pages, cors } = asked;
  const registry = await service.registry();
  const isExplorer = canExplore(registry, caller);
  const sought = isExplorer ? askedIn(paramsOf(request)) : undefined;
  if (sought !== undefined) {
    const { status: code, html, headers } = await explore(sought, registry, caller);
    return sendText(response, code, PAGE_TYPE, html, { ...headers, ...cors });
  }
  const page = pages.get(status, await service.charts(), addressOf(request, asked), isExplorer);
  sendKept(request, response, page, { ...PAGE_HEADERS, ...cors, 'cache-control': askedAgain(service) });
}

function addressOf(request: IncomingMessage, { proxies }: GetContext): string {
  return `${publicOrigin(request, proxies)}${ENDPOINT}`;
}

/** True if the caller wants an event stream and nothing else: a session, and this server keeps none. */
export function wantsStreamAlone(request: IncomingMessage): boolean {
  const negotiator = new Negotiator(request);
  return (
    negotiator.mediaType(['application/json', 'text/html']) === undefined &&
    negotiator.mediaType(['text/event-stream']) !== undefined
  );
}

/** What an orchestrator or the operator asks for, if they do. */
function probeOf(request: IncomingMessage): (typeof PROBES)[number] | undefined {
  const params = paramsOf(request);
  return PROBES.find((probe) => params.has(probe));
}

function paramsOf({ url = '' }: IncomingMessage): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

/** True for probes that reveal nothing and need no token. */
export function isOpenProbe(request: IncomingMessage): boolean {
  const params = paramsOf(request);
  const probe = PROBES.find((one) => params.has(one));
  return probe === 'live' || probe === 'ready';
}

/** True for the counters, which tell what others asked for. */
export function asksForCounters(request: IncomingMessage): boolean {
  return probeOf(request) === 'counters';
}

const PROBES = ['live', 'ready', 'counters'] as const;

/** A proxy on this machine makes every caller look local: only a token identifies the operator. */
async function answerCounters(
  response: ServerResponse,
  { caller, readCounters, cors }: AskedGet,
): Promise<void> {
  if (readCounters === undefined || !caller.known || !caller.scopes.has('operator')) {
    const how =
      'The counters are for the operator: a token with the scope operator reads them, and SIGUSR2 writes them into the log.';
    return refuse(response, 403, how, cors);
  }
  sendJsonText(response, 200, `${JSON.stringify(await readCounters(), null, 2)}\n`, cors);
}

async function statusOf({ caller, service, onError }: AskedGet): Promise<ServiceStatus | undefined> {
  try {
    return await describeService(service, caller);
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}

function unready(response: ServerResponse, message: string, cors: OutgoingHttpHeaders): void {
  refuse(response, 503, message, { 'retry-after': '1', ...cors });
}

function preferredType(request: IncomingMessage): string | undefined {
  return new Negotiator(request).mediaType(['application/json', 'text/html']);
}
