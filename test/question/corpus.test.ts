import { describe, expect, it } from 'vitest';
import { guidanceSchemes, obligations } from '../../src/kinds/certification/certification.ts';
import { challengeKinds } from '../../src/kinds/challenges/challenge.ts';
import { manufacturerKinds } from '../../src/kinds/manufacturers/manufacturer.ts';
import { newsTopics } from '../../src/kinds/news/news-item.ts';
import { certificationStatuses, robotCategories, robotStatuses } from '../../src/kinds/robots/robot.ts';
import { stages } from '../../src/kinds/startups/startup.ts';
import { type CorpusClause, type CorpusEntry, type CorpusLeaf, corpusFields, readCorpus } from './corpus.ts';
import { evaluateAll } from './evaluate.ts';
import { type RawRecord, speaksOf } from './own-text.ts';
import type { Truth } from './read-values.ts';
import { isPlace } from './readings.ts';
import { idsOf, recordsWith } from './records.ts';

const corpus = readCorpus();
const languages = ['de', 'fr', 'es', 'zh', 'ja', 'ko'];
const kinds = Object.keys(corpusFields) as CorpusEntry['kind'][];
const makers = idsOf('manufacturers');
const recordsOf = new Map(kinds.map((kind) => [kind, recordsWith(kind, idsNamedIn(kind))]));

function idsNamedIn(kind: CorpusEntry['kind']): Set<string> {
  return new Set(corpus.filter((entry) => entry.kind === kind).flatMap(idsIn));
}

function idsIn({ must, mustNot, names, like }: CorpusEntry): string[] {
  return [...must, ...mustNot, ...names, ...(like === undefined ? [] : [like])];
}

function leavesOf(clause: CorpusClause): CorpusLeaf[] {
  if ('not' in clause) return leavesOf(clause.not);
  if ('any' in clause) return clause.any.flatMap(leavesOf);
  return 'all' in clause ? clause.all.flatMap(leavesOf) : [clause];
}

/** The leaves of all questions, each with the id of its question. */
const leaves = corpus.flatMap(({ id, kind, clauses }) =>
  clauses.flatMap(leavesOf).map((leaf) => ({ id, kind, leaf })),
);

const always = () => true;
const oneOf = (values: readonly string[]) => (value: string) => values.includes(value);
/** What the values of a closed vocabulary are, by kind and field. */
const isValue: Readonly<Record<string, (value: string) => boolean>> = {
  'robots.category': oneOf(robotCategories),
  'robots.status': oneOf(robotStatuses),
  'robots.certification_status': oneOf(certificationStatuses),
  'robots.price_kind': oneOf(['purchase', 'lease_monthly']),
  'robots.manufacturer': (id) => makers.has(id),
  'robots.country': isPlace,
  'startups.country': isPlace,
  'startups.stage': oneOf(stages),
  'manufacturers.country': isPlace,
  'manufacturers.kind': oneOf(manufacturerKinds),
  'news.country': isPlace,
  'news.topic': oneOf(newsTopics),
  'challenges.country': isPlace,
  'challenges.kind': oneOf(challengeKinds),
  'certification.scheme': oneOf(guidanceSchemes),
  'certification.obligation': oneOf(obligations),
  'certification.robot_category': oneOf(robotCategories),
};

/** What a question says of a record; a word that its text has not may stand there in other words. */
function meaning({ kind, clauses, words }: CorpusEntry, record: RawRecord): Truth {
  const truth = evaluateAll(clauses, kind, record);
  const hasWords = words.every((word) => speaksOf(kind, record, word));
  return truth === true && !hasWords ? undefined : truth;
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

describe('the corpus of questions', () => {
  it('has an id for each question, and no question twice', () => {
    expect(repeated(corpus.map(({ id }) => id))).toEqual([]);
    const asked = corpus.map(({ kind, query, args }) =>
      [kind, query.trim().toLowerCase(), JSON.stringify(args ?? {})].join('|'),
    );
    expect(repeated(asked)).toEqual([]);
  });

  it('asks only of fields that its kinds have', () => {
    const orders = corpus.flatMap(({ id, kind, order }) =>
      [order, order?.thenBy].flatMap((one) => (one === undefined ? [] : [{ id, kind, field: one.by }])),
    );
    const named = [...leaves.map(({ id, kind, leaf }) => ({ id, kind, field: leaf.field })), ...orders];
    expect(named.filter(({ kind, field }) => !corpusFields[kind].includes(field))).toEqual([]);
  });

  it('says a condition in each leaf, by codes that the field knows', () => {
    expect(leaves.filter(({ leaf }) => Object.keys(leaf).length < 2)).toEqual([]);
    expect(leaves.filter(({ leaf }) => (leaf.has !== undefined) !== (leaf.field === 'text'))).toEqual([]);
    expect(leaves.filter(({ leaf: { min, max } }) => Number(min) > Number(max))).toEqual([]);
    expect(leaves.filter(({ leaf: { from = '', to = '9' } }) => from > to)).toEqual([]);
    const unknown = leaves.flatMap(({ id, kind, leaf }) =>
      (leaf.in ?? [])
        .filter((value) => !(isValue[`${kind}.${leaf.field}`] ?? always)(String(value)))
        .map((value) => `${id}: ${leaf.field} ${value}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names records that exist', () => {
    const missing = corpus.flatMap((entry) =>
      idsIn(entry)
        .filter((id) => recordsOf.get(entry.kind)?.has(id) !== true)
        .map((id) => `${entry.id}: ${id}`),
    );
    expect(missing).toEqual([]);
  });

  it('means the records that must be found, and not those that must not', () => {
    const wrong = corpus.flatMap((entry) => {
      const truths = (ids: readonly string[]) =>
        ids.flatMap((id) => {
          const record = recordsOf.get(entry.kind)?.get(id);
          return record === undefined ? [] : [{ id, truth: meaning(entry, record) }];
        });
      const isFound = (truth: Truth) => truth === true || (truth === undefined && entry.note !== undefined);
      return [
        ...truths(entry.must).filter(({ truth }) => !isFound(truth)),
        ...truths(entry.mustNot).filter(({ truth }) => truth === true),
      ].map(({ id, truth }) => `${entry.id}: ${id} is ${truth ?? 'unknown'}`);
    });
    expect(wrong).toEqual([]);
  });

  it('is as large and as mixed as was agreed', () => {
    const robots = corpus.filter(({ id }) => id.startsWith('robots-'));
    expect(robots.length).toBeGreaterThanOrEqual(180);
    expect(robots.filter(({ group }) => group !== 'plain').length).toBeGreaterThanOrEqual(120);
    const byLanguage = counted(corpus.map(({ lang }) => lang));
    expect(languages.map((lang) => byLanguage.get(lang) ?? 0)).toEqual(languages.map(() => 11));
    const byKind = counted(corpus.filter(({ lang }) => lang !== 'en').map(({ kind }) => kind));
    expect(kinds.filter((kind) => !byKind.has(kind))).toEqual([]);
  });
});
