import type { Kind } from '../records/kinds.ts';
import { certificationIndex } from './certification.ts';
import { challengeIndex } from './challenges.ts';
import type { KindIndex } from './kind-index.ts';
import { manufacturerIndex } from './manufacturers.ts';
import { newsIndex } from './news.ts';
import { publicationIndex } from './publications.ts';
import { robotIndex } from './robots.ts';
import { startupIndex } from './startups.ts';

/** How each kind is indexed. */
export const kindIndexes: { readonly [K in Kind]: KindIndex<K> } = {
  robots: robotIndex,
  publications: publicationIndex,
  startups: startupIndex,
  news: newsIndex,
  manufacturers: manufacturerIndex,
  challenges: challengeIndex,
  certification: certificationIndex,
};
