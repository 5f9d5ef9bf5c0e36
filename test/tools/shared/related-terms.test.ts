import { expect, it } from 'vitest';
import { relatedTerms } from '../../../src/tools/shared/related-terms.ts';
import { fullTools } from '../../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();

function rowsOf(ids: readonly string[]): number[] {
  const store = catalogue.store('robots');
  return ids.flatMap((id) => store.indexOf(id) ?? []);
}

it('are what several of the records are tagged with, without the words of the question', () => {
  const store = catalogue.store('robots');
  const rows = rowsOf(['ecoflow-blade', 'navimow-i105', 'eufy-e15']);
  const terms = relatedTerms(store, 'robots', rows, 'consumer machine that mows');
  expect(terms).toContain('wire-free');
  expect(terms).not.toContain('consumer');
  expect(relatedTerms(store, 'robots', rows.slice(0, 1), 'mow')).toEqual([]);
});

it('are shown where records that lack a word fill the page', async () => {
  const { structured, text } = await tools.ask('search_publications', {
    query: 'quadruped zorbing gait on ice rink',
  });
  const terms = structured.related_terms as string[];
  expect(terms.length).toBeGreaterThan(0);
  expect(terms.length).toBeLessThanOrEqual(8);
  expect(text).toContain(`related_terms: ${terms.join(', ')}`);
  const { structured: known } = await tools.ask('search_publications', { query: 'quadruped gait' });
  expect(known.related_terms).toBeUndefined();
});
