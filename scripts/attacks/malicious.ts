import type { Random } from '../harness/random.ts';
import { answerAttacks } from './answers.ts';
import type { Asked, Attack, Reply } from './attack.ts';
import { offerAttacks } from './offers.ts';
import { thefts } from './thefts.ts';
import { troubles } from './troubles.ts';

/** An answer in which something is no longer as it was. */
type Mutation = (reply: Reply, random: Random) => Reply;

const bodied = (change: (body: Buffer, random: Random) => Buffer): Mutation => {
  return (reply, random) => ({ ...reply, body: change(reply.body, random) });
};

const texted = (change: (text: string, random: Random) => string): Mutation => {
  return bodied((body, random) => Buffer.from(change(body.toString('utf8'), random)));
};

/** Values that programs stumble over. */
const oddities = [
  'null',
  'true',
  '-1',
  '1e308',
  '9007199254740993',
  '""',
  '"\\u0000\\u001b[2J"',
  '"../../../etc/passwd"',
  '{}',
  '[]',
  '[[[[[[[[]]]]]]]]',
  '{"__proto__":{"blob":""}}',
];

const types = ['application/json', 'text/event-stream', 'text/html', 'application/octet-stream', ''];
const deliveries = ['never', 'drip', 'endless', 'cut', 'held'] as const;
const codes = [200, 201, 202, 204, 206, 301, 302, 304, 400, 401, 403, 404, 405, 410, 413, 429, 500, 502, 503];

const mutations: readonly Mutation[] = [
  bodied((body, random) => {
    const copy = Buffer.from(body);
    for (let left = 1 + random.below(4); left > 0 && copy.byteLength > 0; left--) {
      const at = random.below(copy.byteLength);
      copy[at] = random.below(256);
    }
    return copy;
  }),
  bodied((body, random) => body.subarray(0, random.below(body.byteLength + 1))),
  bodied((body, random) => Buffer.concat([body, body.subarray(random.below(body.byteLength + 1))])),
  bodied((_body, random) => Buffer.from(random.word('{}[]",:0aeé\u2028', random.below(200)))),
  // One value of the JSON becomes another.
  texted((text, random) => {
    const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d+(?:\.\d+)?|true|false|null/g)];
    if (values.length === 0) return text;
    const { 0: value, index = 0 } = random.pick(values);
    return text.slice(0, index) + random.pick(oddities) + text.slice(index + value.length);
  }),
  texted((text, random) => `[${text}${random.chance(0.5) ? `,${text}` : ''}]`),
  texted((text, random) => text.replace(/2030\.01\.01\.\d/g, () => `2030.01.01.${random.below(9)}`)),
  (reply, random) => ({ ...reply, status: random.pick(codes) }),
  (reply, random) => ({ ...reply, headers: { ...reply.headers, 'content-type': random.pick(types) } }),
  (reply, random) => ({
    ...reply,
    headers: { ...reply.headers, 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'zstd', 'x']) },
  }),
  (reply, random) => ({
    ...reply,
    headers: { ...reply.headers, 'content-length': String(random.below(2 * reply.body.byteLength + 2)) },
    delivery: random.pick(['cut', 'held'] as const),
  }),
  (reply, random) => ({ ...reply, delivery: random.pick(deliveries) }),
  (reply, random) => ({
    ...reply,
    headers: { ...reply.headers, location: 'http://127.0.0.1:1/', 'mcp-session-id': random.word('abc', 40) },
  }),
];

/** Whatever a service may do, and in whatever state its client may be: some attacks, and answers that go wrong by chance. */
export function drawAttacks(random: Random): Attack[] {
  const honest = random.pick([0.5, 0.8, 0.95]);
  const reply = (first: Reply, asked: Asked): Reply => {
    let changed = first;
    while (random.chance(1 - honest)) {
      changed = random.chance(0.3)
        ? (random.pick(answerAttacks).reply?.(changed, asked) ?? changed)
        : random.pick(mutations)(changed, random);
    }
    return changed;
  };
  const some = (attacks: readonly Attack[], chance: number) =>
    random.chance(chance) ? [random.pick(attacks)] : [];
  return [
    ...some(offerAttacks, 0.3),
    ...some(
      thefts.filter(({ hasKey }) => !hasKey),
      0.1,
    ),
    ...some(troubles, 0.3),
    { what: 'answers that go wrong by chance', kind: 'malicious mirrors', reply, isSlow: true },
  ];
}
