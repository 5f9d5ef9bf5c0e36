import type { Random } from '../harness/random.ts';

const methods = [
  'tools/call',
  'tools/list',
  'initialize',
  'ping',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'server/discover',
  'notifications/cancelled',
  'constructor',
  '',
];

/** A JSON-RPC message of which something, or everything, is odd. */
export function oddMessage(random: Random): unknown {
  const odd = (usual: unknown): unknown => (random.next() < 0.3 ? oddValue(random, 2) : usual);
  const message: Record<string, unknown> = {
    jsonrpc: odd('2.0'),
    id: odd(random.below(1000)),
    method: odd(random.pick(methods)),
    params: odd({
      name: odd('search_robots'),
      arguments: odd({ query: odd('humanoid') }),
      uri: odd('robotics://robots/unitree-g1'),
      _meta: odd({
        'io.modelcontextprotocol/protocolVersion': odd('2026-07-28'),
        'io.modelcontextprotocol/clientInfo': odd({ name: odd('x'), version: odd('1') }),
        'io.modelcontextprotocol/clientCapabilities': odd({}),
        progressToken: odd(1),
      }),
      protocolVersion: odd('2025-06-18'),
      capabilities: odd({}),
      clientInfo: odd({ name: 'x', version: '1' }),
    }),
  };
  for (const key of Object.keys(message)) if (random.next() < 0.1) delete message[key];
  return random.next() < 0.95 ? message : oddValue(random, 3);
}

/** A value of any kind, with what parsers, comparisons and databases stumble over. */
export function oddValue(random: Random, depth: number): unknown {
  const plain = [
    null,
    true,
    -1,
    0,
    1.5,
    Number.MAX_SAFE_INTEGER + 2,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e\u2066',
    '"\'`;--%_*',
    '("a OR NOT) -',
    '../../x',
    '\u{1f916}'.repeat(20),
    'a'.repeat(random.below(3000)),
    '2026-13-45',
    '__proto__',
  ];
  if (depth === 0 || random.next() < 0.7) return random.pick(plain);
  if (random.next() < 0.5) {
    return Array.from({ length: random.below(5) }, () => oddValue(random, depth - 1));
  }
  const keys = ['a', '', '__proto__', 'constructor', 'toString', 'min', 'max', 'name', '\u0000'];
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [random.pick(keys), oddValue(random, depth - 1)]),
  );
}

/** JSON with something taken out, doubled, or put in. */
export function breakText(text: string, random: Random): string {
  const at = random.below(text.length);
  const length = random.below(8);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(at + length),
    () => text.slice(0, at) + text.slice(at, at + length) + text.slice(at),
    () =>
      text.slice(0, at) +
      random.pick(['"', '{', ']', ',', ':', '\\', 'NaN', "'", '/*', '\u0000']) +
      text.slice(at),
    () => `${text}${text}`,
    () => text.replaceAll('"', "'"),
  ])();
}
