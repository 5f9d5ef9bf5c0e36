import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isJsonContentType } from '@modelcontextprotocol/server';
import type { Caller } from '../lib/caller.ts';
import type { Turn } from '../lib/turns.ts';
import { BATCH_REVISION, whyBatchRefused } from '../protocol/batch.ts';
import { checkMessage, ErrorCode, errorAnswer, parseErrorAnswer } from '../protocol/protocol.ts';
import { namesEventStream } from './accept.ts';
import { mayHold, SHORT_ANSWER } from './held-bytes.ts';
import { MOST_VALUES, readJson } from './json-body.ts';
import type { MessageHandler, ProtocolHeaders } from './message-handler.ts';
import type { MessageAnswer } from './one-request-transport.ts';
import type { HttpLimits } from './options.ts';
import type { RateLimitState } from './rate-limit.ts';
import type { HttpRefusal } from './responses.ts';
import {
  REFUSED,
  refuse,
  refuseAccess,
  refuseTooMany,
  SECURITY_HEADERS,
  sendChunks,
  sendEmpty,
  sendJsonText,
  UNREAD,
} from './responses.ts';
import type { Trace } from './trace.ts';

/** What a POST is answered with. */
interface PostContext {
  readonly caller: Caller;
  /** Whom the caller counts as. */
  readonly key: string;
  /** Says why a message of the caller's is refused, if it is. */
  readonly whyNot: (message: unknown, caller: Caller) => Promise<HttpRefusal | undefined>;
  readonly messages: MessageHandler;
  /** Bytes that a body may have, and the answers to a batch. */
  readonly limits: Pick<HttpLimits, 'body' | 'batchAnswer'>;
  readonly cors: OutgoingHttpHeaders;
  readonly trace: Trace;
  /** Aborted once nobody waits for the answer. */
  readonly signal: AbortSignal;
  readonly turn: Turn;
  /** Charges the caller for so many requests, of which the first is paid for. */
  readonly charge?:
    | ((requests: number, paid: number) => RateLimitState | Promise<RateLimitState>)
    | undefined;
}

/** A refused caller may finish sending for this long, so that it gets to read the refusal. */
const DRAIN_MS = 2_000;

/** Parsing a longer body takes a turn, as a call does. */
const SHORT_BYTES = 16_384;

/** Messages of a batch that need no turn, one behind the other: the next takes one. */
const FREE_IN_BATCH = 2;

/** Messages of a batch that are begun and not answered: what they will weigh is not known yet. */
const MOST_BEGUN = 8;

const TOO_MANY = `The body holds more than ${MOST_VALUES} values. Send less in one request.`;

/** Answers a POST: one message, or a batch where the revision knows them. */
export async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  { caller, key, whyNot, messages, limits, cors, trace, signal, turn, charge }: PostContext,
): Promise<void> {
  const body = await readBody(request, response, limits.body);
  if (body.kind === 'lost') return;
  if (body.kind === 'refused') return refuse(response, body.refusal.status, body.refusal.message, cors);
  if (body.bytes.byteLength > SHORT_BYTES) await turn();
  const read = readJson(body.bytes);
  if (read.kind === 'too-many') return refuse(response, 413, TOO_MANY, cors);
  if (read.kind === 'no-json') {
    return sendJsonText(response, 400, JSON.stringify(parseErrorAnswer('The body')), cors);
  }
  const message = read.value;
  if (charge !== undefined && Array.isArray(message) && message.length > 1) {
    const { allowed, retryAfterSeconds } = await charge(message.length, 1);
    if (!allowed) return refuseTooMany(response, retryAfterSeconds, cors);
  }
  const refusal = await whyNot(message, caller);
  if (refusal !== undefined) return refuseAccess(response, refusal, cors, message);
  const headers = protocolHeadersOf(request);
  const isBatch = Array.isArray(message);
  const asked = isBatch ? { ...headers, acceptsStream: false } : headers;
  const answerOne = async (one: unknown, ownTurn = turn): Promise<MessageAnswer> => {
    const answer = await messages.answer(one, { caller, key, headers: asked, signal, turn: ownTurn });
    trace.answered(one, answer);
    return answer;
  };
  if (!isBatch) return send(response, await answerOne(message), cors);
  const allowed = headers.revision === undefined || headers.revision === BATCH_REVISION;
  const unfit = whyBatchRefused(message, allowed);
  if (unfit !== undefined) {
    return sendJsonText(
      response,
      400,
      JSON.stringify(errorAnswer(null, ErrorCode.InvalidRequest, unfit)),
      cors,
    );
  }
  const room = new BatchRoom(response, limits.batchAnswer);
  await sendBatch(response, await answerBatch(message, room, turn, answerOne), cors);
}

/** What the answers to one batch may weigh together: they go out as one, and are held until the last is made. */
class BatchRoom {
  readonly #response: ServerResponse;
  readonly #most: number;
  #bytes = 0;
  /** Why further messages are not answered. */
  #full: string | undefined;

  constructor(response: ServerResponse, most: number) {
    this.#response = response;
    this.#most = most;
  }

  get full(): string | undefined {
    return this.#full;
  }

