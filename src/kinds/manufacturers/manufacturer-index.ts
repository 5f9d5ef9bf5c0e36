import { confidenceRank } from '../confidence-rank.ts';
import type { KindIndex } from '../kind-index.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';

export const manufacturerIndex: KindIndex<'manufacturers'> = {
  kind: 'manufacturers',
  fillers: [
    'manufacturer',
    'maker',
    'company',
    'supplier',
    'supply',
    'vendor',
    'producer',
    'firm',
    'robot',
    'robotic',
    'part',
    'component',
  ],
  text: [
    { name: 'name', weight: 6, variants: true, of: (maker) => maker.name },
    { name: 'capabilities', weight: 3, of: (maker) => maker.capabilities.join(' ') },
    { name: 'description', weight: 1, variants: true, of: (maker) => maker.description },
    {
      name: 'further',
      weight: 0.5,
      of: (maker) => [...countrySearchWords(maker.country), maker.kind].join(' '),
    },
  ],
  columns: {
    capability: { type: 'words', of: (maker) => maker.capabilities },
    country: { type: 'words', of: (maker) => maker.country },
    kind: { type: 'words', of: (maker) => maker.kind },
    confidence: { type: 'number', of: (maker) => confidenceRank(maker.confidence) },
    standing: {
      type: 'number',
      of: (maker) => confidenceRank(maker.confidence) * 100 - maker.capabilities.length,
    },
  },
  keys: (maker) => [maker.id, maker.name],
};
