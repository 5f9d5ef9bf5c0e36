import { z } from 'zod';
import { type Kind, kinds, type RecordsByKind, recordSchemas } from '../../kinds/kinds.ts';
import { DataError, readVersioned } from '../../lib/data-error.ts';
import { byCodePoint, canonicalJson, contentHash } from '../dataset/canonical.ts';
import { compareVersions, sha256Hex, versionName } from '../snapshot/manifest.ts';

/** A delta that cannot be used, or not on these records. The message says why. */
type DeltaError = DataError<'damaged' | 'newer_format' | 'wrong_base' | 'wrong_result'>;

/** Raised when older programs can no longer apply a delta. */
const DELTA_FORMAT = 1;

/** What happens to the records of one kind; added and changed ones are put. Both lists are sorted by id. */
interface KindChanges {
  readonly put: readonly { readonly id: string }[];
  readonly remove: readonly string[];
}

/** What leads from one version to the next. Kinds without a change are left out. */
export interface Delta {
  readonly format: number;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  /** SHA-256 over all records before and after. */
  readonly content_before: string;
  readonly content_after: string;
  readonly changes: { readonly [K in Kind]?: KindChanges };
}

interface Step {
  readonly from: string;
  readonly to: string;
  /** Day of the version that it leads to. */
  readonly date: string;
}

const changesOf = (kind: Kind) =>
  z.object({ put: z.array(recordSchemas[kind]), remove: z.array(z.string()) });

const deltaSchema = z.object({
  format: z.literal(DELTA_FORMAT),
  from: versionName,
  to: versionName,
  date: z.iso.date(),
  content_before: sha256Hex,
  content_after: sha256Hex,
  // A kind that is not known here cannot be kept, so it is refused.
  changes: z.strictObject(
    Object.fromEntries(kinds.map((kind) => [kind, changesOf(kind).optional()])) as Record<
      Kind,
      z.ZodOptional<ReturnType<typeof changesOf>>
    >,
  ),
});

/** The records of each kind, whatever schema they have. */
type Loose = Readonly<Record<Kind, readonly { readonly id: string }[]>>;

/** The records of each kind by id. */
export function recordsById(records: RecordsByKind): Record<Kind, Map<string, { readonly id: string }>> {
  const maps = kinds.map((kind) => [kind, new Map((records as Loose)[kind].map((one) => [one.id, one]))]);
  return Object.fromEntries(maps);
}

/** The delta that makes `after` of `before`. Records are compared by content, whatever order their fields have. */
export function diff(before: RecordsByKind, after: RecordsByKind, { from, to, date }: Step): Delta {
  const changes = kinds.flatMap((kind) => {
    const change = changesBetween((before as Loose)[kind], (after as Loose)[kind]);
    return change.put.length + change.remove.length === 0 ? [] : [[kind, change] as const];
  });
  return {
    format: DELTA_FORMAT,
    from,
    to,
    date,
    content_before: contentHash(before),
    content_after: contentHash(after),
    changes: Object.fromEntries(changes),
  };
}

/** The text of a delta's file: the same delta gives the same bytes. */
export function writeDelta(delta: Delta): string {
  return canonicalJson(delta);
}

/** Reads a delta's file. Throws a DeltaError for one that is damaged or of a newer format. */
export function readDelta(text: string): Delta {
  const delta = readVersioned({ schema: deltaSchema, format: DELTA_FORMAT }, text, (fault) => {
    const { problem, format, detail, cause } = fault;
    if (problem === 'not_json') return deltaError('damaged', 'The delta is not JSON.', cause);
    return problem === 'newer_format'
      ? deltaError('newer_format', `The delta has the newer format ${format}. Update robotics-mcp.`)
      : deltaError('damaged', `The delta cannot be read: ${detail}.`, cause);
  });
  if (compareVersions(delta.from, delta.to) >= 0) {
    throw deltaError('damaged', `The delta from ${delta.from} leads back to ${delta.to}.`);
  }
  return delta as Delta;
}

/**
 * The records after a chain of deltas: the first must fit the records, each next one the one before, and the records
 * at the end the last one. Throws a DeltaError if anything does not fit; changes nothing given.
 */
export function applyDeltas(records: RecordsByKind, deltas: readonly Delta[]): RecordsByKind {
  let expected = deltas.length === 0 ? '' : contentHash(records);
  let from: string | undefined;
  const byId = recordsById(records);
  for (const delta of deltas) {
    if (delta.content_before !== expected || (from !== undefined && delta.from !== from)) {
      throw deltaError(
        'wrong_base',
        `The delta from ${delta.from} to ${delta.to} does not fit the records that it was to be applied to.`,
      );
    }
    for (const kind of kinds) applyChanges(kind, byId[kind], delta);
    expected = delta.content_after;
    from = delta.to;
  }
  const after = Object.fromEntries(
    kinds.map((kind) => [kind, [...byId[kind].values()].sort((a, b) => byCodePoint(a.id, b.id))]),
  ) as unknown as RecordsByKind;
  const last = deltas[deltas.length - 1];
  if (last !== undefined && contentHash(after) !== last.content_after) {
    throw deltaError(
      'wrong_result',
      `After the delta from ${last.from} to ${last.to} the records are not what it states.`,
    );
  }
  return after;
}

function applyChanges(kind: Kind, records: Map<string, { readonly id: string }>, delta: Delta): void {
  const { put, remove } = delta.changes[kind] ?? { put: [], remove: [] };
  for (const id of remove) {
    if (records.delete(id)) continue;
    throw deltaError('wrong_base', `The delta to ${delta.to} removes ${id} from ${kind}, which lacks it.`);
  }
  for (const record of put) records.set(record.id, record);
}

function changesBetween(
  before: readonly { readonly id: string }[],
  after: readonly { readonly id: string }[],
): KindChanges {
  const old = new Map(before.map((record) => [record.id, record]));
  const kept = new Set(after.map(({ id }) => id));
  const put = after.filter((record) => {
    const older = old.get(record.id);
    return older === undefined || (older !== record && canonicalJson(older) !== canonicalJson(record));
  });
  return {
    put: put.toSorted((a, b) => byCodePoint(a.id, b.id)),
    remove: [...old.keys()].filter((id) => !kept.has(id)).sort(byCodePoint),
  };
}

function deltaError(code: DeltaError['code'], message: string, cause?: unknown): DeltaError {
  return new DataError(code, message, cause);
}
