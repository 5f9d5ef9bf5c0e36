import { isDeepStrictEqual } from 'node:util';
import { type Kind, kinds, type RecordsByKind } from '../../kinds/kinds.ts';
import type { FieldChange, KindHistory, VersionHistory } from '../../search/change-table.ts';
import { byCodePoint } from '../dataset/canonical.ts';
import { type Delta, recordsById } from './delta.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Longer values are not repeated: that they changed is told. */
const LONGEST_VALUE = 300;

/** What each delta of a chain changes, from the records that the first applies to. */
export function historyOf(before: RecordsByKind, deltas: readonly Delta[]): VersionHistory[] {
  const byId = recordsById(before);
  return deltas.map(({ to, date, changes }) => {
    const own = kinds.flatMap((kind) => {
      const change = changes[kind];
      if (change === undefined) return [];
      const told = kindHistory(byId[kind], change);
      for (const id of change.remove) byId[kind].delete(id);
      for (const record of change.put) byId[kind].set(record.id, record);
      return [[kind, told] as const];
    });
    return { version: to, date, kinds: Object.fromEntries(own) };
  });
}

function kindHistory(
  known: ReadonlyMap<string, { readonly id: string }>,
  { put, remove }: NonNullable<Delta['changes'][Kind]>,
): KindHistory {
  return {
    added: put.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    changed: put.flatMap((record) => {
      const older = known.get(record.id);
      return older === undefined
        ? []
        : [{ id: record.id, fields: fieldChanges(older as unknown as Fields, record as unknown as Fields) }];
    }),
    removed: remove,
  };
}

/** Fields that differ, those of objects each by itself. */
function fieldChanges(before: Fields, after: Fields, prefix = ''): Record<string, FieldChange> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(byCodePoint);
  const changed = names.flatMap((name): [string, FieldChange][] => {
    const [from, to] = [before[name], after[name]];
    if (isDeepStrictEqual(from, to)) return [];
    if (prefix === '' && isFields(from) && isFields(to))
      return Object.entries(fieldChanges(from, to, `${name}.`));
    return [[`${prefix}${name}`, { ...told('from', from), ...told('to', to) }]];
  });
  return Object.fromEntries(changed);
}

function told(name: 'from' | 'to', value: unknown): FieldChange {
  return value === undefined || JSON.stringify(value).length > LONGEST_VALUE ? {} : { [name]: value };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
