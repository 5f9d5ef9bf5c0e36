import { expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { MessageHandler, type ProtocolHeaders } from '../../src/http/message-handler.ts';
import type { MessageAnswer } from '../../src/http/one-request-transport.ts';
import { DEFAULT_LIMITS } from '../../src/http/options.ts';
import { ANYONE } from '../../src/lib/caller.ts';
import { readPlainRequest } from '../../src/protocol/plain-path.ts';
import { checkMessage, isObject } from '../../src/protocol/protocol.ts';
import { createServerFactory } from '../../src/protocol/server-factory.ts';
import { createSmallService } from '../helpers/small-service.ts';
import { generate } from './generated-requests.ts';

const REQUESTS = 2_000;
const SEED = 20_261_121;
const WAYS = [
  'handshake initialize',
  'handshake ping',
  'handshake tools/call',
  'handshake tools/list',
  'left',
  'modern tools/call',
  'modern tools/list',
  'refused',
];

interface Told {
  readonly messages: MessageHandler;
  readonly errors: string[];
}

function handler(plainPath: boolean): Told {
  const errors: string[] = [];
  const service = createSmallService();
  const onError = (error: Error) => void errors.push(error.message);
  const factory = createServerFactory(service, onError);
  const messages = new MessageHandler(factory, onError, DEFAULT_LIMITS, plainPath ? service : undefined);
  return { messages, errors };
}

/** All that a caller gets, and what is counted. */
function bytesOf(answer: MessageAnswer): string {
  return answer.kind === 'json' ? `${answer.status} ${answer.outcome} ${answer.json}` : answer.kind;
}

const asking = (headers: ProtocolHeaders) => {
  const { signal } = new AbortController();
  return { caller: ANYONE, key: 'anyone', headers, signal, turn: async () => undefined };
};

it(`answers ${REQUESTS} generated requests of both eras as the SDK does, to the byte`, async () => {
  const random = new Random(SEED);
  const [ours, sdk] = [handler(true), handler(false)];
  const seen: Record<string, number> = {};
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  for (let i = 0; i < REQUESTS; i++) {
    const { message, headers } = generate(random);
    // The SDK drops this argument without a word; ours leave it to the tool to refuse it.
    const { params } = (message ?? {}) as { params?: { arguments?: unknown } };
    if (isObject(params?.arguments) && Object.hasOwn(params.arguments, '__proto__')) continue;
    const plain = checkMessage(message).kind === 'request' ? readPlainRequest(message, headers) : undefined;
    count(plain === undefined ? 'left' : `${plain.era} ${plain.method}`);
    const [own, theirs] = await Promise.all([
      ours.messages.answer(message, asking(headers)),
      sdk.messages.answer(message, asking(headers)),
    ]);
    if (theirs.kind === 'json' && theirs.status !== 200) count('refused');
    if (bytesOf(own) !== bytesOf(theirs)) {
      expect(bytesOf(own), JSON.stringify({ message, headers })).toBe(bytesOf(theirs));
    }
  }
  expect(ours.errors).toEqual(sdk.errors);
  // Each way was tried often.
  expect(Object.keys(seen).sort()).toEqual(WAYS);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
  await Promise.all([ours.messages.close(), sdk.messages.close()]);
}, 120_000);
