import type { Kind } from '../kinds/kinds.ts';
import { measuresIn } from '../kinds/vocabularies/measures.ts';
import { missingFieldsIn } from '../kinds/vocabularies/not-held.ts';
import { everydayIn, synonymsOf } from '../kinds/vocabularies/phrases.ts';
import { namedTopics } from '../kinds/vocabularies/topics.ts';
import { lazily } from '../lib/lazily.ts';
import type { KindStore } from '../search/kind-store.ts';
import { isOrdinaryWord } from '../text/english.ts';
import { fold, singular, stems } from '../text/fold.ts';
import { isStopWord, parseQuery } from '../text/query.ts';
import { leavesIn, spanOf, valuesIn } from './clauses.ts';
import { parseQuestion } from './grammar.ts';
import { cleanText } from './lex.ts';
import { namesIn, quantityOf } from './names.ts';
import { aboutProduct } from './product.ts';
import type { Clause, Question, Span, Word } from './question.ts';

/** So many words of a title, next to each other, are the title and not a question with operators in it. */
const MIN_TITLE_WORDS = 5;
/** More are no title. */
const MAX_TITLE_WORDS = 40;
const operatorsOfTitles = /\b(?:not|no|without|or|only|except|under|over|non)\b/i;

/** What a question is read over. */
export interface QuestionData<K extends Kind> {
  readonly store: KindStore<K>;
  /** For their names in other scripts. */
  readonly makers?: KindStore<'manufacturers'>;
  /** Of which questions on certification may be. */
  readonly robots?: KindStore<'robots'>;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** True where each word has to stand in a record, though no record has it. */
  readonly isExact?: boolean;
}

