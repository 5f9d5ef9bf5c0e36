/** A CSV file as RFC 4180 has it, first line the names of the columns. */
export function csv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

/** A spreadsheet would take text that begins so for a formula: an apostrophe makes it text again. */
const FORMULA = /^[=+\-@\t\r]/;

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
