import type { Draws } from './draws.ts';

/**
 * The grammar speaks in JSON texts, not in values: members that come twice, `__proto__`, numbers that no number holds and
 * halves of surrogate pairs can be written, and are lost by whoever writes values. The simplest stands first in each list.
 */
export type Json = string;

type Draw<T> = (random: Draws) => T;

/** One of several, by weight. */
export function oneOf<T>(random: Draws, choices: readonly (readonly [weight: number, draw: Draw<T>])[]): T {
  let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, draw] of choices) {
    left -= weight;
    if (left < 0) return draw(random);
  }
  throw new Error('There is nothing to choose from.');
}

/** What parsers, comparisons, terminals, file systems and databases stumble over. */
const oddTexts: readonly string[] = [
  'a',
  '',
  ' ',
  '\u0000',
  '\n',
  '\r\n',
  '\ud800',
  '\udfff\ud800',
  '\u2028',
  '\ufeff',
  '\u202e\u2066',
  '\ufdfa',
  '\u0344\u0390',
  '\u212b\ufb03\u00bd',
  'I\u0307\u0130\u00df',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u1112\u1161\u11ab',
  '\uffff',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-1',
  '1e999',
  '"\'`;--%_*\\',
  '("a OR NOT) -',
  'NEAR(a b, 3)',
  '../../x',
  '%00%ff%',
  '{{7*7}}',
  '2026-13-45',
  'data:,x',
];

const longParts: readonly string[] = [
  'a',
  ' ',
  '\ufdfa',
  '\u0301',
  '"',
  'a ',
  '\u{1f916}',
  '\ud800',
  '-',
  '(',
];

/** Text of any kind; now and then long, made of what grows when it is folded or escaped. */
export function anyText(random: Draws): string {
  if (random.chance(0.94)) return random.pick(oddTexts);
  return random.pick(longParts).repeat(random.below(random.chance(0.05) ? 60_000 : 600));
}

/** JSON's escapes in any of their forms, now and then. */
export function quote(text: string, random: Draws): Json {
  const plain = JSON.stringify(text);
  if (random.chance(0.97)) return plain;
  return plain.replace(/[a-z_/](?![^\\]{0,4}\\)/g, (sign) =>
    plain.includes('\\') ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const numbers: readonly Json[] = [
  '0',
  '1',
  '-1',
  '-0',
  '1.0',
  '1.5',
  '1e3',
  '2147483648',
  '-4294967297',
  '9007199254740991',
  '9007199254740993',
  '1e21',
  '1e308',
  '1e400',
  '-1e400',
  '5e-324',
  '1E-999',
  '9'.repeat(400),
  `0.${'1'.repeat(400)}`,
];

export function anyNumber(random: Draws): Json {
  return random.pick(numbers);
}

const keys: readonly string[] = [
  'a',
  '',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'then',
  'length',
  '0',
  'min',
  'max',
  'name',
  'id',
  'method',
  '\u0000',
  '\ud800',
  '\u00e9',
];

/** Any JSON, at most so deep. */
export function anyJson(random: Draws, depth = 3): Json {
  return oneOf<Json>(random, [
    [4, () => random.pick(['null', 'true', 'false'])],
    [4, anyNumber],
    [5, () => quote(anyText(random), random)],
    [depth > 0 ? 2 : 0, () => `[${many(random, 5, () => anyJson(random, depth - 1)).join(',')}]`],
    [depth > 0 ? 3 : 0, () => anyObject(random, depth - 1)],
    [0.05, () => deep(random)],
    [0.02, () => wide(random)],
  ]);
}

export function anyObject(random: Draws, depth = 2): Json {
  return object(many(random, 4, () => [random.pick(keys), anyJson(random, depth)] as const));
}

export function object(members: readonly (readonly [key: string, value: Json])[]): Json {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/** Fewer than `end` of them. */
export function many<T>(random: Draws, end: number, draw: () => T): T[] {
  return Array.from({ length: random.below(end) }, draw);
}

function deep(random: Draws): Json {
  const levels = random.pick([99, 100, 101, 5_000]);
  return random.chance(0.5)
    ? '['.repeat(levels) + ']'.repeat(levels)
    : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

function wide(random: Draws): Json {
  const count = random.pick([1_999, 2_001, 20_001]);
  return `[${Array(count).fill('0').join(',')}]`;
}
