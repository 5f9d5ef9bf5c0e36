import { columnsOf, type FlatRow, flatten } from '../../lib/csv.ts';

/** What every value of a column is. */
export type ValueType = 'string' | 'number' | 'integer' | 'boolean';

/** The records of a kind as rows. */
export interface ExportTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: ValueType }[];
  readonly rows: readonly FlatRow[];
}

/** Lays records out as one table; a column has the narrowest type that all of its values have. */
export function tableOf(name: string, records: readonly object[]): ExportTable {
  const rows = records.map((record) => flatten(record as Readonly<Record<string, unknown>>));
  const columns = columnsOf(rows).map((column) => ({ name: column, type: typeOf(column, rows) }));
  return { name, columns, rows };
}

function typeOf(column: string, rows: readonly FlatRow[]): ValueType {
  const found = new Set<ValueType>();
  for (const { [column]: value } of rows) {
    if (value === undefined) continue;
    if (typeof value !== 'number') found.add(typeof value as 'string' | 'boolean');
    else found.add(Number.isSafeInteger(value) ? 'integer' : 'number');
  }
  const [only = 'string', ...more] = found;
  if (more.length === 0) return only;
  return found.has('string') || found.has('boolean') ? 'string' : 'number';
}
