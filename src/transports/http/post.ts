import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Caller } from '../../auth/caller.ts';
import { BATCH_REVISION } from '../../server/protocol.ts';
import { whyBatchRefused } from '../batch.ts';
import { errorAnswer, parseErrorAnswer } from '../json-rpc.ts';
import { readJsonBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import type { HttpRefusal } from './gate.ts';
import type { Outcome } from './outcome.ts';
import { type ProtocolHeaders, protocolHeaders } from './protocol-headers.ts';
import { refuse, sendEmpty, sendJsonText } from './reply.ts';

/** Who calls, and why a message of theirs is not answered, if it is not. */
export interface Admitted {
  readonly caller: Caller;
  whyNot(message: unknown): Promise<HttpRefusal | undefined>;
}

/** Answers a POST: one message, or a batch where the revision knows them. */
export async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  { caller, whyNot }: Admitted,
  exchange: Exchange,
  limit: number,
  cors: OutgoingHttpHeaders,
): Promise<void> {
  const body = await readJsonBody(request, response, limit);
  if (body.kind === 'lost') return;
  if (body.kind === 'refused') return refuse(response, body.refusal.status, body.refusal.message, cors);
  const message = body.kind === 'text' ? parseJson(body.text) : undefined;
  if (message === undefined) {
    return sendJsonText(response, 400, JSON.stringify(parseErrorAnswer('The body')), cors);
  }
  const refusal = await whyNot(message);
  if (refusal !== undefined) {
    return refuse(response, refusal.status, refusal.message, { ...refusal.headers, ...cors });
  }
  const headers = protocolHeaders(request);
  const signal = () => abortedWith(response);
  const outcome = Array.isArray(message)
    ? await answerBatch(message, caller, headers, exchange, signal)
    : await exchange.answer(message, caller, headers, signal);
  await send(response, outcome, cors);
}

async function answerBatch(
  messages: readonly unknown[],
  caller: Caller,
  headers: ProtocolHeaders,
  exchange: Exchange,
  signal: () => AbortSignal,
): Promise<Outcome> {
  const allowed = headers.revision === undefined || headers.revision === BATCH_REVISION;
  const refusal = whyBatchRefused(messages, allowed);
  if (refusal !== undefined) {
    const answer = errorAnswer(null, ProtocolErrorCode.InvalidRequest, refusal);
    return { kind: 'json', status: 400, json: JSON.stringify(answer) };
  }
  const outcomes = await Promise.all(
    messages.map((message) => exchange.answer(message, caller, { ...headers, acceptsStream: false }, signal)),
  );
  const answers = outcomes.flatMap((outcome) => (outcome.kind === 'json' ? [outcome.json] : []));
  if (answers.length === 0) return { kind: 'nothing' };
  return { kind: 'json', status: 200, json: `[${answers.join(',')}]` };
}

async function send(response: ServerResponse, outcome: Outcome, cors: OutgoingHttpHeaders): Promise<void> {
  if (response.destroyed) return;
  if (outcome.kind === 'nothing') return sendEmpty(response, 202, { 'content-length': 0, ...cors });
  if (outcome.kind === 'json') return sendJsonText(response, outcome.status, outcome.json, cors);
  response.writeHead(outcome.response.status, { ...Object.fromEntries(outcome.response.headers), ...cors });
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
