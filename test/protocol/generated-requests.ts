import type { Random } from '../../scripts/harness/random.ts';
import type { MessageHeaders } from '../../src/protocol/plain-path.ts';

/** A parsed body and the protocol's headers, as a caller might send them. */
interface Generated {
  readonly message: unknown;
  readonly headers: MessageHeaders;
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const MODERN = '2026-07-28';
const HANDSHAKE = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

const METHODS = [
  ...Array(6).fill('tools/call'),
  'tools/list',
  'tools/list',
  'initialize',
  'ping',
] as string[];

/** Odd values that a client may send where something else is meant. */
const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1.5,
  1e300,
  -1,
  2 ** 53,
  '',
  ' ',
  'x',
  [],
  {},
  [1],
  { a: 1 },
  '\ud800',
  '\u0000',
  '\u2028',
  '__proto__',
  'null',
]; // prettier-ignore

/** A request of either era: plain, or with some of it missing, wrong or more than usual. */
export function generate(random: Random): Generated {
  const isModern = random.chance(0.5);
  const name = random.chance(0.85)
    ? random.pick(['echo', 'echo', 'echo', 'fail', 'break'])
    : toolName(random);
  const method = random.pick(METHODS);
  const message: Record<string, unknown> = {
    jsonrpc: '2.0',
    id: idOf(random),
    method,
    params: paramsOf(random, method, name, isModern),
  };
  const named = method === 'tools/call' ? headerOf(name) : undefined;
  const headers = isModern
    ? { revision: MODERN, method, name: named }
    : { revision: random.pick([undefined, ...HANDSHAKE]), method: undefined, name: undefined };
  const changed = random.chance(0.4) ? change(random, message) : message;
  // As it is once it was sent and parsed: `__proto__` may be a name of its own then.
  const text = JSON.stringify(changed)?.replaceAll('"proto"', '"__proto__"') ?? 'null';
  return { message: JSON.parse(text), headers: random.chance(0.2) ? oddHeaders(random, headers) : headers };
}

/** A name as far as a header can carry it. */
function headerOf(name: unknown): string {
  return String(name)
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
}

function toolName(random: Random): unknown {
  return random.pick(['nothing', 'ECHO', 'echo ', '=?base64?ZWNobw==?=', ...odd]);
}

function idOf(random: Random): unknown {
  return random.chance(0.9)
    ? random.pick([1, 0, -1, 9007199254740991, 'a', '', 'é"\\', '1', random.below(1e6)])
    : random.pick(odd);
}

function paramsOf(random: Random, method: string, name: unknown, isModern: boolean): Record<string, unknown> {
  const meta = isModern ? envelope(random) : random.pick([undefined, undefined, {}, metaOf(random)]);
  return {
    ...(method === 'tools/call' && {
      name,
      ...(random.chance(0.9) && { arguments: argumentsOf(random, 3) }),
    }),
    ...(method === 'initialize' && {
      protocolVersion: random.pick([...HANDSHAKE, MODERN, '1999-01-01']),
      capabilities: capabilitiesOf(random),
      clientInfo: clientOf(random),
    }),
    ...(meta !== undefined && { _meta: meta }),
  };
}

function clientOf(random: Random): unknown {
  const client = { name: random.pick(['test', '', 'é']), version: '1' };
  return random.chance(0.9)
    ? client
    : random.pick([{ ...client, title: 'Test', icons: [] }, random.pick(odd)]);
}

function capabilitiesOf(random: Random): unknown {
  if (random.chance(0.6)) return {};
  return random.pick([
    { roots: {} },
    { roots: { listChanged: random.pick([true, 1]) } },
    { sampling: {}, elicitation: { form: {} } },
    { experimental: { x: random.pick([{}, 1]) }, extensions: { y: {} } },
    { tasks: { list: {}, requests: { sampling: { createMessage: {} } } } },
    { x: 1 },
    random.pick(odd),
  ]);
}

function envelope(random: Random): Record<string, unknown> {
  return {
    [VERSION]: MODERN,
    ...(random.chance(0.8) && { [CLIENT]: clientOf(random) }),
    [CAPABILITIES]: capabilitiesOf(random),
    ...(random.chance(0.2) && { progressToken: random.pick([1, 'p', 0, ...odd]) }),
    ...(random.chance(0.1) && metaOf(random)),
  };
}

function metaOf(random: Random): Record<string, unknown> {
  const key = random.pick([
    'progressToken',
    'x',
    'proto',
    'io.modelcontextprotocol/logLevel',
    'traceparent',
    CLIENT,
    VERSION,
    CAPABILITIES,
  ]); // prettier-ignore
  return { [key]: random.pick([1, 'p', 'debug', MODERN, '2025-06-18', ...odd]) };
}

function argumentsOf(random: Random, depth: number): unknown {
  const count = random.below(4);
  const names = ['query', 'limit', 'proto', 'constructor', '1', 'é', ''];
  return Object.fromEntries(
    Array.from({ length: count }, () => [
      random.pick(names),
      depth > 0 && random.chance(0.3) ? argumentsOf(random, depth - 1) : random.pick(odd),
    ]),
  );
}

/** One or two things that are not as usual. */
function change(random: Random, message: Record<string, unknown>): unknown {
  const params = message.params as Record<string, unknown>;
  const changes: readonly (() => unknown)[] = [
    () => without(message, random.pick(Object.keys(message))),
    () => ({ ...message, [random.pick(['x', 'proto', 'result', 'error'])]: random.pick(odd) }),
    () => ({ ...message, [random.pick(Object.keys(message))]: random.pick(odd) }),
    () => ({
      ...message,
      method: random.pick(['ping', 'tools/list', 'Tools/call', 'tools/call ', 'initialize', 'x']),
    }),
    () => ({ ...message, params: without(params, random.pick([...Object.keys(params), 'x'])) }),
    () => ({
      ...message,
      params: { ...params, [random.pick([...Object.keys(params), 'cursor'])]: random.pick(odd) },
    }),
    () => ({
      ...message,
      params: {
        ...params,
        [random.pick(['task', 'inputResponses', 'requestState', 'x', 'proto'])]: random.pick(odd),
      },
    }),
    () => ({ ...message, params: { ...params, _meta: { ...(params._meta as object), ...metaOf(random) } } }),
    () => ({
      ...message,
      params: { ...params, _meta: without(Object(params._meta), random.pick([VERSION, CAPABILITIES])) },
    }),
    () => without(message, 'id'),
    () => random.pick(odd),
  ];
  return random.pick(changes)();
}

function oddHeaders(
  random: Random,
  headers: { revision: unknown; method: unknown; name: unknown },
): MessageHeaders {
  const values = [
    undefined,
    '',
    'echo',
    ' echo',
    '=?base64?ZWNobw==?=',
    'tools/call',
    'ping',
    MODERN,
    '2026-07-28 ',
    '2027-01-01',
    '1999-01-01',
    ...HANDSHAKE,
  ];
  return {
    ...headers,
    [random.pick(['revision', 'method', 'name'])]: random.pick(values),
  } as MessageHeaders;
}

function without(value: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = value;
  return rest;
}
