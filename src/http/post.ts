import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Caller } from '../lib/caller.ts';
import { whyBatchRefused } from '../protocol/batch.ts';
import { errorAnswer, parseErrorAnswer } from '../protocol/json-rpc.ts';
import { BATCH_REVISION } from '../protocol/protocol.ts';
import { readJsonBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import type { HttpRefusal } from './gate.ts';
import type { Outcome } from './outcome.ts';
import { type ProtocolHeaders, protocolHeaders } from './protocol-headers.ts';
import type { Verdict } from './rate-limit.ts';
import { refuse, refuseAccess, refuseTooMany, SECURITY_HEADERS, sendEmpty, sendJsonText } from './reply.ts';
import type { Trace } from './trace.ts';

/** What a POST is answered with. */
export interface PostContext {
  readonly caller: Caller;
  /** Says why a message of theirs is not answered, if it is not. */
  readonly whyNot: (message: unknown, caller: Caller) => Promise<HttpRefusal | undefined>;
  readonly exchange: Exchange;
  /** Bytes that a body may have. */
  readonly limit: number;
  readonly cors: OutgoingHttpHeaders;
  readonly trace: Trace;
  /** Charges the caller for further requests; the first is paid for. */
  readonly charge?: ((requests: number) => Verdict | Promise<Verdict>) | undefined;
}

/** Answers a POST: one message, or a batch where the revision knows them. */
export async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  { caller, whyNot, exchange, limit, cors, trace, charge }: PostContext,
): Promise<void> {
  const body = await readJsonBody(request, response, limit);
  if (body.kind === 'lost') return;
  if (body.kind === 'refused') return refuse(response, body.refusal.status, body.refusal.message, cors);
  const message = body.kind === 'text' ? parseJson(body.text) : undefined;
  if (message === undefined) {
    return sendJsonText(response, 400, JSON.stringify(parseErrorAnswer('The body')), cors);
  }
  if (charge !== undefined && Array.isArray(message) && message.length > 1) {
    const { allowed, retryAfterSeconds } = await charge(message.length - 1);
    if (!allowed) return refuseTooMany(response, retryAfterSeconds, cors);
  }
  const refusal = await whyNot(message, caller);
  if (refusal !== undefined) return refuseAccess(response, refusal, cors);
  const headers = protocolHeaders(request);
  const signal = () => abortedWith(response);
  const asked = Array.isArray(message) ? { ...headers, acceptsStream: false } : headers;
  const answerOne = async (one: unknown): Promise<Outcome> => {
    const outcome = await exchange.answer(one, caller, asked, signal);
    trace.answered(one, outcome);
    return outcome;
  };
  const outcome = Array.isArray(message)
    ? await answerBatch(message, headers, answerOne)
    : await answerOne(message);
  await send(response, outcome, cors);
}

async function answerBatch(
  messages: readonly unknown[],
  headers: ProtocolHeaders,
  answerOne: (message: unknown) => Promise<Outcome>,
): Promise<Outcome> {
  const allowed = headers.revision === undefined || headers.revision === BATCH_REVISION;
  const refusal = whyBatchRefused(messages, allowed);
  if (refusal !== undefined) {
    const answer = errorAnswer(null, ProtocolErrorCode.InvalidRequest, refusal);
    return { kind: 'json', status: 400, json: JSON.stringify(answer) };
  }
  const outcomes = await Promise.all(messages.map(answerOne));
  const answers = outcomes.flatMap((outcome) => (outcome.kind === 'json' ? [outcome.json] : []));
  if (answers.length === 0) return { kind: 'nothing' };
  return { kind: 'json', status: 200, json: `[${answers.join(',')}]` };
}

async function send(response: ServerResponse, outcome: Outcome, cors: OutgoingHttpHeaders): Promise<void> {
  if (response.destroyed) return;
  if (outcome.kind === 'nothing') return sendEmpty(response, 202, { 'content-length': 0, ...cors });
  if (outcome.kind === 'json') return sendJsonText(response, outcome.status, outcome.json, cors);
  response.writeHead(outcome.response.status, {
    ...SECURITY_HEADERS,
    ...Object.fromEntries(outcome.response.headers),
    ...cors,
  });
  if (outcome.response.body === null) return void response.end();
  // A caller that goes away ends its stream; that is no failure.
  await pipeline(Readable.fromWeb(outcome.response.body), response).catch(() => undefined);
}

function abortedWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