  /** The answer, or in place of one for which there is no room that it is left out. What is done is always told. */
  take(message: unknown, json: string): Buffer {
    const answer = Buffer.from(json);
    const isShort = answer.byteLength <= SHORT_ANSWER;
    if (!isShort && this.#bytes + answer.byteLength > this.#most) {
      this.#full ??= `The answers to this batch are more than ${this.#most} bytes. Send this message again, in a batch of fewer or by itself.`;
    } else if (mayHold(this.#response, answer.byteLength)) {
      this.#bytes += answer.byteLength;
      return answer;
    } else this.#full ??= UNREAD;
    return Buffer.from(leftOut(message, this.#full));
  }
}

/** What a request of a batch is answered for which there is no room. */
function leftOut(message: unknown, why: string): string {
  const checked = checkMessage(message);
  return JSON.stringify(errorAnswer(checked.kind === 'request' ? checked.id : null, REFUSED, why));
}

/**
 * The answers to the messages of a batch, encoded. Each message is looked at once the one before it has begun, so that
 * a large batch does not take one long turn, and one that nobody waits for any more is left where it stands. Few are begun
 * at one time. What needs
 * no turn takes one all the same after some others of the kind.
 */
async function answerBatch(
  messages: readonly unknown[],
  room: BatchRoom,
  turn: Turn,
  answerOne: (message: unknown, turn: Turn) => Promise<MessageAnswer>,
): Promise<Buffer[]> {
  const answers: Promise<Buffer | undefined>[] = [];
  const unanswered = new Set<Promise<void>>();
  let atOnce = 0;
  for (const message of messages) {
    while (unanswered.size >= MOST_BEGUN) await Promise.race(unanswered);
    if (room.full !== undefined && checkMessage(message).kind === 'request') {
      answers.push(Promise.resolve(Buffer.from(leftOut(message, room.full))));
      continue;
    }
    if (atOnce === FREE_IN_BATCH) {
      await turn();
      atOnce = 0;
    }
    atOnce += 1;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = () => {
        atOnce = 0;
        resolve();
      };
    });
    const made = answerOne(message, () => turn().then(begin));
    const answer = made.then((one) =>
      one.kind === 'json' && one.isOwed !== false ? room.take(message, one.json) : undefined,
    );
    // It is awaited below; until then its rejection is nobody's.
    const settled: Promise<void> = answer.then(noop, noop).then(() => void unanswered.delete(settled));
    unanswered.add(settled);
    answers.push(answer);
    await Promise.race([begun, answer]);
  }
  return (await Promise.all(answers)).filter((answer) => answer !== undefined);
}

function noop(): void {}

/** Sends answers that are encoded already: to join many large ones would hold up everybody else. */
function sendBatch(response: ServerResponse, answers: readonly Buffer[], cors: OutgoingHttpHeaders): void {
  if (response.destroyed) return;
  const chunks = answers.flatMap((answer, i) => [i === 0 ? OPENED : COMMA, answer]);
  if (chunks.length === 0) sendNothing(response, cors);
  else sendChunks(response, [...chunks, CLOSED], cors);
}

const [OPENED, COMMA, CLOSED] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer];

function sendNothing(response: ServerResponse, cors: OutgoingHttpHeaders): void {
  sendEmpty(response, 202, { 'content-length': 0, ...cors });
}

async function send(
  response: ServerResponse,
  answer: MessageAnswer,
  cors: OutgoingHttpHeaders,
): Promise<void> {
  if (response.destroyed) return;
  if (answer.kind === 'nothing') return sendNothing(response, cors);
  if (answer.kind === 'json') return sendJsonText(response, answer.status, answer.json, cors);
  response.writeHead(answer.response.status, {
    ...SECURITY_HEADERS,
    ...Object.fromEntries(answer.response.headers),
    ...cors,
  });
  if (answer.response.body === null) return void response.end();
  // A caller that goes away ends its stream; that is no failure.
  await pipeline(Readable.fromWeb(answer.response.body), response).catch(() => undefined);
}

/** Reads off a request how the protocol itself is spoken. */
function protocolHeadersOf(request: IncomingMessage): ProtocolHeaders {
  const { headers } = request;
  return {
    revision: single(headers['mcp-protocol-version']),
    method: single(headers['mcp-method']),
    name: single(headers['mcp-name']),
    acceptsStream: namesEventStream(request),
  };
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Why a body was not taken: a status and a sentence. */
interface BodyRefusal {
  readonly status: number;
  readonly message: string;
}

type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly refusal: BodyRefusal }
  /** The caller went away; nobody waits for an answer. */
  | { readonly kind: 'lost' };

/** Reads a body of at most `limit` bytes. What the headers rule out is refused before anything is read. */
async function readBody(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Body> {
  const refusal = refusalByHeaders(request, limit);
  if (refusal !== undefined) return refused(request, refusal);
  if (request.headers.expect !== undefined) response.writeContinue();
  const bytes = await readBytes(request, limit);
  if (bytes === 'lost') return { kind: 'lost' };
  if (bytes === 'too-large') return refused(request, tooLarge(limit));
  return { kind: 'whole', bytes };
}

function refusalByHeaders({ headers }: IncomingMessage, limit: number): BodyRefusal | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return {
      status: 415,
      message: 'Compressed bodies are not read. Send plain JSON, without Content-Encoding.',
    };
  }
  if (!isJsonContentType(headers['content-type'] ?? null) || !isUtf8(headers['content-type'] ?? '')) {
    return { status: 415, message: 'Send JSON in UTF-8 with the header Content-Type: application/json.' };
  }
  return Number(headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined;
}

function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}

function tooLarge(limit: number): BodyRefusal {
  return { status: 413, message: `The body is larger than ${limit} bytes. Send less in one request.` };
}

function refused(request: IncomingMessage, refusal: BodyRefusal): Body {
  const timer = setTimeout(() => request.socket.destroy(), DRAIN_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
  return { kind: 'refused', refusal };
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | 'lost'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        request.removeAllListeners('data');
        resolve('too-large');
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks, size)));
    request.once('error', () => resolve('lost'));
    request.once('close', () => resolve('lost'));
  });
}
