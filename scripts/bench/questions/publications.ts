import type { Publication } from '../../../src/kinds/publications/publication.ts';
import { topics } from '../../../src/kinds/vocabularies/topics.ts';
import type { KindStore } from '../../../src/search/kind-store.ts';
import type { Random } from '../../harness/random.ts';
import type { Question } from '../rpc.ts';
import type { Broad, Groups } from './groups.ts';
import { type Material, materialOf, recordsOf, slipOf } from './material.ts';

/** "Over 3,000 records". */
const broadFrom = 3001;
const sorts = ['relevance', 'newest', 'oldest', 'title'];

/** The ways in which papers are asked for. */
export function publicationGroups(store: KindStore<'publications'>): { groups: Groups; broad: Broad } {
  const papers = recordsOf(store);
  const material = materialOf(
    papers.map(({ title }) => title),
    papers.length / 30,
  );
  return {
    groups: { ...wordGroups(material), ...otherGroups(material, papers) },
    broad: broadGroup(material),
  };
}

/** Growth asks these alone: what they find grows with the papers. */
export const growthGroups = ['rare word', 'common word', 'phrase', 'filters only'];

function wordGroups({ rare, common, phrases }: Material): Groups {
  return {
    'rare word': (random) => ({ query: random.pick(rare) }),
    'common word': (random) => ({ query: random.pick(common), limit: 5 + random.below(20) }),
    phrase: (random) => ({ query: `"${random.pick(phrases)}"` }),
    'several words': (random) => ({
      query: `${random.pick(phrases)} ${random.pick(common)}`,
      sort: random.pick(sorts),
    }),
    'a slip': (random) => ({ query: slipOf(random.pick(rare)) }),
  };
}

function otherGroups(material: Material, papers: readonly Publication[]): Groups {
  return {
    'filters only': (random) => filtersOf(random, papers),
    'words and filters': (random) => ({ query: random.pick(material.common), ...filtersOf(random, papers) }),
    author: (random) => ({ author: authorOf(random, papers) }),
    'id, DOI or title': (random) => {
      const { id, aliases, title } = random.pick(papers);
      return { query: random.pick([id, title, ...aliases]) };
    },
  };
}

function filtersOf(random: Random, papers: readonly Publication[]): Question['args'] {
  const { journal, year, topics: known } = random.pick(papers);
  const topic = known.length > 0 ? random.pick(known) : random.pick(topics).id;
  return {
    ...(random.next() < 0.6 && { topic }),
    ...(random.next() < 0.4 && journal !== undefined && { journal }),
    from: String(year - random.below(4)),
    ...(random.next() < 0.5 && { to: String(year) }),
    sort: random.pick(sorts),
  };
}

/** As people write it: the surname, or an initial with it, or all of it. */
function authorOf(random: Random, papers: readonly Publication[]): string {
  const author = random.pick(random.pick(papers).authors);
  const surname = author.split(' ').at(-1) ?? author;
  return random.pick([surname, `${author[0]}. ${surname}`, author]);
}

function broadGroup({ common }: Material): Broad {
  const draw = (random: Random) => ({
    ...random.pick([{ query: random.pick(common) }, { query: `-${random.pick(common)}` }, {}]),
    ...(random.next() < 0.5 && { from: String(2008 + random.below(14)) }),
    ...(random.next() < 0.2 && { arxiv_category: 'cs.RO' }),
    sort: random.pick(sorts),
    limit: 5 + random.below(20),
  });
  return { group: 'over 3,000 matches', draw, least: broadFrom };
}
