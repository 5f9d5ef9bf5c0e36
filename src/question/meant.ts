import { type Kind, kindIndexes } from '../kinds/kinds.ts';
import { fold, singular, words } from '../text/fold.ts';
import { isStopWord } from '../text/query.ts';
import { leavesIn, spanOf } from './clauses.ts';
import type { Clause, Question, Span } from './question.ts';

/**
 * What a question means beside its conditions, by which records are found: its words, those that no record has among them, and what
 * else is searched for. `text` is that, in English where the question is not.
 */
export function meantText(kind: Kind, question: Question | undefined, text: string): string {
  if (question === undefined || isTranslated(question)) return text;
  const { clauses, order, like, inVain = [] } = question;
  const spans = [...clauses.flatMap((clause) => readSpans(kind, clause)), order?.span, like, ...inVain];
  const { domainStopWords } = kindIndexes[kind];
  const left = without(
    question.text,
    spans.filter((span) => span !== undefined),
    (word) => isStopWord(word) || domainStopWords.includes(singular(word)),
  );
  const own = new Set(left);
  return [...left, ...words(fold(text)).filter((word) => !own.has(word) && !isStopWord(word))].join(' ');
}

/** True where words stand for others that were written. */
function isTranslated({ text, words: asked }: Question): boolean {
  return asked.some((word) => !fold(text.slice(word.span.start, word.span.end)).includes(fold(word.text)));
}

/**
 * Where the conditions of a question were read, which filter: what they say must not count twice. A text that is asked for is meant,
 * too, and one that something is to be without, which it speaks of.
 */
function readSpans(kind: Kind, clause: Clause): Span[] {
  // Who excludes a word is not after papers that have it.
  if (clause.is === 'not' && kind === 'publications') return [spanOf(clause)];
  return leavesIn(clause).flatMap(({ op, span }) => (op === 'has' ? [] : [span]));
}

/** The words of a text outside these stretches, without what leads to one: `papers since`, `in the`. */
function without(text: string, spans: readonly Span[], isSaying: (word: string) => boolean): string[] {
  const left: string[] = [];
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= from) {
      left.push(...words(fold(text.slice(from, start))));
      while (isSaying(left.at(-1) ?? '')) left.pop();
    }
    from = Math.max(from, end);
  }
  return [...left, ...words(fold(text.slice(from)))];
}
