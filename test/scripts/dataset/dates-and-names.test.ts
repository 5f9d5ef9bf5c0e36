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
    ],
    manufacturers: [
      maker('kana', ['オムロン']),
      maker('han', ['Old name', '川崎重工']),
      maker('latin', ['Old']),
    ],
  });
  expect(renderShares(datesAndNames(records))).toEqual([
    'robots that a dated page shows: 2 of 4 (50 %)',
    'last rounds with a date: 0 of 0',
    'startups whose stage says as of when: 0 of 0',
    'makers of CN with a name in its script: 0 of 0',
    'makers of JP with a name in its script: 2 of 3 (67 %)',
    'makers of KR with a name in its script: 0 of 0',
  ]);
});
