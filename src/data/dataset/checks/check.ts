import type { Kind } from '../../../kinds/kinds.ts';
import { fileOf } from '../canonical.ts';
import type { Fault } from '../files.ts';
import type { DatasetFiles } from '../read.ts';

/** One rule that the dataset keeps. */
export interface DatasetCheck {
  readonly name: string;
  readonly check: (dataset: DatasetFiles) => Iterable<Omit<Fault, 'check'>>;
}

/** The place of a record: `robots.jsonl:unitree-g1`. */
export function placeOf(kind: Kind, id: string): string {
  return `${fileOf(kind)}:${id}`;
}

/** Every text inside a record with the path to it, such as `price.as_of` or `sources.0.url`. */
export function* texts(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* texts(part, path === '' ? key : `${path}.${key}`);
}
