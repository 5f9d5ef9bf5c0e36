import { describe, expect, it } from 'vitest';
import type { DatasetCheck } from '../../../../src/data/dataset/checks/check.ts';
import {
  circularRequirements,
  completeStandards,
  consistentRequirements,
  relatedRequirements,
} from '../../../../src/data/dataset/checks/requirements.ts';
import type { Certification } from '../../../../src/kinds/certification/certification.ts';
import { datasetWith } from '../fixture.ts';

type Entry = Partial<Certification>;

function said(check: DatasetCheck, ...certification: Entry[]): string[] {
  return [...check.check(datasetWith({ certification }))].map(({ where, message }) => `${where} ${message}`);
}

const step = { step: 'Test it', detail: 'Have the radio tested in a laboratory.' };
const whole = { ...step, evidence: 'Report', phase: 'verification' as const };
const relation = (type: 'part_of' | 'adopts' | 'gives_presumption_with', id: string) => [{ type, id }];

/** Each check with requirements that break it, and what it says then. */
const broken: [string, DatasetCheck, Entry[], RegExp][] = [
  [
    'a related one that is gone',
    relatedRequirements,
    [{ related: ['gone'] }],
    /:fcc-a related gone does not/,
  ],
  ['itself', relatedRequirements, [{ related: ['fcc-a'] }], /related to itself/],
  ['a dangling relation', relatedRequirements, [{ relations: relation('part_of', 'gone') }], /gone does not/],
  ['a dangling predecessor', relatedRequirements, [{ after: ['gone'] }], /gone does not/],
  [
    'a relation told twice',
    relatedRequirements,
    [{ relations: [...relation('part_of', 'b'), ...relation('part_of', 'b')] }, { id: 'b' }],
    /part_of b stands twice/,
  ],
  ['a former id in use', relatedRequirements, [{ former_ids: ['b'] }, { id: 'b' }], /b belongs to b too/],
  [
    'a former id of two',
    relatedRequirements,
    [{ former_ids: ['old'] }, { id: 'b', former_ids: ['old'] }],
    /:b former id old belongs to fcc-a/,
  ],
  [
    'a circle of three',
    circularRequirements,
    [
      { relations: relation('part_of', 'b') },
      { id: 'b', relations: relation('part_of', 'c') },
      { id: 'c', relations: relation('part_of', 'fcc-a') },
    ],
    /:fcc-a part_of leads back/,
  ],
  [
    'waiting for each other',
    circularRequirements,
    [{ after: ['b'] }, { id: 'b', after: ['fcc-a'] }],
    /after leads back/,
  ],
  [
    'waiting for what comes later',
    circularRequirements,
    [{ after: ['b'] }, { id: 'b', phase: 'files' }],
    /comes after b, whose phase/,
  ],
  [
    'an end before the beginning',
    consistentRequirements,
    [{ applies_from: '2027-01-20', applies_until: '2027-01-19' }],
    /applies_from is after/,
  ],
  [
    'presumption without standing',
    consistentRequirements,
    [{ relations: relation('gives_presumption_with', 'b') }, { id: 'b' }],
    /need each other/,
  ],
  [
    'standing without presumption',
    consistentRequirements,
    [{ standing: [{ scheme: 'EU', force: 'harmonised' }] }],
    /need each other/,
  ],
  [
    'a fee from elsewhere',
    consistentRequirements,
    [
      {
        fees: [{ name: 'Filing', amount: 1, currency: 'USD', from: '2026-01-01', source: 'https://b.org/' }],
      },
    ],
    /https:\/\/b\.org\/ is no source/,
  ],
  [
    'steps out of order',
    consistentRequirements,
    [{ checklist: [whole, { ...whole, phase: 'concept' }] }],
    /not in the order/,
  ],
  ['a standard that counts nowhere', consistentRequirements, [{ document: 'standard' }], /no standing/],
  ['a thin standard', completeStandards, [{ document: 'standard' }], /lacks 5 to 15 steps, evidence/],
];

describe('the checks of requirements', () => {
  it.each(broken)('find %s', (_case, check, entries, message) => {
    expect(said(check, ...entries).join('\n')).toMatch(message);
  });

  it('have nothing to say of a whole standard, nor of two that share what they are part of', () => {
    const standard: Entry = {
      document: 'standard',
      edition: 'UL 1:2026',
      standing: [{ scheme: 'UL', force: 'customary' }],
      checklist: [whole, whole, whole, whole, whole],
      relations: relation('part_of', 'b'),
    };
    const entries = [
      standard,
      { id: 'b' },
      { id: 'c', relations: relation('part_of', 'b'), after: ['d'] },
      { id: 'd', place: 3 },
    ];
    for (const check of [
      relatedRequirements,
      circularRequirements,
      consistentRequirements,
      completeStandards,
    ]) {
      expect(said(check, ...entries)).toEqual([]);
    }
  });
});
