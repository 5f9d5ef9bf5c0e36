import { readdirSync, readFileSync } from 'node:fs';
import type { CorpusEntry } from './corpus.ts';
import type { RawRecord } from './own-text.ts';

const dataset = new URL('../../dataset/', import.meta.url);

/** The records of a kind that have these ids: only their lines are read as JSON. */
export function recordsWith(kind: CorpusEntry['kind'], ids: ReadonlySet<string>): Map<string, RawRecord> {
  const found = new Map<string, RawRecord>();
  for (const file of filesOf(kind)) {
    if (found.size === ids.size) break;
    for (const line of linesOf(file)) {
      const id = /^\{"id":"([^"]+)"/.exec(line)?.[1];
      if (id !== undefined && ids.has(id)) found.set(id, JSON.parse(line) as RawRecord);
    }
  }
  return found;
}

/** The ids of a kind that stands in one file. */
export function idsOf(kind: Exclude<CorpusEntry['kind'], 'publications'>): Set<string> {
  const records = filesOf(kind).flatMap(linesOf);
  return new Set(records.map((line) => (JSON.parse(line) as { id: string }).id));
}

function filesOf(kind: CorpusEntry['kind']): URL[] {
  if (kind !== 'publications') return [new URL(`${kind}.jsonl`, dataset)];
  const folder = new URL('publications/', dataset);
  return readdirSync(folder)
    .sort()
    .reverse()
    .map((name) => new URL(name, folder));
}

function linesOf(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
