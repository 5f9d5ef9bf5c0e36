/** Values of one record, by the name of their column. */
export type FlatRow = Readonly<Record<string, string | number | boolean>>;

/**
 * A record as one row: members of members by their path (`price_usd`), lists of words joined by `; `, lists of anything else
 * as JSON.
 */
export function flatten(record: Readonly<Record<string, unknown>>, path = ''): FlatRow {
  const flat: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(record)) {
    const key = path + name;
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) flat[key] = listText(value);
    else if (typeof value === 'object')
      Object.assign(flat, flatten(value as Readonly<Record<string, unknown>>, `${key}_`));
    else flat[key] = value as string | number | boolean;
  }
  return flat;
}

function listText(values: readonly unknown[]): string {
  return values.every((value) => typeof value !== 'object') ? values.join('; ') : JSON.stringify(values);
}

/** The columns of rows, each where it is first met. */
export function columnsOf(rows: Iterable<FlatRow>): string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  return [...columns];
}

/** Rows as CSV (RFC 4180) in UTF-8, with a line of names. */
export function csvText(columns: readonly string[], rows: Iterable<FlatRow>): string {
  const lines = [columns.map(csvCell).join(',')];
  for (const row of rows) lines.push(columns.map((name) => csvCell(row[name])).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** What a table calculator would take for a formula: texts of other people's pages are texts. */
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: string | number | boolean | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
