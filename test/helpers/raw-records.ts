import { fileURLToPath } from 'node:url';
import { byCodePoint } from '../../src/data/dataset/canonical.ts';
import { readKindLines } from '../../src/data/dataset/files.ts';
import type { Kind } from '../../src/kinds/kinds.ts';

export const datasetDir = fileURLToPath(new URL('../../dataset', import.meta.url));

const read = new Map<Kind, readonly { readonly id: string }[]>();

/** Every line of a kind's file, parsed but not validated, once a process; publications have no topics. */
export function rawRecords(kind: Kind): readonly { readonly id: string }[] {
  const known = read.get(kind);
  if (known !== undefined) return known;
  const records = readKindLines(datasetDir, kind).map((line) => JSON.parse(line) as { id: string });
  records.sort((a, b) => byCodePoint(a.id, b.id));
  read.set(kind, records);
  return records;
}
