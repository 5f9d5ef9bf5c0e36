import { phaseOrder } from '../../certification/requirements.ts';
import type { KindIndex } from '../kind-index.ts';
import { type Certification, obligations } from './certification.ts';

export const certificationIndex: KindIndex<'certification'> = {
  kind: 'certification',
  fillers: [
    'requirement',
    'rule',
    'certification',
    'certificate',
    'guidance',
    'robot',
    'robotic',
    'regulation',
    'compliance',
    'machine',
  ],
  text: [
    { name: 'title', weight: 5, variants: true, of: (entry) => entry.title },
    { name: 'basis', weight: 4, variants: true, of: (entry) => entry.basis },
    {
      name: 'applies',
      weight: 2,
      of: ({ applies_to }) => [...applies_to.categories, ...applies_to.features].join(' '),
    },
    { name: 'summary', weight: 1.5, variants: true, of: (entry) => entry.summary },
    {
      name: 'checklist',
      weight: 0.5,
      of: (entry) => entry.checklist.map(({ step, detail }) => `${step} ${detail}`).join(' '),
    },
    { name: 'further', weight: 1, of: (entry) => `${entry.scheme} ${entry.authority} ${entry.obligation}` },
  ],
  columns: {
    scheme: { type: 'words', of: (entry) => entry.scheme },
    obligation: { type: 'words', of: (entry) => entry.obligation },
    standing: { type: 'number', of: standing },
  },
  keys: (entry) => [entry.id, entry.title, entry.basis],
};

/** Mandatory ones first, then as a team meets them. */
function standing({ id, obligation }: Certification): number {
  return obligations.indexOf(obligation) * 1000 + phaseOrder(id);
}
