/**
 * Draws index terms from texts about papers: `npm run index:terms -- TEXTS.jsonl [--dataset DIR]`, a line `{"id","text"}`
 * each. Writes `dataset/terms/publications.txt` anew: of each text at most 40 stems, those in the fewest papers, that at
 * least three texts and three titles have, in alphabetical order. The texts themselves are kept nowhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { byCodePoint } from '../src/data/dataset/canonical.ts';
import { readKind } from '../src/data/dataset/read.ts';
import { MOST_TERMS, TERMS_FILE } from '../src/data/dataset/terms-file.ts';
import { drawTerms } from './dataset/draw-terms.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { dataset: { type: 'string', default: 'dataset' } },
});
const [file] = positionals;
if (file === undefined) throw new Error('Name the file of texts.');
const line = z.strictObject({ id: z.string().min(1), text: z.string() });
const texts = readFileSync(file, 'utf8')
  .split('\n')
  .filter((one) => one !== '')
  .map((one) => line.parse(JSON.parse(one)));
const { records } = readKind(values.dataset, 'publications');
const titles = new Map(records.map(({ id, title }) => [id, title]));
const drawn = drawTerms(
  texts.filter(({ id }) => titles.has(id)),
  titles,
  MOST_TERMS,
);
const written = [...drawn]
  .sort(([a], [b]) => byCodePoint(a, b))
  .map(([id, own]) => `${id} ${own.join(' ')}\n`);
const target = join(values.dataset, TERMS_FILE);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, written.join(''));
console.log(`${target}: ${written.length} of ${texts.length} texts`);
