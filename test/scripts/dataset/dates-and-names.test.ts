import { expect, it } from 'vitest';
import { datesAndNames, renderShares } from '../../../scripts/dataset/dates-and-names.ts';
import { recordSchemas } from '../../../src/kinds/kinds.ts';
import { onlyRecords, robotWith } from '../../helpers/catalogue.ts';

const page = { url: 'https://example.org/page', title: 'A page' };

it('counts what says as of when, and makers with a name in their own script', () => {
  const maker = (id: string, aliases?: string[]) =>
    recordSchemas.manufacturers.parse({
      id,
      name: id,
      ...(aliases && { aliases }),
      country: 'JP',
      kind: 'robot_maker',
      capabilities: ['arms'],
      description: 'A maker that stands in this test and of which little else is known.',
      confidence: 'reported',
      sources: [page],
    });
  const records = onlyRecords({
    robots: [
      robotWith({ id: 'a' }),
      robotWith({ id: 'b', status_as_of: '2026-08' }),
      robotWith({ id: 'c', sources: [{ ...page, date: '2026' }] }),
      robotWith({ id: 'd', sources: [{ ...page, read: '2026-11-22' }] }),
      robotWith({
        id: 'e',
        specs: { payload_kg: 5, dof: 6, mass_kg: 20 },
        sources: [
          { ...page, key: 'list', kind: 'dataset' },
          { ...page, key: 'manual' },
        ],
        evidence: {
          'specs.payload_kg': { source: 'list', as_stated: '5 kg', seen: '2026' },
          'specs.dof': { source: 'manual', as_stated: '6 axes', seen: '2026' },
        },
      }),
    ],
    manufacturers: [
      maker('kana', ['オムロン']),
      maker('han', ['Old name', '川崎重工']),
      maker('latin', ['Old']),
    ],
  });
  expect(renderShares(datesAndNames(records))).toEqual([
    'figures of robots that somebody read again on a page named: 2 of 3 (67 %)',
    'of these on a list: 1 of 2 (50 %)',
    'robots that a dated page shows: 2 of 5 (40 %)',
    'last rounds with a date: 0 of 0',
    'startups whose stage says as of when: 0 of 0',
    'makers of CN with a name in its script: 0 of 0',
    'makers of JP with a name in its script: 2 of 3 (67 %)',
    'makers of KR with a name in its script: 0 of 0',
  ]);
});
