import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What may lie in a folder after any number of days, drafts and locks left out. */
const most: Readonly<Record<string, number>> = {
  // Two snapshots with their manifests, what is in use, what was seen.
  'first/data': 6,
  'second/data': 6,
  // Journals of processes that have ended are put together once they have been quiet for a while.
  'first/contributions': 60,
  'first/harvest': 8,
  'releases/snapshots': 3,
  'releases/deltas': 60,
};

/** How many files there are, and what is wrong with that. */
export function filesFaults(folder: string): {
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
} {
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  for (const [path, bound] of Object.entries(most)) {
    const names = namesIn(join(folder, path));
    const kept = names.filter((name) => !name.endsWith('.lock'));
    counts[path] = kept.length;
    if (kept.length > bound) faults.push(`${path} has ${kept.length} files`);
    const drafts = names.filter((name) => name.endsWith('.tmp'));
    if (drafts.length > 0) faults.push(`${path} has drafts: ${drafts.join(', ')}`);
  }
  return { counts, faults };
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Which secrets a log holds, by their names. */
export function secretsIn(
  log: string,
  secrets: readonly (readonly [name: string, text: string])[],
): string[] {
  const found = secrets.filter(([, text]) => text !== '' && log.includes(text));
  return found.map(([name]) => `the log holds ${name}`);
}

/** Megabytes that this process keeps once what is unused is collected: heap, and what lies outside it. */
export function memoryMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1_000_000);
}
