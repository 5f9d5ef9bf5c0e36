import { drawArguments, type InputSchema } from './arguments.ts';
import type { Draws } from './draws.ts';
import { anyJson, anyNumber, anyObject, anyText, type Json, many, object, oneOf, quote } from './values.ts';

/** What the running server offers; the grammar asks for it. */
export interface Offer {
  readonly tools: readonly { readonly name: string; readonly inputSchema: InputSchema }[];
  readonly prompts: readonly {
    readonly name: string;
    readonly arguments?: readonly { readonly name: string }[];
  }[];
  readonly uris: readonly string[];
}

export const MODERN = '2026-07-28';

export type Members = (readonly [key: string, value: Json])[];

/** A request of a revision as its members, with what headers say of it in the newest. */
export function drawRequest(random: Draws, offer: Offer, revision: string) {
  const [method, name, params] = oneOf<readonly [string, string | undefined, Members]>(random, [
    [3, () => ['ping', undefined, []]],
    [40, () => drawCall(random, offer)],
    [1, () => ['tools/list', undefined, cursor(random)]],
    [2, () => [random.pick(lists), undefined, cursor(random)]],
    [4, () => drawRead(random, offer)],
    [3, () => drawPrompt(random, offer)],
    [4, () => ['completion/complete', undefined, completion(random, offer)]],
    [2, () => ['initialize', undefined, initialization(random)]],
    [2, () => [random.pick(subscribing), undefined, [['uri', uri(random, offer)]]]],
    [1, () => ['server/discover', undefined, []]],
    [1, () => ['subscriptions/listen', undefined, [['notifications', listening(random, offer)]]]],
    [1, () => ['skills/get', undefined, [['uri', uri(random, offer)]]]],
    [4, () => [random.pick(unknownMethods), undefined, random.chance(0.5) ? [] : [['a', anyJson(random)]]]],
  ]);
  const meta = drawMeta(random, revision);
  const all: Members = [...params, ...(meta === undefined ? [] : [['_meta', meta] as const])];
  const extra: Members = random.chance(0.02)
    ? [[random.pick(['task', 'x', '__proto__']), anyJson(random)]]
    : [];
  const isBare = all.length + extra.length === 0 && random.chance(0.5);
  const members: Members = [
    ['jsonrpc', '"2.0"'],
    ['id', drawId(random)],
    ['method', quote(method, random)],
    ...(isBare ? [] : ([['params', object([...all, ...extra])]] as const)),
  ];
  return { method, name, members };
}

const lists = ['resources/list', 'prompts/list', 'resources/templates/list', 'skills/list'];
const subscribing = ['resources/subscribe', 'resources/unsubscribe'];
const unknownMethods: readonly string[] = [
  'robots/list',
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'Tools/call',
  'tools/call\u0000',
  'rpc.discover',
  'notifications/initialized',
  'notifications/cancelled',
  'logging/setLevel',
  'tasks/list',
  'tasks/get',
  'sampling/createMessage',
  'roots/list',
  'elicitation/create',
  '\ud800',
  'm'.repeat(3_000),
];

/** Ids of all forms that the protocol has, now and then one that it has not. */
export function drawId(random: Draws): Json {
  return oneOf<Json>(random, [
    [8, () => String(random.below(1_000_000))],
    [4, () => quote(`id-${random.below(1_000_000)}`, random)],
    [1, () => quote(`${anyText(random)}${random.below(1_000)}`, random)],
    [0.5, () => random.pick(['-1', '9007199254740991', '-9007199254740991', '1e3', '2.0', '-0', '"7"', '7'])],
    [0.3, () => anyNumber(random)],
    [0.2, () => anyJson(random, 1)],
  ]);
}

function drawCall(random: Draws, { tools }: Offer): readonly [string, string, Members] {
  const tool = random.pick(tools);
  const name = random.chance(0.95) ? tool.name : anyText(random);
  const members: Members = [['name', random.chance(0.98) ? quote(name, random) : anyJson(random)]];
  if (random.chance(0.95)) members.push(['arguments', drawArguments(random, tool.inputSchema)]);
  return ['tools/call', name, members];
}

function drawRead(random: Draws, offer: Offer): readonly [string, string, Members] {
  const text = random.chance(0.7) ? random.pick(offer.uris) : oddUri(random);
  return ['resources/read', text, [['uri', random.chance(0.97) ? quote(text, random) : anyJson(random)]]];
}

function uri(random: Draws, { uris }: Offer): Json {
  return random.chance(0.9) ? quote(random.pick(uris), random) : anyJson(random, 1);
}

function oddUri(random: Draws): string {
  const beginnings = [
    'robotics://robots/',
    'robotics://',
    'ui://',
    'skill://',
    'ftp://',
    'http://localhost/',
    '',
  ];
  return random.pick(beginnings) + anyText(random);
}

