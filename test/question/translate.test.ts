import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/kinds/kinds.ts';
import { describeClause } from '../../src/question/explain.ts';
import { parseQuestion } from '../../src/question/grammar.ts';
import { findLanguage } from '../../src/question/language.ts';
import { cleanText, lex } from '../../src/question/lex.ts';
import { namesIn } from '../../src/question/names.ts';
import type { Clause, Question } from '../../src/question/question.ts';
import { translate } from '../../src/question/translate.ts';
import { singular } from '../../src/text/fold.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';

interface Pair {
  readonly lang: string;
  readonly kind: Kind;
  readonly asked: string;
  readonly english: string;
}

const pairs = readLines<Pair>('test/question/translations.jsonl');
const catalogue = await fullCatalogue();
const makers = catalogue.store('manufacturers');

function readLines<Line>(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Words that say what kind of record is sought. */
const ofKind =
  /^(?:robot|robotic|paper|publication|article|study|research|company|firm|startup|maker|manufacturer|news|work)$/;

function read(query: string, kind: Kind) {
  const question = parseQuestion(query, {
    kind,
    today: '2026-11-27',
    names: namesIn(catalogue.store(kind), makers),
  });
  const { order, like, text } = question;
  return {
    clauses: question.clauses.flatMap(eachOf).map(describe1).sort(),
    hints: question.hints.map(describe1).sort(),
    words: wordsOf(question),
    order: order && [order.sorts[0], order.rank, order.count],
    like: like && text.slice(like.start, like.end),
  };
}

/** What is denied of each is denied of any. */
function eachOf(clause: Clause): readonly Clause[] {
  if (clause.is === 'all') return clause.of.flatMap(eachOf);
  if (clause.is !== 'not') return [clause];
  const { of } = clause;
  if (of.is === 'any') return of.of.flatMap((one) => eachOf({ is: 'not', of: one }));
  if (of.is !== 'leaf' || of.op !== 'in' || of.field !== 'country') return [clause];
  return of.values.map((value): Clause => ({ is: 'not', of: { ...of, values: [value] } }));
}

function describe1(clause: Clause): string {
  if (clause.is === 'any') return clause.of.map(describe1).sort().join(' or ');
  return describeClause(clause).replace(/[\w-]+/g, singular);
}

function wordsOf({ words }: Question): string[] {
  return words
    .map((word) => ({ ...word, text: word.text.toLowerCase() }))
    .map(({ text }) => singular(text.toLowerCase()))
    .filter((word) => !ofKind.test(word))
    .sort();
}

describe('a question in another language', () => {
  it.each(pairs)('$lang: "$asked" is read as "$english"', ({ kind, asked, english }) => {
    expect(read(asked, kind)).toEqual(read(english, kind));
  });

  it('keeps every token within the text, whatever is asked', () => {
    for (const { asked } of pairs) {
      for (const query of [
        asked,
        asked.repeat(8),
        [...asked].reverse().join(''),
        asked.slice(asked.length / 2),
      ]) {
        const tokens = lex(cleanText(query));
        const language = findLanguage(tokens);
        if (language === undefined) continue;
        const translated = translate(tokens, language, namesIn(catalogue.store('robots'), makers));
        for (const { start, end } of translated) expect(start < end && end <= query.length).toBe(true);
      }
    }
  });

  it('keeps what lies behind the end of a long run without spaces as a word', () => {
    const tokens = translate(lex('字'.repeat(500)), 'zh', namesIn(catalogue.store('robots'), makers));
    expect(tokens.at(-1)?.end).toBe(500);
  });

  it('gives names of makers in their own script as records have them', () => {
    const names = namesIn(catalogue.store('robots'), makers);
    const texts = translate(lex('宇树科技的人形机器人'), 'zh', names).map(({ raw }) => raw);
    expect(texts).toEqual(['Unitree', 'humanoid', 'robots']);
  });
});

describe('a text in English', () => {
  it.each(pairs)('stays as it is: "$english"', ({ english }) => {
    expect(findLanguage(lex(english))).toBeUndefined();
  });

  it('stays as it is if it is a title of a paper, but for those that are in Spanish and a few of invented words', () => {
    const titles = readdirSync('dataset/publications')
      .flatMap((name) => readLines<{ title: string }>(`dataset/publications/${name}`))
      .flatMap(({ title }, i) => (i % 20 === 0 ? [title] : []));
    const translated = titles.filter((title) => findLanguage(lex(cleanText(title))) !== undefined);
    expect(titles.length).toBeGreaterThan(2000);
    expect(translated.filter((title) => !/ (?:de|y) /.test(title)).length).toBeLessThan(2);
  });

  it.each([
    'Die',
    'Mars rover',
    'Solo 12',
    'Spot',
    'unitree g1 price',
    'robots sans lidar',
    'LUNA',
    'Uber robotaxi',
  ])('stays as it is: %s', (text) => {
    expect(findLanguage(lex(text))).toBeUndefined();
  });
});
