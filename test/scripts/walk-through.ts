import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A code block of a page, and the file that the text before it names last. */
interface Block {
  readonly language: string;
  readonly file: string;
  readonly text: string;
}

/** The part of a page under a heading of the second level. Throws if there is none. */
export function sectionOf(page: string, heading: string): string {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no section "${heading}"`);
  return section;
}

/** The code blocks of a section, in their order, without the indentation that a list gives them. */
export function blocksOf(section: string): Block[] {
  let file = '';
  return [
    ...section.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$|`((?:src|dataset)\/[\w./-]+\.\w+)`/gm),
  ].flatMap(([, indent = '', language, text = '', named]) => {
    file = named ?? file;
    if (language === undefined) return [];
    return [{ language, file, text: text.replace(new RegExp(`^${indent}`, 'gm'), '') }];
  });
}

/** The arguments of each command of the program that the section's consoles show. */
export function commandsOf(section: string): string[][] {
  const lines = [...section.matchAll(/^ *\$ npx tsx bin\/robotics-mcp\.ts (.+)$/gm)];
  return lines.map(([, args = '']) => args.split(' '));
}

/** Does in the tree at `root` what a section's blocks say: a diff changes a file, a record joins one, code makes one. */
export function follow(root: string, section: string): void {
  for (const { language, file, text } of blocksOf(section)) {
    const path = join(root, file);
    if (language === 'diff') writeFileSync(path, withDiff(readFileSync(path, 'utf8'), text, file));
    if (language === 'json')
      writeFileSync(path, withRecord(existsSync(path) ? readFileSync(path, 'utf8') : '', text));
    if (language === 'ts') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    }
  }
}

/** Throws where the lines that a change stands between are not in the file, once. */
function withDiff(source: string, diff: string, file: string): string {
  return diff.split(/^@@\n/m).reduce((text, change) => {
    const lines = change.trimEnd().split('\n');
    const side = (sign: string) =>
      lines
        .filter((line) => line.startsWith(' ') || line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after, ...more] = text.split(side('-'));
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`CONTRIBUTING.md changes lines that ${file} does not have once:\n${side('-')}`);
    }
    return before + side('+') + after;
  }, source);
}

/** Records stand in the order of their ids. */
function withRecord(lines: string, line: string): string {
  const idOf = (record: string) => (JSON.parse(record) as { readonly id: string }).id;
  const records = [...lines.split('\n'), line.trim()].filter((record) => record !== '');
  return `${records.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)).join('\n')}\n`;
}
