import { editDistance } from '../text/distance.ts';

/** The name that was meant perhaps: the nearest one, if it is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const key = fold(name);
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(key, fold(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    // Of a short word, two slips leave nothing to know it by.
    .filter(({ distance }) => distance * 2 < key.length)
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}
