import type { SourceOf } from '../data/dataset/canonical.ts';
import type { Finding } from './adapter.ts';
import type { DeviceMatch } from './match/devices.ts';

type Certification = SourceOf<'robots'>['certifications'][number];

/** Below this, a match says too little to ask somebody about it. */
const leastConfidence = 0.5;

/**
 * What is made of a regulator's decision that may be about a robot of ours: a question to the review, never a change.
 * The words are the same each time, so that it is asked once.
 */
export function certificationFinding(
  match: DeviceMatch | undefined,
  certification: Certification,
  told: string,
): Finding {
  if (match === undefined || match.confidence < leastConfidence)
    return { type: 'passed', why: 'no robot of ours' };
  const { robot, confidence } = match;
  const key = certification.identifier?.toLowerCase();
  const isKnown = robot.certifications.some(({ identifier }) => identifier?.toLowerCase() === key);
  if (isKnown) return { type: 'passed', why: 'known' };
  return {
    type: 'report',
    kind: 'robots',
    id: robot.id,
    field: 'certifications[-]',
    problem: `${told} It may be this robot (confidence ${confidence.toFixed(2)}).`,
    suggested: JSON.stringify(certification),
    evidence: certification.source,
    confidence,
  };
}
