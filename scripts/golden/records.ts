import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readKindLines } from '../../src/data/dataset/files.ts';
import { type Kind, kinds } from '../../src/kinds/kinds.ts';
import type { Random } from '../harness/random.ts';

/** A record as its line says it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };
export type Rows = { readonly [K in Kind]: readonly Row[] };

/** The lines of a dataset folder, as they stand: whoever draws calls from them needs no schema of today. */
export function readRows(dataset: string): Rows {
  const rows = kinds.map((kind) => {
    const isThere = [kind, `${kind}.jsonl`].some((name) => existsSync(join(dataset, name)));
    const lines = isThere ? readKindLines(dataset, kind) : [];
    return [kind, lines.map((line) => JSON.parse(line) as Row)];
  });
  return Object.fromEntries(rows) as Rows;
}

/** A text at a path such as `manufacturer.name` of some record; of a list, one of its texts. */
export function textOf(random: Random, rows: readonly Row[], path: string): string {
  for (let tries = 0; tries < 20; tries++) {
    let value: unknown = random.pick(rows);
    for (const step of path.split('.')) {
      if (Array.isArray(value)) value = value.length > 0 ? random.pick(value) : undefined;
      value = (value as Record<string, unknown> | undefined)?.[step];
    }
    if (Array.isArray(value)) value = value.length > 0 ? random.pick(value) : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return 'robot';
}

/** A number above zero at a path such as `specs.mass_kg` of some record that has one; 10 if none has. */
export function numberOf(random: Random, rows: readonly Row[], path: string): number {
  const numbers = rows.flatMap((row) => {
    const value = path.split('.').reduce<unknown>((part, step) => (part as Row | undefined)?.[step], row);
    return typeof value === 'number' && value > 0 ? [value] : [];
  });
  return numbers.length > 0 ? random.pick(numbers) : 10;
}
