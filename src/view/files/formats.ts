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

/** A table of Markdown; every cell is text, whatever it holds. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text as Markdown shows it unchanged, on one line. */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|~#]/g, '\\$&');
}

/** A link of Markdown; the title is text, and the address holds nothing that could end it. */
export function markdownLink(title: string, url: string): string {
  return `[${markdownText(title)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

/** A name for a file that every system takes: `price-against-payload.csv`. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join('-').slice(0, 60).replace(/-$/, '') || 'robotics'}.${ending}`;
}
