import { expect, it } from 'vitest';
import { readQuestion, searchText } from '../../src/question/read.ts';
import { Resolver } from '../../src/question/resolve.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { parseQuery } from '../../src/text/query.ts';
import { fullTools } from '../helpers/full-tools.ts';
import { type CorpusEntry, readCorpus } from './corpus.ts';

const { catalogue } = await fullTools();

/** Today of the corpus. */
const TODAY = '2026-11-27';

/** What a question of the corpus finds that it must not, and does not find that it must. */
function judge(entry: CorpusEntry, data: Catalogue) {
  const store = data.store(entry.kind);
  const makers = data.store('manufacturers');
  const question = readQuestion(entry.kind, entry.query, { store, makers, today: TODAY });
  const resolver = new Resolver(entry.kind, store, question.clauses);
  const text = searchText(question);
  const { matches } = store.search({
    ...(text !== undefined && { text: parseQuery(text) }),
    filters: question.clauses.map((clause) => resolver.filter(clause)),
    facets: [],
    limit: 1,
  });
  const found = new Set(Array.from(matches, (row) => store.idOf(row)));
  const lost = entry.must.filter((id) => !found.has(id));
  const wrong = entry.mustNot.filter((id) => found.has(id));
  const isInverted =
    lost.length > 0 &&
    lost.length === entry.must.length &&
    wrong.length > 0 &&
    wrong.length === entry.mustNot.length;
  return { id: entry.id, lost, wrong, isInverted };
}

// Arguments, likeness and certification are read by their tools.
const judged = readCorpus()
  .filter(({ args, like, kind }) => args === undefined && like === undefined && kind !== 'certification')
  .filter(({ must, mustNot }) => must.length + mustNot.length > 0)
  .map((entry) => judge(entry, catalogue));

it('inverts no question', () => {
  expect(judged.filter(({ isInverted }) => isInverted).map(({ id }) => id)).toEqual([]);
});

it('finds what a question leaves out in one of a hundred at most', () => {
  const wrong = judged.filter((one) => one.wrong.length > 0).map(({ id }) => id);
  expect(wrong.length, wrong.join(' ')).toBeLessThanOrEqual(judged.length / 100);
});

it('finds what nine of ten questions ask for, and no more', () => {
  const failed = judged.filter(({ lost, wrong }) => lost.length + wrong.length > 0).map(({ id }) => id);
  expect(failed.length, failed.join(' ')).toBeLessThanOrEqual(judged.length / 10);
});