function drawPrompt(random: Draws, { prompts }: Offer): readonly [string, string, Members] {
  const prompt = random.pick(prompts);
  const name = random.chance(0.9) ? prompt.name : anyText(random);
  const given = (prompt.arguments ?? []).filter(() => random.chance(0.7));
  const values = given.map(
    ({ name }) => [name, random.chance(0.9) ? quote(anyText(random), random) : anyJson(random)] as const,
  );
  const args = random.chance(0.95) ? object(values) : anyJson(random);
  return [
    'prompts/get',
    name,
    [['name', quote(name, random)], ...(random.chance(0.9) ? [['arguments', args] as const] : [])],
  ];
}

function completion(random: Draws, { prompts, uris }: Offer): Members {
  const prompt = random.pick(prompts);
  const ref = oneOf<Json>(random, [
    [
      4,
      () =>
        object([
          ['type', '"ref/prompt"'],
          ['name', quote(prompt.name, random)],
        ]),
    ],
    [
      3,
      () =>
        object([
          ['type', '"ref/resource"'],
          ['uri', quote(random.pick(uris), random)],
        ]),
    ],
    [1, () => anyJson(random)],
  ]);
  const name = random.pick([...(prompt.arguments ?? []).map((each) => each.name), 'id', 'a']);
  const value = random.chance(0.5) ? random.pick(['', 'u', 'Dig', 'hum']) : anyText(random);
  const argument = object([
    ['name', quote(name, random)],
    ['value', quote(value, random)],
  ]);
  return [
    ['ref', ref],
    ['argument', random.chance(0.95) ? argument : anyJson(random)],
    ...(random.chance(0.1) ? [['context', object([['arguments', anyObject(random)]])] as const] : []),
  ];
}

function listening(random: Draws, { uris }: Offer): Json {
  if (random.chance(0.1)) return anyJson(random);
  const list = `[${many(random, 4, () => quote(random.pick(uris), random)).join(',')}]`;
  return random.pick([object([['resourceSubscriptions', list]]), '{"toolsListChanged":true}', '{}']);
}

function cursor(random: Draws): Members {
  return random.chance(0.9) ? [] : [['cursor', anyJson(random)]];
}

const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', MODERN, '1999-01-01', 'DRAFT'];

function initialization(random: Draws): Members {
  const part = (value: Json) => (random.chance(0.95) ? value : anyJson(random));
  const all: Members = [
    ['protocolVersion', part(quote(random.pick(revisions), random))],
    ['capabilities', part(drawCapabilities(random))],
    ['clientInfo', part(drawClient(random))],
  ];
  return random.chance(0.95) ? all : all.filter(() => random.chance(0.7));
}

function drawCapabilities(random: Draws): Json {
  return random.pick([
    '{}',
    '{"roots":{"listChanged":true},"sampling":{},"elicitation":{"form":{},"url":{}}}',
    '{"experimental":{"x":{}},"extensions":{"y":{}}}',
    '{"tasks":{"list":{},"requests":{"sampling":{"createMessage":{}}}}}',
    anyObject(random),
  ]);
}

function drawClient(random: Draws): Json {
  if (random.chance(0.9)) return '{"name":"fuzz","version":"1"}';
  return object([
    ['name', quote(anyText(random), random)],
    ['version', anyJson(random, 1)],
    ['icons', '[]'],
  ]);
}

function drawMeta(random: Draws, revision: string): Json | undefined {
  if (revision !== MODERN && random.chance(0.8)) return undefined;
  const envelope: Members = [
    ['io.modelcontextprotocol/protocolVersion', JSON.stringify(MODERN)],
    ['io.modelcontextprotocol/clientInfo', drawClient(random)],
    ['io.modelcontextprotocol/clientCapabilities', random.chance(0.9) ? '{}' : drawCapabilities(random)],
  ];
  const others: Members = [
    ['progressToken', random.chance(0.8) ? random.pick(['1', '"p"', '0']) : anyJson(random)],
    [random.pick(['x', '', '__proto__', 'traceparent']), anyJson(random, 1)],
    ['io.modelcontextprotocol/logLevel', random.pick(['"debug"', '"none"'])],
    ['io.modelcontextprotocol/related-task', anyJson(random, 1)],
    [random.pick(envelope)[0], anyJson(random, 1)],
  ];
  if (random.chance(0.03)) return anyJson(random);
  const isModern = revision === MODERN ? random.chance(0.97) : random.chance(0.05);
  const some = random.chance(0.7) ? [] : [random.pick(others)];
  return object([...(isModern ? envelope : []), ...some]);
}
