import { expect, it } from 'vitest';
import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };
import { kindIndexes } from '../../src/kinds/kinds.ts';
import { spanOf } from '../../src/question/clauses.ts';
import { findLanguage } from '../../src/question/language.ts';
import { lex } from '../../src/question/lex.ts';
import { namesIn } from '../../src/question/names.ts';
import type { Clause, Question, Span } from '../../src/question/question.ts';
import { readQuestion } from '../../src/question/read.ts';
import { translate } from '../../src/question/translate.ts';
import { fold, singular, words } from '../../src/text/fold.ts';
import { isStopWord } from '../../src/text/query.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { type CorpusEntry, readCorpus } from './corpus.ts';

const catalogue = await fullCatalogue();
const makers = catalogue.store('manufacturers');

/** Words with which a question is made, and that say nothing of what is sought. */
const made = new Set(
  [
    ...Object.values(grammar.operators).flat(),
    ...grammar.fillers,
    ...grammar.idioms,
    ...grammar.like,
    ...grammar.likeBehind,
    ...grammar.regardless,
  ]
    .flatMap((phrase) => words(fold(phrase)))
    .map(singular),
);

/** Words that name a field of which something is asked. */
function fieldNamesIn(clause: Clause): readonly string[] {
  if (clause.is === 'not') return fieldNamesIn(clause.of);
  if (clause.is !== 'leaf') return clause.of.flatMap(fieldNamesIn);
  const names: Readonly<Record<string, readonly string[]>> = grammar.fieldNames;
  return names[clause.op === 'period' ? 'period' : clause.field] ?? [];
}

function spansOf({ clauses, order, like, names, words: own, hints, columns = [], unread }: Question): Span[] {
  return [
    ...[...clauses, ...hints].map(spanOf),
    ...(order === undefined ? [] : [order.span]),
    ...(like === undefined ? [] : [like]),
    ...names,
    ...own.map(({ span }) => span),
    ...columns,
    ...unread,
  ];
}

/** Words of a question that it does not tell what it read them as. */
function lostIn({ kind, query }: CorpusEntry): string[] {
  const store = catalogue.store(kind);
  const question = readQuestion(kind, query, { store, makers, today: '2026-11-27' });
  const lexed = lex(question.text);
  const language = findLanguage(lexed);
  const tokens = language === undefined ? lexed : translate(lexed, language, namesIn(store, makers));
  const read = spansOf(question);
  const { domainStopWords } = kindIndexes[kind];
  const fieldNames = question.clauses.flatMap(fieldNamesIn);
  return tokens
    .filter(({ type }) => type !== 'sign')
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !text.startsWith('§'))
    .filter(({ text }) => !isStopWord(text) && !domainStopWords.includes(singular(text)))
    .filter(({ text }) => !words(text).every((word) => made.has(singular(word))))
    .filter(({ stem }) => !fieldNames.includes(stem))
    .filter(({ stem }) => kind !== 'certification' || !grammar.asking.includes(stem))
    .filter(({ start, end }) => !read.some((span) => span.start <= start && end <= span.end))
    .map(({ text }) => text);
}

it('ends each word of a question in a clause, an order, a name, the words, the hints, the columns or what is not read', () => {
  const lost = readCorpus().map((entry) => ({ entry, words: lostIn(entry) }));
  const told = lost.flatMap(({ entry, words }) =>
    words.length === 0 ? [] : [`${entry.id}: ${words.join(', ')} of "${entry.query}"`],
  );
  expect(told).toEqual([]);
});
