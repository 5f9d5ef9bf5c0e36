import type { Catalogue } from '../../../src/search/catalogue.ts';
import { Random } from '../../harness/random.ts';
import { openCatalogue, registryOver } from '../registry.ts';
import type { Question } from '../rpc.ts';
import { drawBroad, drawQuestions, type Groups } from './groups.ts';
import { growthGroups, publicationGroups } from './publications.ts';
import { robotGroups } from './robots.ts';

const seed = 20_261_120;

type Drawn = Readonly<Record<Question['tool'], readonly Question[]>>;

const drawn = new Map<number, Promise<Drawn>>();

/** Distinct questions to both tools, `count` to each; a quarter of them find much. */
export function drawAll(count: number): Promise<Drawn> {
  const known = drawn.get(count);
  if (known !== undefined) return known;
  const drawing = withCatalogue(async (catalogue) => ({
    search_robots: await drawFor('search_robots', catalogue, count),
    search_publications: await drawFor('search_publications', catalogue, count),
  }));
  drawn.set(count, drawing);
  return drawing;
}

/** Distinct questions about papers, `count` of each group whose cost grows with the papers. */
export async function drawForGrowth(count: number): Promise<Question[]> {
  return withCatalogue(async (catalogue) => {
    const { groups } = publicationGroups(catalogue.store('publications'));
    const chosen: Groups = Object.fromEntries(
      Object.entries(groups).filter(([name]) => growthGroups.includes(name)),
    );
    return drawQuestions('search_publications', chosen, count * growthGroups.length, new Random(seed));
  });
}

async function drawFor(tool: Question['tool'], catalogue: Catalogue, count: number): Promise<Question[]> {
  const random = new Random(seed);
  const { groups, broad } =
    tool === 'search_robots'
      ? robotGroups(catalogue.store('robots'))
      : publicationGroups(catalogue.store('publications'));
  const many = Math.round(count / 4);
  return [
    ...drawQuestions(tool, groups, count - many, random),
    ...(await drawBroad(tool, broad, many, random, registryOver(catalogue))),
  ];
}

/** A catalogue of its own: nothing that is measured later has seen these questions. */
async function withCatalogue<T>(use: (catalogue: Catalogue) => Promise<T>): Promise<T> {
  const catalogue = await openCatalogue();
  try {
    return await use(catalogue);
  } finally {
    catalogue.close();
  }
}
