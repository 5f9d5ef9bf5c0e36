/** Text renderings for a model to read: no padding, no repeated keys, text from outside kept to one line. */

/** Characters that could end a line, hide text or turn its direction. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Most text has none, which is told far faster than by the properties of its characters. */
const isPlain = /^[\x20-\x7e]*$/;

/** Text from outside as one line of data. */
export function oneLine(text: string): string {
  return (isPlain.test(text) ? text : text.replace(unsafe, ' ')).trim();
}

/** A value in one cell: lists by comma, objects as `key value` pairs. */
export function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return oneLine(value).replaceAll('|', '/');
  if (Array.isArray(value)) return value.map(cell).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => `${key} ${cell(inner)}`)
      .join('; ');
  }
  return String(value);
}

/** Records as a table: the field names once, then a line a record. */
export function table(records: readonly object[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) =>
    names
      .map((name) => cell((record as Readonly<Record<string, unknown>>)[name]))
      .join(' | ')
      .replace(/( \| )+$/, ''),
  );
  return [names.join(' | '), ...rows].join('\n');
}

/** One record with every field on a line of its own; lists of objects get a line an entry. */
export function block(record: object): string {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (Array.isArray(value) && value.length === 0) return `${name}: none recorded`;
      const isList = Array.isArray(value) && value.some((entry) => typeof entry === 'object');
      return isList
        ? [`${name}:`, ...value.map((entry) => `- ${cell(entry)}`)].join('\n')
        : `${name}: ${cell(value)}`;
    })
    .join('\n');
}

/** Counts as `humanoid 78, cobot 86`. */
export function counts(facet: Readonly<Record<string, number>>): string {
  return Object.entries(facet)
    .map(([value, count]) => `${oneLine(value)} ${count}`)
    .join(', ');
}
