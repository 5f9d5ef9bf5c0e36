import { fileURLToPath } from 'node:url';
import { byCodePoint } from '../../src/data/dataset/canonical.ts';
import { readKindLines } from '../../src/data/dataset/files.ts';
import type { Kind } from '../../src/kinds/kinds.ts';

export const datasetDir = fileURLToPath(new URL('../../dataset', import.meta.url));

/** Every line of a kind's file, parsed but not validated; publications have no topics. */
export function rawRecords(kind: Kind): { readonly id: string }[] {
  const records = readKindLines(datasetDir, kind).map((line) => JSON.parse(line) as { id: string });
  return records.sort((a, b) => byCodePoint(a.id, b.id));
}
