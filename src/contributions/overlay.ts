import { isDeepStrictEqual } from 'node:util';
import { type Kind, type RecordOf, recordSchemas } from '../kinds/kinds.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import { classifyTopics } from '../kinds/vocabularies/topics.ts';
import { validated } from '../lib/validated.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { ProposedRecord } from './contributions.ts';
import type { Change } from './events.ts';
import { findKnown } from './proposals.ts';
import type { Layer, State } from './state.ts';

/** Longest title of a source. */
const LONGEST_FIELD = 200;
const CHANGED_BY_REVIEW = 'Changed by review on';

/** Overlays contributions on one version of the data. */
export class Overlay {
  readonly #catalogue: Catalogue;
  /** The original records of the version under the overlay; undefined for those that it lacks. */
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
    const duplicate = base === undefined ? this.#duplicateOf(layer) : undefined;
    // The data have the record under another id by now.
    if (duplicate !== undefined) return;
    let record = base ?? (layer.record as RecordOf<Kind> | undefined);
    if (record === undefined) return;
    for (const correction of layer.corrections) record = applied(record, correction);
    this.#put(key, layer.kind, record);
  }

  /** A withdrawn layer restores the version's record. */
  #restore(key: string): void {
    const base = this.#bases.get(key);
    const [kind] = key.split(' ', 1);
    if (base !== undefined && this.#shown.has(key)) this.#put(key, kind as Kind, base);
  }

  #duplicateOf({ kind, record }: Layer): object | undefined {
    if (record === undefined) return undefined;
    const found =
      kind === 'publications'
        ? (record as RecordOf<'publications'>).aliases.map((alias) =>
            this.#catalogue.find('publications', alias),
          )
        : [findKnown(this.#catalogue, { kind, record } as ProposedRecord)];
    return found.find((duplicate) => duplicate !== undefined && duplicate.id !== record.id);
  }

  #put(key: string, kind: Kind, record: RecordOf<Kind>): void {
    const before = this.#shown.get(key) ?? this.#bases.get(key);
    if (isDeepStrictEqual(before, record)) return;
    this.#catalogue.put(kind, record as never);
    this.#shown.set(key, record);
  }
}

/** The record with a correction, which is added to its sources; unchanged if the correction does not apply. */
export function applied(
  record: RecordOf<Kind>,
  { change, ticket, at }: Layer['corrections'][number],
): RecordOf<Kind> {
  const { kind, field } = change;
  // A version of the data that took it over says so, and may have been corrected again since.
  if (record.sources.some(({ title }) => namesReport(title, ticket))) return record;
  // If a newer version of the data has another value by now, that value holds.
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

type Fields = Record<string, unknown>;

/** Fields that no report can change: other records and the world refer to them. */
const fixed = new Set(['id', 'sources']);

/** A record with one field changed, or why the change cannot be made. */
type Corrected<K extends Kind> = { readonly record: RecordOf<K> } | { readonly problem: string };

/** The steps of a field's path: `specs.mass_kg`, `certifications[0].status`. */
function pathOf(field: string): string[] {
  return field.split(/[.[\]]+/).filter((step) => step !== '');
}

/** The value of a field; undefined if it has none. */
export function valueAt(record: object, field: string): unknown {
  return pathOf(field).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Fields)[step]
        : undefined,
    record,
  );
}

/** Puts a value into a field, or takes it out if there is none, and holds the result against the schema. */
export function correct<K extends Kind>(kind: K, record: RecordOf<K>, change: Change): Corrected<K> {
  const path = pathOf(change.field);
  const [top = ''] = path;
  if (fixed.has(top) || !Object.hasOwn(recordSchemas[kind].shape, top)) {
    return { problem: `${top} cannot be changed by a report` };
  }
  const copy = structuredClone(record) as Fields;
  if (!put(copy, path, change)) return { problem: `there is no place ${change.field} in this record` };
  if (kind === 'publications' && (top === 'title' || top === 'categories')) {
    copy.topics = classifyTopics(copy as unknown as Publication);
  }
  const parsed = validated(recordSchemas[kind], copy);
  if (parsed.success) return { record: parsed.data as RecordOf<K> };
  const issue = parsed.error.issues[0];
  return { problem: `${issue?.path.join('.') ?? change.field} would not be valid: ${issue?.message ?? ''}` };
}

/**
 * The value that a text stands for in a field: the text itself, JSON, a number, a list, or the word in the form
 * of an enumeration, whichever the schema takes.
 */
export function readValue<K extends Kind>(
  kind: K,
  record: RecordOf<K>,
  field: string,
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  let problem = '';
  for (const value of readings(text)) {
    const corrected = correct(kind, record, { kind, id: record.id, field, value });
    if ('record' in corrected) return { value };
    problem ||= corrected.problem;
  }
  return { problem };
}

function readings(text: string): unknown[] {
  const trimmed = text.trim();
  const number = Number(trimmed.replace(/^(?:USD|US\$|\$)\s*/i, '').replace(/(?<=\d),(?=\d{3}\b)/g, ''));
  const list = trimmed
    .split(/[;,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return [
    trimmed,
    ...parsed(trimmed),
    ...(trimmed !== '' && Number.isFinite(number) ? [number] : []),
    trimmed.toLowerCase().replace(/[\s-]+/g, '_'),
    trimmed.toUpperCase(),
    list,
  ];
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** False if the path leads nowhere. */
function put(record: Fields, path: readonly string[], { value, evidence_url }: Change): boolean {
  const at = descend(record, path.slice(0, -1));
  const last = path[path.length - 1] ?? '';
  if (at === undefined || last === '' || last === '__proto__') return false;
  if (Array.isArray(at)) {
    if (last === '-') return append(at, value);
    if (!(Number(last) < at.length)) return false;
    if (value === undefined) at.splice(Number(last), 1);
    else at[Number(last)] = value;
    return true;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
  // A price, a round or a certificate names the page that states it: from now on another one.
  if (at !== record && evidence_url !== undefined && 'source' in at && last !== 'source')
    at.source = evidence_url;
  return true;
}

/** `-` is the index after the last entry, as in RFC 6901. A value that the list already has is not added twice. */
function append(list: unknown[], value: unknown): boolean {
  if (value === undefined) return false;
  if (!list.some((entry) => isDeepStrictEqual(entry, value))) list.push(value);
  return true;
}

/** What a path leads to. Objects on the way are made, entries of lists are not. */
function descend(record: Fields, path: readonly string[]): Fields | undefined {
  let at: Fields = record;
  for (const step of path) {
    const next = Object.hasOwn(at, step) ? at[step] : undefined;
    if (step === '__proto__' || (next === undefined && Array.isArray(at))) return undefined;
    if (next !== undefined && (typeof next !== 'object' || next === null)) return undefined;
    at[step] = next ?? {};
    at = at[step] as Fields;
  }
  return at;
}
