import type { KindIndex } from '../kind-index.ts';
import type { Publication } from './publication.ts';

/** Newer papers come first where nothing else decides. */
function standing(paper: Publication): number {
  return -Number(paper.published.replaceAll('-', '').padEnd(8, '0'));
}

export const publicationIndex: KindIndex<'publications'> = {
  kind: 'publications',
  fillers: [
    'robot',
    'robotic',
    'paper',
    'publication',
    'article',
    'research',
    'study',
    'work',
    'based',
    'literature',
    'machine',
  ],
  recency: 'published',
  text: [
    { name: 'title', weight: 5, variants: true, of: (paper) => paper.title },
    { name: 'authors', weight: 3, variants: true, verbatim: true, of: (paper) => paper.authors.join(' ; ') },
    { name: 'topics', weight: 1.5, of: (paper) => paper.topics.join(' ') },
    { name: 'journal', weight: 1.5, of: (paper) => `${paper.journal ?? ''} ${paper.year}` },
  ],
  columns: {
    topic: { type: 'words', of: (paper) => paper.topics },
    journal: { type: 'words', of: (paper) => paper.journal },
    year: { type: 'words', of: (paper) => String(paper.year) },
    arxiv_category: { type: 'words', of: (paper) => paper.categories },
    published: { type: 'date', of: (paper) => paper.published },
    standing: { type: 'number', of: standing },
  },
  keys: (paper) => [paper.id, ...paper.aliases, paper.title],
};
