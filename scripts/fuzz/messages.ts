import type { Draws } from './draws.ts';
import { drawId, drawRequest, type Members, type Offer } from './requests.ts';
import { anyJson, type Json, object, oneOf } from './values.ts';

/** A message as text, and what headers say of it in the 2026-07-28 revision. */
export interface Message {
  readonly text: string;
  readonly method: string;
  readonly name: string | undefined;
}

/** Draws a message of a revision: valid, nearly so, or not at all. */
export function drawMessage(random: Draws, offer: Offer, revision: string): Message {
  const request = drawRequest(random, offer, revision);
  const { method, name } = request;
  const text = oneOf<string>(random, [
    [80, () => object(request.members)],
    [8, () => object(request.members.filter(([key]) => key !== 'id'))],
    [10, () => object(nearly(random, request.members))],
    [3, () => drawNotification(random)],
    [2, () => drawResponse(random)],
    [1, () => anyJson(random)],
    [1.5, () => breakText(object(request.members), random)],
  ]);
  return { text: random.chance(0.02) ? spaced(text, random) : text, method, name };
}

/** A batch; only one revision has them, and the others have to refuse. */
export function drawBatch(random: Draws, offer: Offer, revision: string): Message {
  const count = oneOf(random, [
    [9, () => 1 + random.below(6)],
    [0.3, () => 0],
    [0.5, () => 49 + random.below(3)],
  ]);
  const messages = Array.from({ length: count }, () => drawMessage(random, offer, revision));
  return { text: `[${messages.map(({ text }) => text).join(',')}]`, method: '', name: undefined };
}

/** Notifications that clients send. */
function drawNotification(random: Draws): Json {
  const method = random.pick([
    'notifications/initialized',
    'notifications/cancelled',
    'notifications/progress',
    'notifications/roots/list_changed',
    'notifications/none',
  ]);
  const params = random.pick([
    '{}',
    '{"requestId":"none","reason":"late"}',
    '{"progressToken":1,"progress":0.5}',
    anyJson(random),
  ]);
  return object([
    ['jsonrpc', '"2.0"'],
    ['method', JSON.stringify(method)],
    ...(random.chance(0.8) ? [['params', params] as const] : []),
  ]);
}

/** Answers to what the server has never asked. */
function drawResponse(random: Draws): Json {
  const body = random.pick<readonly [string, Json]>([
    ['result', '{}'],
    ['error', '{"code":-32603,"message":"x"}'],
    ['result', anyJson(random)],
    ['error', anyJson(random)],
  ]);
  const id = random.pick([['id', drawId(random)] as const, ['id', 'null'] as const, undefined]);
  return object([['jsonrpc', '"2.0"'], ...(id === undefined ? [] : [id]), body]);
}

/** One or two members missing, wrong, doubled or too many. */
function nearly(random: Draws, members: Members): Members {
  let changed = members;
  for (let left = 1 + random.below(2); left > 0; left--) {
    const [key] = random.pick(members);
    changed = oneOf<Members>(random, [
      [3, () => changed.filter(([name]) => name !== key)],
      [3, () => changed.map(([name, value]) => [name, name === key ? anyJson(random) : value] as const)],
      [
        2,
        () => [
          ...changed,
          [random.pick(['x', 'result', 'error', '__proto__', 'toJSON', '']), anyJson(random)],
        ],
      ],
      [1, () => [...changed, [key, anyJson(random)]]],
    ]);
  }
  return changed;
}

/** JSON with something taken out, doubled or put in. */
function breakText(text: string, random: Draws): string {
  const at = random.below(text.length);
  const length = random.below(8);
  const sign = random.pick(['"', '{', ']', ',', ':', '\\', 'NaN', "'", '/*', '\u0000', '\u00a0']);
  const broken = random.pick([
    text.slice(0, at),
    text.slice(0, at) + text.slice(at + length),
    text.slice(0, at) + text.slice(at, at + length) + text.slice(at),
    text.slice(0, at) + sign + text.slice(at),
    text + text,
    text.replaceAll('"', "'"),
  ]);
  // Half a pair is sent as what UTF-8 has for it.
  return Buffer.from(broken).toString();
}

/** The same JSON with blanks where they may stand. */
function spaced(text: string, random: Draws): string {
  return `${random.pick([' ', '\t', '\r'])}${text}${random.pick([' ', '\t', '   '])}`;
}
