import { isDeepStrictEqual } from 'node:util';
import type { Kind, RecordOf } from '../kinds/kinds.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { ProposedRecord } from './contributions.ts';
import { correct, valueAt } from './correction.ts';
import { findKnown } from './proposals.ts';
import type { Layer, State } from './state.ts';

/** Longest title of a source. */
const LONGEST_FIELD = 200;
const CHANGED_BY_REVIEW = 'Changed by review on';

/** Lays what was contributed over one version of the data. */
export class Overlay {
  readonly #catalogue: Catalogue;
  /** Records as the version has them, of those that something is laid over; undefined for those it lacks. */
  readonly #bases = new Map<string, RecordOf<Kind> | undefined>();
  readonly #shown = new Map<string, RecordOf<Kind>>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** Shows the layers with these keys as they are now. */
  update(state: State, keys: Iterable<string>): void {
    for (const key of keys) {
      const layer = state.layers.get(key);
      if (layer !== undefined) this.#show(key, layer);
      else this.#restore(key);
    }
  }

  #show(key: string, layer: Layer): void {
    if (!this.#bases.has(key)) this.#bases.set(key, this.#catalogue.find(layer.kind, layer.id));
    const base = this.#bases.get(key);
    const twin = base === undefined ? this.#twinOf(layer) : undefined;
    // The data have the record under another id by now.
    if (twin !== undefined) return;
    let record = base ?? (layer.record as RecordOf<Kind> | undefined);
    if (record === undefined) return;
    for (const correction of layer.corrections) record = applied(record, correction);
    this.#put(key, layer.kind, record);
  }

  /** A layer that was taken back leaves what the version has. */
  #restore(key: string): void {
    const base = this.#bases.get(key);
    const [kind] = key.split(' ', 1);
    if (base !== undefined && this.#shown.has(key)) this.#put(key, kind as Kind, base);
  }

  #twinOf({ kind, record }: Layer): object | undefined {
    if (record === undefined) return undefined;
    const found =
      'aliases' in record
        ? record.aliases.map((alias) => this.#catalogue.find('publications', alias))
        : [findKnown(this.#catalogue, { kind, record } as ProposedRecord)];
    return found.find((twin) => twin !== undefined && twin.id !== record.id);
  }

  #put(key: string, kind: Kind, record: RecordOf<Kind>): void {
    const before = this.#shown.get(key) ?? this.#bases.get(key);
    if (isDeepStrictEqual(before, record)) return;
    this.#catalogue.put(kind, record as never);
    this.#shown.set(key, record);
  }
}

/** The record with a correction, which is named among its sources; as it was if the correction has no place in it. */
export function applied(
  record: RecordOf<Kind>,
  { change, ticket, at }: Layer['corrections'][number],
): RecordOf<Kind> {
  const { kind, field } = change;
  // A version of the data that took it over says so, and may have been corrected again since.
  if (record.sources.some(({ title }) => namesReport(title, ticket))) return record;
  // A newer version of the data may say something else by now: then it knows better.
  if (!isDeepStrictEqual(valueAt(record, field), change.was)) return record;
  const corrected = correct(kind, record, change);
  if ('problem' in corrected) return record;
  const day = new Date(at).toISOString().slice(0, 10);
  const [first] = record.sources;
  const url = change.evidence_url ?? first?.url;
  if (url === undefined) return corrected.record;
  const title = `${CHANGED_BY_REVIEW} ${day}: ${field.slice(0, LONGEST_FIELD)}, report ${ticket}${change.evidence_url === undefined ? ', which names no page' : ''}`;
  return { ...corrected.record, sources: [...corrected.record.sources, { url, title }] };
}

function namesReport(title: string, ticket: string): boolean {
  return title.startsWith(CHANGED_BY_REVIEW) && title.includes(`, report ${ticket}`);
}
