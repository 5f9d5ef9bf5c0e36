import type { CorpusClause, CorpusEntry } from './corpus.ts';
import { type RawRecord, speaksOf } from './own-text.ts';
import { allOf, anyOf, byCode, opposite, type Truth } from './read-values.ts';
import { readings } from './readings.ts';

type Kind = CorpusEntry['kind'];

/** What a clause says of a record as it stands in `dataset/`, read without the product. */
export function evaluate(clause: CorpusClause, kind: Kind, record: RawRecord): Truth {
  return truthOf(clause, kind, record, [clause]);
}

/** Whether all clauses hold: those on certifications for one and the same, those on prices for the kind asked. */
export function evaluateAll(clauses: readonly CorpusClause[], kind: Kind, record: RawRecord): Truth {
  return truthOf({ all: [...clauses] }, kind, record, clauses);
}

function truthOf(
  clause: CorpusClause,
  kind: Kind,
  record: RawRecord,
  beside: readonly CorpusClause[],
): Truth {
  if ('not' in clause) {
    const truth = truthOf(clause.not, kind, record, beside);
    // What a product has not is a fact of it like what it has: the reading of features counts both.
    return 'field' in clause.not && clause.not.field === 'features' ? truth : opposite(truth);
  }
  if ('any' in clause) return anyOf(clause.any.map((one) => truthOf(one, kind, record, beside)));
  if ('all' in clause) return allOf(clause.all.map((one) => truthOf(one, kind, record, clause.all)));
  if (clause.field === 'text') return speaksOf(kind, record, clause.has ?? '');
  const reading = readings[`${kind}.${clause.field}`] ?? readings[clause.field] ?? byCode(clause.field);
  return reading(clause, record, beside);
}
