import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../lib/caller.ts';
import type { Turn } from '../lib/turns.ts';
import type { Tally } from '../protocol/counters.ts';
import type { Service } from '../protocol/service.ts';
import { describeService, type ServiceStatus } from '../protocol/service-status.ts';
import { preferredData, prefersPage } from './accept.ts';
import type { Arguments } from './explorer/address.ts';
import { answerData, type DataForm } from './explorer/data.ts';
import { DOCUMENT_HEADERS } from './explorer/document.ts';
import { canExplore, explore } from './explorer/page.ts';
import { answerAsset, viewAssets } from './explorer/view-assets.ts';
import { answerDocument, askedAgain } from './get-document.ts';
import type { GetQuery } from './get-query.ts';
import { Kept, sendKept } from './kept.ts';
import { PAGE_TYPE } from './page-parts.ts';
import { ENDPOINT } from './paths.ts';
import { type Addressing, publicOrigin } from './request-origin.ts';
import { refuse, sendJsonText, sendText } from './responses.ts';
import type { StartPages } from './start-page.ts';

/** What GET is answered from. */
export interface GetContext extends Addressing {
  readonly service: Service;
  /** True once the server is closing: it still answers, but is not ready. */
  readonly isDraining: () => boolean;
  readonly readCounters?: (() => Promise<Tally>) | undefined;
  /** Called with failures that are not shown to the caller. */
  readonly onError: (error: Error) => void;
}

/** One GET: who asks, and what the answer carries in any case. */
interface AskedGet extends GetContext {
  readonly caller: Caller;
  /** What waits for files has to do so before: what comes behind is none of the turn. */
  readonly turn: Turn;
  readonly cors: OutgoingHttpHeaders;
}

/**
 * Answers GET and HEAD by what the query was read as: with a probe, the counters, a file of the explorer, a document, a
 * page of the explorer or the service's status, as JSON or, to a browser, as a page. 503 says that the data cannot be
 * opened, or that the server is closing.
 */
export async function answerGet(
  query: GetQuery,
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedGet,
): Promise<void> {
  const { caller, service, turn, cors } = asked;
  if (query.kind === 'refused') return refuse(response, query.status, query.problem, cors);
  if (query.kind === 'live') return sendJsonText(response, 200, '{"live":true}\n', cors);
  if (query.kind === 'counters') return answerCounters(response, asked);
  if (query.kind === 'asset') return answerAsset(query.name, request, response, cors);
  if (asked.isDraining()) return unready(response, 'The server is closing. Ask another.', cors);
  if (query.kind === 'ready') return answerReady(response, asked);
  if (query.kind === 'document') {
    const address = addressOf(request, asked);
    await turn();
    return answerDocument(
      { name: query.name, filter: query.filter },
      request,
      response,
      { service, caller, address },
      cors,
    );
  }
  const status = await opened(asked, () => describeService(service, caller));
  if (status === undefined) return unready(response, UNOPENED, cors);
  await turn();
  if (query.kind === 'explorer' && (query.format !== undefined || !prefersPage(request))) {
    const form = query.format ?? preferredData(request);
    return answerSearch(query.arguments, form, response, asked);
  }
  if (prefersPage(request)) {
    const explorer = query.kind === 'explorer' ? query.arguments : undefined;
    return answerPage(explorer, request, response, asked, status);
  }
  sendJsonText(response, 200, `${JSON.stringify(status, null, 2)}\n`, cors);
}

/** The same for whoever asks: nothing of it depends on the caller or the name of the host. */
async function answerReady(response: ServerResponse, asked: AskedGet): Promise<void> {
  const { service, cors } = asked;
  const isReady = await opened(asked, async () => {
    await service.status();
    await service.ready();
    return true;
  });
  if (isReady === undefined) return unready(response, UNOPENED, cors);
  sendJsonText(response, 200, '{"ready":true}\n', cors);
}

let startPages: Promise<StartPages> | undefined;

/** The pages that were made, of which a program that shows none loads nothing. */
function pages(): Promise<StartPages> {
  startPages ??= import('./start-page.ts').then((loaded) => new loaded.StartPages());
  return startPages;
}

/** What programs and notebooks get: the answer of the tool as data. */
async function answerSearch(
  sought: Arguments,
  form: DataForm,
  response: ServerResponse,
  { caller, service, cors }: AskedGet,
): Promise<void> {
  const { status, type, text, headers } = await answerData(sought, form, await service.registry(), caller);
  sendText(response, status, type, text, { ...headers, ...cors });
}

/** What a browser gets: what its address asks of the explorer, or else the start page. */
async function answerPage(
  sought: Arguments | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedGet,
  status: ServiceStatus,
): Promise<void> {
  const { caller, service, cors } = asked;
  const registry = await service.registry();
  const isExplorer = canExplore(registry, caller);
  if (isExplorer && sought !== undefined) {
    const { status: code, html, headers } = await explore(sought, registry, caller);
    const all = { ...headers, ...cors, 'cache-control': askedAgain(service) };
    if (code === 200) return sendKept(request, response, new Kept(PAGE_TYPE, html), all);
    return sendText(response, code, PAGE_TYPE, html, { ...headers, ...cors });
  }
  const [start, overview, view] = await Promise.all([pages(), service.overview(), viewAssets()]);
  const address = addressOf(request, asked);
  const page = start.get({ status, overview, address, isExplorer, view });
  sendKept(request, response, page, { ...DOCUMENT_HEADERS, ...cors, 'cache-control': askedAgain(service) });
}

function addressOf(request: IncomingMessage, addressing: Addressing): string {
  return `${publicOrigin(request, addressing)}${ENDPOINT}`;
}

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

/** What needs the data; undefined if they cannot be opened, which the operator is told. */
async function opened<Value>({ onError }: AskedGet, use: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await use();
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}

const UNOPENED = 'The data cannot be opened; the reason is in the log of this server.';

function unready(response: ServerResponse, message: string, cors: OutgoingHttpHeaders): void {
  refuse(response, 503, message, { 'retry-after': '1', ...cors });
}
