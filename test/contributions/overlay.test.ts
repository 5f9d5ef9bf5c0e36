import { expect, it } from 'vitest';
import { correct, readValue } from '../../src/contributions/overlay.ts';
import { datasetWith } from '../data/dataset/fixture.ts';

const certification = {
  scheme: 'FDA',
  status: 'cleared',
  identifier: 'K262345',
  source: 'https://example.org/k',
};
const [robot] = datasetWith().records.robots;
if (robot === undefined) throw new Error('the fixture has a robot');
const change = { kind: 'robots' as const, id: robot.id, field: 'certifications[-]' };

it('a dash stands behind the last entry of a list', () => {
  const corrected = correct('robots', robot, { ...change, value: certification });
  expect(corrected).toMatchObject({ record: { certifications: [certification] } });
  expect(robot.certifications).toEqual([]);
});

it('what stands in the list is not put there twice', () => {
  const having = { ...robot, certifications: [certification] } as typeof robot;
  expect(correct('robots', having, { ...change, value: { ...certification } })).toEqual({ record: having });
});

it.each([
  ['nothing', undefined, 'there is no place certifications[-]'],
  ['another thing than the list holds', { scheme: 'NASA' }, 'would not be valid'],
])('%s is not put into it', (_, value, problem) => {
  expect(correct('robots', robot, { ...change, value })).toMatchObject({
    problem: expect.stringContaining(problem),
  });
});

it('is read from the JSON that a report suggests', () => {
  expect(readValue('robots', robot, change.field, JSON.stringify(certification))).toEqual({
    value: certification,
  });
});
