import { stems } from './plural.ts';

/** True if the value has every word that was asked for, in any order: `humanoids` in `wheeled-humanoid`. */
export function hasWords(value: string, asked: string): boolean {
  const wanted = stems(asked);
  const present = new Set(stems(value));
  return wanted.length > 0 && wanted.every((word) => present.has(word));
}
