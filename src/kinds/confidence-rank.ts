import { confidenceLevels } from './common.ts';

/** 0 for the best confirmed records. */
export function confidenceRank(confidence: (typeof confidenceLevels)[number]): number {
  return confidenceLevels.indexOf(confidence);
}
