import type { Kind } from '../records/kinds.ts';
import type { Term, TextQuery } from '../text/query.ts';
import { expand, withoutFillers } from './expand.ts';
import { FullText, type HitCollector, type Hits, termsFound, withoutTerms } from './full-text.ts';
import type { KindIndex } from './kind-index.ts';
import type { Database } from './sqlite.ts';
import { Vocabulary } from './vocabulary.ts';

/** Rows from 1, each with its score, and how the words were taken. */
export interface Matches {
  readonly scores: ReadonlyMap<number, number>;
  /** How many rows have every word. */
  readonly complete: number;
  readonly unknown: readonly string[];
  /** Unknown words and what was looked for instead. */
  readonly corrected: Readonly<Record<string, string>>;
}

/** With fewer rows than this that have every word, those that lack one are added behind them. */
const enough = 10;
/** The same for two words, where lacking one is much. */
const few = 3;
/** The part of its score that a row gains in which all words stand next to each other in the order asked. */
const phraseBonus = 0.25;
const correctionWeight = 0.7;

/** Finds the rows that a text means. */
export class Matcher {
  readonly vocabulary: Vocabulary;
  private readonly text: FullText;
  private readonly collector: HitCollector;
  private readonly fillers: ReadonlySet<string>;

  constructor(db: Database, index: KindIndex, collector: HitCollector) {
    this.text = new FullText(db, index);
    this.vocabulary = new Vocabulary(db, index.kind as Kind);
    this.collector = collector;
    this.fillers = new Set(index.fillers);
  }

  /** Rows whose text field has the word. */
  inField(field: string, word: string): number[] {
    return this.text.inField(field, word);
  }

  /** `strict` keeps rows that lack a word out as long as some have every one. */
  match(query: TextQuery, strict: boolean): Matches {
    const { terms, unknown, corrected } = this.understand(query.required);
    const scores = new Map<number, number>();
    keep(scores, this.text.every(terms, this.collector));
    const found = scores.size;
    const wanted = strict ? 1 : terms.length === 2 ? few : enough;
    if (terms.length > 1 && found < wanted) {
      for (const term of terms) {
        keep(
          scores,
          this.text.every(
            terms.filter((other) => other !== term),
            this.collector,
          ),
        );
      }
    }
    if (scores.size === 0 && terms.length > 2) keep(scores, mostOf(this.text.some(terms, this.collector)));
    this.favourPhrase(terms, scores);
    const excluded = this.text.some(query.excluded, this.collector).rows;
    for (const row of excluded) scores.delete(row);
    return { scores, complete: found, unknown, corrected };
  }

  /** Rows that have none of the excluded terms are for the caller to tell; these do have one. */
  excluded(query: TextQuery): ReadonlySet<number> {
    return new Set(this.text.some(query.excluded, this.collector).rows);
  }

  private understand(required: readonly Term[]) {
    const unknown: string[] = [];
    const corrected: Record<string, string> = {};
    const terms: Term[] = [];
    for (const term of withoutFillers(expand(required, this.vocabulary), this.fillers)) {
      if (this.isKnown(term)) {
        terms.push(term);
        continue;
      }
      unknown.push(term.shown);
      const [nearest, ...others] = term.plain ? this.vocabulary.near(term.shown, 3) : [];
      if (nearest === undefined) continue;
      corrected[term.shown] = nearest.word;
      const equal = others.filter(({ distance }) => distance === nearest.distance);
      terms.push(
        correction(
          term,
          [nearest, ...equal].map(({ word }) => word),
        ),
      );
    }
    return { terms, unknown, corrected };
  }

  private isKnown(term: Term): boolean {
    return term.alternatives.some(({ words, prefix }) =>
      words.every((word, i) =>
        prefix && i === words.length - 1 ? this.vocabulary.hasPrefix(word) : this.vocabulary.count(word) > 0,
      ),
    );
  }

  private favourPhrase(terms: readonly Term[], scores: Map<number, number>): void {
    const words = terms.flatMap((term) => term.alternatives[0]?.words ?? []);
    if (words.length < 2 || scores.size === 0) return;
    const phrase = {
      shown: words.join(' '),
      plain: false,
      stop: false,
      alternatives: [{ words, prefix: false, weight: 1 }],
    };
    for (const row of this.text.every([phrase], this.collector).rows) {
      const score = scores.get(row);
      if (score !== undefined) scores.set(row, score + phraseBonus * withoutTerms(score));
    }
  }
}

function correction(term: Term, words: readonly string[]): Term {
  return {
    ...term,
    alternatives: words.map((word) => ({ words: [word], prefix: false, weight: correctionWeight })),
  };
}

function keep(scores: Map<number, number>, { rows, scores: found }: Hits): void {
  rows.forEach((row, i) => {
    scores.set(row, Math.max(scores.get(row) ?? 0, found[i] as number));
  });
}

/** The rows in which the most terms are found. */
function mostOf({ rows, scores }: Hits): Hits {
  const most = scores.reduce((best, score) => Math.max(best, termsFound(score)), 0);
  const kept = rows.map((_, i) => i).filter((i) => termsFound(scores[i] as number) === most);
  return { rows: kept.map((i) => rows[i] as number), scores: kept.map((i) => scores[i] as number) };
}
