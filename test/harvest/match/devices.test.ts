import { expect, it } from 'vitest';
import { DatasetDraft } from '../../../src/harvest/dataset-draft.ts';
import { DeviceIndex } from '../../../src/harvest/match/devices.ts';
import { medical } from '../../../src/harvest/openfda/client.ts';
import { qualityOf, readJudged } from './judged.ts';

interface Judged {
  readonly applicant: string;
  readonly device: string;
  /** Id of the robot of ours that it is; null if it is none, or only belongs to one. */
  readonly robot: string | null;
}

const judged = readJudged<Judged>('devices');
const index = new DeviceIndex(DatasetDraft.open('dataset').known, ({ category }) => medical.has(category));

it('matches devices to robots, right nearly always, on 100 judged devices and more', () => {
  const results = judged.map(({ applicant, device, robot }) => {
    const match = index.match({ applicant, device });
    const isAsked = match !== undefined && match.confidence >= 0.5;
    return {
      applicant,
      device,
      match,
      said: isAsked ? [match.robot.id] : [],
      wanted: robot === null ? [] : [robot],
    };
  });
  const quality = qualityOf(results);
  console.log('devices:', quality);
  for (const { applicant, device, match, said, wanted } of results) {
    if (said[0] !== wanted[0])
      console.log(`  ${device} (${applicant}) | ${said} ${match?.confidence} | ${wanted}`);
  }
  expect(judged.length).toBeGreaterThanOrEqual(100);
  expect(quality.precision).toBeGreaterThanOrEqual(0.9);
  expect(quality.recall).toBeGreaterThanOrEqual(0.85);
  const sure = results.filter(({ match }) => (match?.confidence ?? 0) >= 0.9);
  expect(qualityOf(sure).precision).toBeGreaterThanOrEqual(0.97);
});
