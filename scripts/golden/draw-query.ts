import type { Random } from '../harness/random.ts';
import { type Row, textOf } from './records.ts';

/** Fields whose words queries are made of; a record has some of them. */
const fields = [
  'name',
  'name',
  'title',
  'headline',
  'title',
  'description',
  'summary',
  'authors',
  'tags',
  'focus',
  'capabilities',
  'topics',
  'entities',
  'aliases',
  'id',
  'manufacturer.name',
  'organizer',
];

const plain = [
  'robot',
  'robot arm',
  'humanoid',
  'soft gripper control',
  'show me the papers about navigation',
  'cheap quadruped for inspection',
  'vacuum cleaner with lidar',
  'reinforcement learning locomotion',
  'funding round 2025',
  'wireless radio',
  'what do I need for a surgical robot in Europe',
  'drone swarm',
  'SLAM',
  'exoskeleton rehabilitation stroke',
  'warehouse picking',
  'UR 10e',
  'ur10e',
  'quad-ruped',
  'Łukasz Müller',
];

const hostile = [
  '',
  ' ',
  '"',
  '*',
  '-',
  '- -',
  '"""',
  'NEAR',
  'a NEAR/2 b',
  'AND OR NOT',
  'title:soft',
  "'; DROP TABLE robots; --",
  '\u0000',
  '\u202e robot',
  '🤖 漢字 로봇',
  'x'.repeat(300),
  'a-'.repeat(400),
  '__proto__ constructor toString',
  '2026.11.20~0~0~x',
  'ＦＩＥＬＤ robot',
  '"unclosed phrase',
  '-only -without',
  '1e999 NaN -1',
  'robot '.repeat(150),
];

/** Words of a text as somebody may type them. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}.-]+/u).filter((word) => word.length > 1);
}

/** Doubles, drops or swaps a letter. */
function slip(random: Random, word: string): string {
  const at = random.below(word.length);
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + random.pick([...'aeioust']) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ]);
}

/** A query about some record: its name, words of it, a prefix, a phrase, an exclusion, a slip; now and then noise. */
export function drawQuery(random: Random, rows: readonly Row[]): string {
  const chance = random.next();
  if (chance < 0.06) return random.pick(hostile);
  if (chance < 0.2) return random.pick(plain);
  const text = textOf(random, rows, random.pick(fields));
  if (chance < 0.35) return text;
  const words = wordsOf(text);
  const word = words.length > 0 ? random.pick(words) : 'robot';
  const from = random.below(Math.max(1, words.length - 1));
  const pair = words.slice(from, from + 2).join(' ');
  const other = wordsOf(textOf(random, rows, random.pick(fields)))[0] ?? 'arm';
  return random.pick([
    word,
    pair,
    words.slice(0, 4).join(' '),
    `${word} ${other}`,
    `${pair} ${other}`,
    `"${pair}"`,
    `"${pair}" ${other}`,
    `${word.slice(0, 1 + random.below(5))}*`,
    `${other} ${word.slice(0, 3)}*`,
    `${pair} -${other}`,
    `robot -${word}`,
    slip(random, word),
    `${slip(random, word)} ${other}`,
    text.toUpperCase(),
    `${word}s`,
  ]);
}
