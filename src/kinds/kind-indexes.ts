import { certificationIndex } from './certification/certification-index.ts';
import { challengeIndex } from './challenges/challenge-index.ts';
import type { KindIndex } from './kind-index.ts';
import type { Kind } from './kinds.ts';
import { manufacturerIndex } from './manufacturers/manufacturer-index.ts';
import { newsIndex } from './news/news-index.ts';
import { publicationIndex } from './publications/publication-index.ts';
import { robotIndex } from './robots/robot-index.ts';
import { startupIndex } from './startups/startup-index.ts';

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
