import { expect, it } from 'vitest';
import { Exchange } from '../../src/http/exchange.ts';
import type { Outcome } from '../../src/http/outcome.ts';
import { PlainCalls } from '../../src/http/plain-call.ts';
import { ANYONE } from '../../src/lib/caller.ts';
import { createServerFactory } from '../../src/protocol/factory.ts';
import { Random } from '../helpers/random.ts';
import { createSmallService } from '../helpers/small-service.ts';
import { generate } from './generated-requests.ts';

const REQUESTS = 10_500;
const SEED = 20_261_121;

interface Told {
  readonly exchange: Exchange;
  readonly errors: string[];
}

function exchangeOf(plainCalls: boolean): Told {
  const errors: string[] = [];
  const service = createSmallService();
  const onError = (error: Error) => void errors.push(error.message);
  const factory = createServerFactory(service, onError);
  const exchange = plainCalls ? new Exchange(factory, onError, service) : new Exchange(factory, onError);
  return { exchange, errors };
}

function bytesOf(outcome: Outcome): string {
  return outcome.kind === 'json' ? `${outcome.status} ${outcome.json}` : outcome.kind;
}

const signal = () => new AbortController().signal;

it(`answers ${REQUESTS} generated requests of both eras as the SDK does, to the byte`, async () => {
  const random = new Random(SEED);
  const ours = exchangeOf(true);
  const sdk = exchangeOf(false);
  const plainCalls = new PlainCalls();
  const taken = { handshake: 0, modern: 0, left: 0, refused: 0 };
  for (let i = 0; i < REQUESTS; i++) {
    const { message, headers } = generate(random);
    const plain = plainCalls.read(message, headers);
    taken[plain?.era ?? 'left'] += 1;
    const [own, theirs] = await Promise.all([
      ours.exchange.answer(message, ANYONE, headers, signal),
      sdk.exchange.answer(message, ANYONE, headers, signal),
    ]);
    if (theirs.kind === 'json' && theirs.status !== 200) taken.refused += 1;
    if (bytesOf(own) !== bytesOf(theirs)) {
      expect(bytesOf(own), JSON.stringify({ message, headers })).toBe(bytesOf(theirs));
    }
  }
  expect(ours.errors).toEqual(sdk.errors);
  // Each way was tried often.
  expect(Math.min(...Object.values(taken))).toBeGreaterThan(1_200);
  await Promise.all([ours.exchange.close(), sdk.exchange.close()]);
}, 120_000);
