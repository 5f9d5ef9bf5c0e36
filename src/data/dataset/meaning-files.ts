import { join } from 'node:path';
import { diskFiles, readTextNow } from '../../lib/file-system.ts';
import { type MeaningData, noMeaning } from '../../search/meaning/stored.ts';
import { ROW_BYTES } from '../../search/meaning/table.ts';
import { VECTOR_BYTES } from '../../search/meaning/vectors.ts';
import type { Fault } from './files.ts';

/** The folder that `scripts/meaning` writes: a line a word or paper in a text file, its numbers in the file beside it. */
const MEANING_DIR = 'meaning';
const WORDS = 'words';
const PAPERS = 'papers';

/** The table of a dataset folder, none where there is no such folder, and what is wrong with it. */
export function readMeaningFiles(
  dir: string,
  files = diskFiles,
): { meaning: MeaningData; faults: readonly Fault[] } {
  if (files.stat(join(dir, MEANING_DIR)) === undefined) return { meaning: noMeaning, faults: [] };
  const faults: Fault[] = [];
  const read = (name: string, bytes: number): ReadonlyMap<string, Uint8Array> => {
    const path = join(MEANING_DIR, name);
    const lines = readTextNow(files, join(dir, `${path}.txt`))
      .split('\n')
      .slice(0, -1);
    const all = files.read(join(dir, `${path}.bin`), 0);
    const isSorted = lines.every((line, i) => i === 0 || (lines[i - 1] as string) < line);
    const isWhole = all.length === lines.length * bytes;
    if (isSorted && isWhole)
      return new Map(lines.map((line, i) => [line, all.subarray(i * bytes, (i + 1) * bytes)]));
    const message = isWhole
      ? 'its lines do not stand in the order of their code units, each once'
      : `${path}.bin has ${all.length} bytes for ${lines.length} lines of ${bytes}`;
    faults.push({
      check: 'meaning',
      where: `${path}.txt`,
      message: `${message}; write it again by scripts/meaning`,
    });
    return new Map();
  };
  const meaning = { words: read(WORDS, ROW_BYTES), papers: read(PAPERS, VECTOR_BYTES) };
  return { meaning, faults };
}
