import type { Random } from '../harness/random.ts';

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
