/** What could end a line, hide text or turn its direction. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A CSV file as RFC 4180 has it, first line the names of the columns. */
export function csv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

/** Blanks and marks of quotation, behind which a formula is still one. */
const BEFORE_FORMULA = /^[\s\p{Z}\p{Quotation_Mark}´`]+/u;
const SIGNS: ReadonlySet<string> = new Set(['=', '+', '-', '\u2212', '@']);

/**
 * A spreadsheet would take text that begins with one of these signs for a formula, also behind blanks and quotes, and in
 * the wide, small, raised and lowered forms of Unicode: an apostrophe makes it text again.
 */
function looksLikeFormula(text: string): boolean {
  const [first = ''] = text.replace(BEFORE_FORMULA, '');
  return SIGNS.has([...first.normalize('NFKC')][0] ?? '');
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // A cell may have lines: somebody's note has.
  const lines = value
    .replace(/\p{Cf}/gu, '')
    .replace(/\r\n/g, '\n')
    .split('\n');
  // What is written is looked at: a sign that is taken out could hide one that stays.
  const plain = lines.map(inert).join('\n');
  const text = looksLikeFormula(plain) ? `'${plain}` : plain;
  return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function inert(line: string): string {
  return line.replace(UNSAFE, ' ');
}

/** A table of Markdown; every cell is text, whatever it holds. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text as Markdown shows it unchanged, on one line, also where it begins one. */
export function markdownText(text: string): string {
  return (
    text
      .replace(UNSAFE, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_[\]<>|~#]|&(?=#?\w+;)/g, '\\$&')
      // At the beginning of a line a list, a rule or an underline.
      .replace(/^(?:[-+](?=\s|-*$)|=)/, '\\$&')
      .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
  );
}

/** A link of Markdown; the title is text, and the address holds nothing that could end it or lead elsewhere than to a page. */
export function markdownLink(title: string, url: string): string {
  if (!/^https?:\/\//i.test(url)) return markdownText(title);
  return `[${markdownText(title)}](<${url.replace(UNSAFE, '').replace(/[<>\s\\]/g, encodeURIComponent)}>)`;
}

/** A name for a file that every system takes: `price-against-payload.csv`. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join('-').slice(0, 60).replace(/-$/, '') || 'robotics'}.${ending}`;
}
