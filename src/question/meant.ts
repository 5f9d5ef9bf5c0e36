import type { Kind } from '../kinds/kinds.ts';
import { fold, words } from '../text/fold.ts';
import { leavesIn, spanOf } from './clauses.ts';
import type { Clause, Question, Span } from './question.ts';

/**
 * What a question means beside its bounds, periods and order, for finding records by it: its words, those that no record has among
 * them, and what else is searched for. `text` is that, in English where the question is not.
 */
export function meantText(kind: Kind, question: Question | undefined, text: string): string {
  if (question === undefined || isTranslated(question)) return text;
  const { clauses, order, like } = question;
  const spans = [...clauses.flatMap((clause) => readSpans(kind, clause)), order?.span, like];
  const left = without(
    question.text,
    spans.filter((span) => span !== undefined),
  );
  const own = new Set(words(fold(left)));
  return [left, ...words(fold(text)).filter((word) => !own.has(word))].join(' ');
}

/** True where words stand for others that were written. */
function isTranslated({ text, words: asked }: Question): boolean {
  return asked.some((word) => !fold(text.slice(word.span.start, word.span.end)).includes(fold(word.text)));
}

/** Numbers and dates are met, not meant. What a thing is called or does is both; so is what it is to be without, which it speaks of. */
function readSpans(kind: Kind, clause: Clause): Span[] {
  // Who excludes a word is not after papers that have it.
  if (clause.is === 'not' && kind === 'publications') return [spanOf(clause)];
  return leavesIn(clause).flatMap(({ op, span }) => (op === 'range' || op === 'period' ? [span] : []));
}

function without(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, Math.max(from, start)));
    from = Math.max(from, end);
  }
  return [...parts, text.slice(from)].join(' ');
}
