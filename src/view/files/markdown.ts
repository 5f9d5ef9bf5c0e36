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
