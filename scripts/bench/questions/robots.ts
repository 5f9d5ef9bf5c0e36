import { numericSpecs, type Robot } from '../../../src/kinds/robots/robot.ts';
import type { KindStore } from '../../../src/search/kind-store.ts';
import type { Random } from '../../harness/random.ts';
import type { Question } from '../rpc.ts';
import type { Broad, Groups } from './groups.ts';
import { type Material, materialOf, recordsOf, slipOf } from './material.ts';

const sorts = ['relevance', 'price_asc', 'price_desc', 'newest', 'name'];
const schemes = ['FCC', 'UL', 'FDA', 'CE', 'ISO', '510(k)', 'UL 3300'];

/** The ways in which robots are asked for. There are too few of them for thousands of matches. */
export function robotGroups(store: KindStore<'robots'>): { groups: Groups; broad: Broad } {
  const robots = recordsOf(store);
  const material = materialOf(
    robots.map(({ name, description }) => `${name} ${description}`),
    robots.length / 30,
  );
  return {
    groups: { ...wordGroups(material, robots), ...filterGroups(material, robots) },
    broad: broadGroup(material, robots.length),
  };
}

function wordGroups({ rare, common, phrases }: Material, robots: readonly Robot[]): Groups {
  return {
    name: (random) => {
      const { id, name, manufacturer } = random.pick(robots);
      return { query: random.pick([id, name, `${manufacturer.name} ${name}`]) };
    },
    'rare word': (random) => ({ query: random.pick(rare) }),
    'common word': (random) => ({ query: random.pick(common), limit: 5 + random.below(20) }),
    phrase: (random) => ({ query: `"${random.pick(phrases)}"` }),
    'a slip': (random) => ({ query: slipOf(random.pick(rare)) }),
  };
}

function filterGroups({ common }: Material, robots: readonly Robot[]): Groups {
  return {
    'filters only': (random) => filtersOf(random, robots),
    'words and filters': (random) => ({ query: random.pick(common), ...filtersOf(random, robots) }),
    certification: (random) => ({ certification: random.pick(schemes), limit: 5 + random.below(40) }),
    'price and specs': (random) => ({
      max_price_usd: 1000 * (1 + random.below(200)),
      specs: { [random.pick(numericSpecs)]: { min: random.below(30) } },
      sort: random.pick(sorts),
    }),
  };
}

function filtersOf(random: Random, robots: readonly Robot[]): Question['args'] {
  const { category, manufacturer, status } = random.pick(robots);
  return {
    category,
    ...(random.next() < 0.4 && { country: manufacturer.country }),
    ...(random.next() < 0.3 && { status }),
    ...(random.next() < 0.2 && { manufacturer: manufacturer.name }),
    sort: random.pick(sorts),
  };
}

function broadGroup({ common }: Material, size: number): Broad {
  const draw = (random: Random) => ({
    ...random.pick([{ query: `-${random.pick(common)}` }, { status: 'available' }, {}]),
    sort: random.pick(sorts),
    limit: 1 + random.below(50),
  });
  return { group: 'over half of all', draw, least: size / 2 };
}