/** Reads a question over the records of a kind. A name or title that a record has is that, whatever words stand in it. */
export function readQuestion<K extends Kind>(kind: K, query: string, data: QuestionData<K>): Question {
  const { store, makers, robots, today } = data;
  const text = cleanText(query);
  const unquoted = /^["“](.+)["”][.!?]*$/.exec(text)?.[1];
  // Agents write so: a whole query in quotes that no text has is a question.
  if (unquoted !== undefined && !/["“”]/.test(unquoted) && !hasPhrase(unquoted, store))
    return readQuestion(kind, unquoted, data);
  const title = kind === 'certification' ? undefined : titleIn(kind, text, store);
  if (title !== undefined) return onlyWords(title);
  const quantity = kind === 'robots' ? { quantity: quantityOf(store as unknown as KindStore<'robots'>) } : {};
  const names = { ...namesIn(store, makers, robots), ...quantity };
  const parsed = parseQuestion(text, { kind, today, names });
  const question = kind === 'certification' ? aboutProduct(parsed) : parsed;
  // Names in a list are meant side by side, unless something is asked of them.
  if (store.isNamed(text) && !question.clauses.some(asksMore)) return onlyWords(query);
  const { words } = question;
  // Reading everyday phrases takes long, and most questions have no such word.
  const said = lazily(() => wordsSaid([text, ...words.map((word) => word.text)].join(' ')));
  const isOnNone = (word: Word) =>
    !data.isExact && isOrdinary(word) && !store.hasWord(word.text) && !said().has(singular(fold(word.text)));
  const known = words.filter((word) => !isOnNone(word));
  // A question of nothing else is searched for, so that what is near is offered.
  if (known.length === 0 && question.clauses.length === 0) return bounded(question);
  const unread = [...question.unread, ...words.filter(isOnNone).map(({ span }) => span)];
  const whole = { ...question, words: known, unread };
  const named = kind === 'certification' ? undefined : identified(whole, store);
  if (named !== undefined) return named;
  const asked = withoutMeasuresAsked(kind, kind === 'publications' ? inField(whole) : whole);
  return bounded(withoutAskedInVain(kind, asked, store));
}

/**
 * A measure that is asked of what else is said (`cobots payload and reach`) is a column, and no word that a record must have. One
 * that stands before what it belongs to (`range finder`, `speed control`) is a word.
 */
function withoutMeasuresAsked(kind: Kind, question: Question): Question {
  const { text, clauses, words } = question;
  const parts = [
    ...words.map(({ span }) => span),
    ...clauses.flatMap((one) => leavesIn(one).map(({ span }) => span)),
  ];
  const isModifier = ({ end }: Span) =>
    parts.some(({ start }) => start > end && /^[\s-]+$/.test(text.slice(end, start)));
  const asked = measuresIn(kind, text).filter((span) => !isModifier(span));
  const isAsked = ({ span, isQuoted }: Word) =>
    !isQuoted && asked.some(({ start, end }) => start <= span.start && span.end <= end);
  const left = words.filter((word) => !isAsked(word));
  if (left.length === words.length || left.length + clauses.length === 0) return question;
  return { ...question, words: left, columns: words.filter(isAsked).map(({ span }) => span) };
}

/** An identifier or address names exactly one record, whatever else is said: `code of arXiv:2303.04137v2 [cs.RO]`. */
function identified<K extends Kind>(question: Question, store: KindStore<K>): Question | undefined {
  const own = question.clauses.filter(
    (clause) => clause.is === 'leaf' && clause.op === 'in' && clause.field === 'identifier',
  );
  const isHeld = (value: string) => store.named(value).length > 0 || store.withAddress(value).length > 0;
  const isNaming = own.some((clause) => valuesIn(clause, 'identifier').some(isHeld));
  if (!isNaming || question.like !== undefined) return undefined;
  const others = question.clauses.filter((clause) => !own.includes(clause));
  const left = [...others.map(spanOf), ...question.words.map(({ span }) => span)];
  return {
    ...question,
    clauses: own.length === 1 ? own : [{ is: 'any', of: own }],
    words: [],
    hints: [],
    order: undefined,
    unread: [...question.unread, ...left],
  };
}

/**
 * What no field holds is not searched for, unless texts say it of what is asked for: `UR5e SDK` is the robot, and `startups
 * with revenue` are those whose descriptions tell of it.
 */
function withoutAskedInVain<K extends Kind>(kind: K, question: Question, store: KindStore<K>): Question {
  const inVain = missingFieldsIn(kind, question.text);
  const isInVain = ({ span }: Word) => inVain.some(({ start, end }) => span.start < end && start < span.end);
  const words = question.words.filter((word) => !isInVain(word));
  if (inVain.length === 0) return question;
  const { length } = question.words;
  const isNothingLeft = words.length === 0 && question.clauses.length === 0;
  if (words.length === length || isNothingLeft) return { ...question, inVain };
  // Who asks of a named thing what no field holds asks for this thing.
  const named = words.filter(({ text }) => isWrittenAsName(text) && store.named(text).length > 0);
  if (named.length === 0 && hasEvery(question, store)) return { ...question, inVain };
  const kept = named.length > 0 ? named : words;
  const spans = question.words.filter((word) => !kept.includes(word)).map(({ span }) => span);
  return { ...question, words: kept, unread: [...question.unread, ...spans], inVain };
}

function isWrittenAsName(text: string): boolean {
  return /\p{L}/u.test(text) && /[\p{Lu}\p{N}]/u.test(text);
}

function hasEvery<K extends Kind>(question: Question, store: KindStore<K>): boolean {
  const text = parseQuery(searchText(question) ?? '');
  return store.match(text, { incomplete: 'never', isScored: false }).rows.length > 0;
}

/**
 * In an order the first counts, and it shall be of the field: where all words together are the name of a field of research,
 * papers that only have the words (`Soft Actor-Critic` for soft robotics) are not asked for.
 */
function inField(question: Question): Question {
  const { order, words } = question;
  const [first, last] = [words[0], words.at(-1)];
  if (order === undefined || first === undefined || last === undefined) return question;
  if (words.some(({ isQuoted }) => isQuoted)) return question;
  const topics = namedTopics(words.map(({ text }) => text).join(' '));
  if (topics.length === 0) return question;
  const span = { start: first.span.start, end: last.span.end };
  const topic: Clause = { is: 'leaf', field: 'topic', op: 'in', values: topics, span };
  return { ...question, words: [], clauses: [...question.clauses, topic] };
}

/** The words of a text that belong to an everyday phrase or have synonyms, by which records are found that have none of them. */
function wordsSaid(text: string): ReadonlySet<string> {
  const words = stems(text);
  const phrases = everydayIn(words).flatMap(({ at }) => at.map((place) => words[place] ?? ''));
  return new Set([...phrases, ...words.filter((word) => synonymsOf([word]).length > 0)]);
}

/**
 * Words of a question that no record must have, and which rank those that do: of texts that are denied or that one of
 * several conditions asks for (who needs no wire speaks of wire), and of a product's features; undefined if there are none.
 */
export function rankingText(kind: Kind, { clauses, text }: Question): string | undefined {
  // Of a paper the title is all that may deny, and who excludes a word is not after it.
  if (kind === 'publications') return undefined;
  const words = clauses.flatMap((clause) => rankingWords(clause, text));
  return words.length === 0 ? undefined : words.join(' ');
}

function rankingWords(clause: Clause, text: string): string[] {
  if (clause.is === 'not') return clause.of.is === 'leaf' && clause.of.op === 'has' ? [clause.of.text] : [];
  if (clause.is !== 'leaf') return clause.of.flatMap((one) => rankingWords(one, text));
  if (clause.op === 'has') return [clause.text];
  return clause.field === 'features' ? [text.slice(clause.span.start, clause.span.end)] : [];
}

/** Each costs a search of its own. */
const MAX_TEXT_CLAUSES = 8;

/** With so many conditions on texts as a search may cost; the others are not read. */
function bounded(question: Question): Question {
  let left = MAX_TEXT_CLAUSES;
  const isWithin = (clause: Clause) => {
    left -= textsIn(clause);
    return left >= 0;
  };
  const clauses = question.clauses.filter(isWithin);
  const beyond = question.clauses.filter((clause) => !clauses.includes(clause));
  return { ...question, clauses, unread: [...question.unread, ...beyond.map(spanOf)] };
}

function textsIn(clause: Clause): number {
  return leavesIn(clause).filter(({ op }) => op === 'has').length;
}

/** True for what is asked of a thing beside its name. */
function asksMore(clause: Clause): boolean {
  return (
    clause.is !== 'leaf' ||
    clause.op !== 'in' ||
    (clause.field !== 'manufacturer' && clause.field !== 'category')
  );
}

/** A question that is searched for as it stands. */
function onlyWords(text: string): Question {
  const word: Word = { text, span: { start: 0, end: text.length }, isQuoted: false };
  return {
    text,
    clauses: [],
    order: undefined,
    like: undefined,
    names: [],
    words: [word],
    hints: [],
    unread: [],
  };
}

function hasPhrase<K extends Kind>(text: string, store: KindStore<K>): boolean {
  return store.match(parseQuery(`"${text}"`), { incomplete: 'never', isScored: false }).rows.length > 0;
}

/** The whole text if it is a name, or else a title that stands in it, quoted or between dashes. */
function titleIn<K extends Kind>(kind: K, text: string, store: KindStore<K>): string | undefined {
  if (store.named(text).length > 0 || isPartOfTitle(kind, text, store)) return text;
  if (kind !== 'publications') return undefined;
  // Several quotations are several titles or phrases.
  const [quoted, another] = [...text.matchAll(/["“]([^"”]+)["”]/g)].map(([, inside]) => inside);
  const parts = [
    ...(quoted === undefined || another !== undefined ? [] : [quoted]),
    ...text.split(/\s[-–—|]\s|[?!]\s/),
  ];
  return parts.find(
    (part) =>
      part.trim().split(/\s+/).length >= MIN_TITLE_WORDS &&
      (store.named(part).length > 0 || isPartOfTitle(kind, part, store)),
  );
}

function isPartOfTitle<K extends Kind>(kind: K, text: string, store: KindStore<K>): boolean {
  if (kind !== 'publications' || !operatorsOfTitles.test(text)) return false;
  const own = stems(text);
  return own.length >= MIN_TITLE_WORDS && own.length <= MAX_TITLE_WORDS && store.withPhrase(own).length > 0;
}

function isOrdinary({ text, isQuoted }: Word): boolean {
  return !isQuoted && isOrdinaryWord(text);
}

/**
 * The words of a question as they are searched for, with the stop words behind them, which belong to phrases such as `out
 * of business` and `touching down`; undefined if there are none.
 */
export function searchText({ text, words }: Question): string | undefined {
  const parts = words.map((word, i) => {
    const behind = text.slice(word.span.end, words[i + 1]?.span.start);
    return [word.isQuoted ? `"${word.text}"` : word.text, ...stopWordsAtStart(behind)].join(' ');
  });
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** The stop words with which a text begins, but for those that deny or join. */
function stopWordsAtStart(text: string): string[] {
  const own = text.split(/["*,;:.!?()]/, 1)[0]?.match(/[\p{L}\p{N}]+/gu) ?? [];
  const end = own.findIndex((word) => !isStopWord(word.toLowerCase()) || JOINTS.test(word));
  return own.slice(0, end === -1 ? MAX_BEHIND : Math.min(end, MAX_BEHIND));
}

const JOINTS = /^(?:and|or|not|no|nor|but|without|except)$/i;
/** Stop words behind a word of a phrase. */
const MAX_BEHIND = 3;
