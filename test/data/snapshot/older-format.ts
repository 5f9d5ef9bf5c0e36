import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Manifest } from '../../../src/data/snapshot/manifest.ts';
import type { RecordsByKind } from '../../../src/kinds/kinds.ts';
import { Catalogue } from '../../../src/search/catalogue.ts';
import { sqlite } from '../../helpers/catalogue.ts';

export interface OlderSnapshot {
  readonly manifest: Manifest;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const folder = new URL('../fixtures/format-1/', import.meta.url);

/** A snapshot of some fifty records as the first program wrote it, which had format 1. */
export function olderSnapshot(): OlderSnapshot {
  const bytes = new Uint8Array(brotliDecompressSync(readFileSync(new URL('snapshot.sqlite.br', folder))));
  return { bytes, manifest: JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Manifest };
}

export async function recordsIn({ bytes }: OlderSnapshot): Promise<RecordsByKind> {
  const engine = await sqlite();
  const catalogue = new Catalogue(new engine.Database(bytes));
  try {
    return catalogue.records();
  } finally {
    catalogue.close();
  }
}
