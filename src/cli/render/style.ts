import { styleText } from 'node:util';
import type { Terminal } from '../terminal.ts';
import { hyperlink, takesLinks } from './links.ts';

/** How parts of an answer are set off from each other. */
export interface Style {
  readonly strong: (text: string) => string;
  readonly soft: (text: string) => string;
  readonly name: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly note: (text: string) => string;
  /** The text as a link, where the terminal makes one and there is an address that `linkOf` has read. */
  readonly link: (text: string, address: string | undefined) => string;
  readonly hasLinks: boolean;
  /** True where no line may have more than one thing side by side: it is read aloud, or from top to bottom. */
  readonly isLinear: boolean;
}

type Format = Parameters<typeof styleText>[0];

const plain = (text: string) => text;

/** Without colours, for files, pipes and those who want none. */
export const PLAIN: Style = {
  ...{ strong: plain, soft: plain, name: plain, good: plain, bad: plain, note: plain },
  ...{ link: plain, hasLinks: false, isLinear: false },
};

/** For terminals without a cursor, such as those that read aloud. */
const LINEAR: Style = { ...PLAIN, isLinear: true };

const COLOURED: Style = {
  strong: styled('bold'),
  soft: styled('dim'),
  name: styled('cyan'),
  good: styled('green'),
  bad: styled('red'),
  note: styled('yellow'),
  link: plain,
  hasLinks: false,
  isLinear: false,
};

const LINKED: Style = {
  ...COLOURED,
  link: (text, address) => (address === undefined || text === '' ? text : hyperlink(text, address)),
  hasLinks: true,
};

/** Whether a person reads: then answers are laid out for the eye. FORCE_COLOR says so of any stream. */
export function isForPeople({ stdout, env }: Terminal): boolean {
  return stdout.isTTY === true || isForced(env);
}

/** Colours where a person reads, unless NO_COLOR or a terminal that has none forbids them. */
export function styleFor(terminal: Terminal): Style {
  const { env } = terminal;
  const coloured = takesLinks(terminal) ? LINKED : COLOURED;
  if (isForced(env)) return coloured;
  const isForbidden = (env.NO_COLOR ?? '') !== '' || env.FORCE_COLOR === '0' || env.TERM === 'dumb';
  if (isForPeople(terminal) && !isForbidden) return coloured;
  return env.TERM === 'dumb' ? LINEAR : PLAIN;
}

/** The width to lay out for. */
export function widthOf({ stdout, env }: Terminal): number {
  const width = stdout.columns ?? Number(env.COLUMNS);
  return width > 0 ? Math.max(20, width) : 80;
}

function isForced({ FORCE_COLOR: force }: Terminal['env']): boolean {
  return force !== undefined && force !== '' && !/^(0|false)$/.test(force);
}

function styled(format: Format): (text: string) => string {
  // Node asks its own streams whether they take colours unless it is told that this was decided.
  const decided = { validateStream: false };
  return (text) => (text === '' ? '' : styleText(format, text, decided));
}

/** Letters that take two columns: those of East Asia, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Combining marks, which take no column. */
const NARROW = /\p{Mn}|\p{Me}|\u200b/u;

const ASCII = /^[ -~]*$/;

/** The columns that a text without control characters takes on a terminal. */
export function widthOfText(text: string): number {
  // Most texts have nothing else, and are measured many times.
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? 2 : NARROW.test(letter) ? 0 : 1;
  return width;
}

/** The text with blanks behind it. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOfText(text)));
}

/** The text on lines of this width, broken between words where it can be; at most so many lines. */
export function wrap(text: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOfText(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  if (lines.length <= most) return lines;
  const last = cut(`${lines[most - 1]} ${lines[most]}`, width);
  return [...lines.slice(0, most - 1), last];
}

/** As much of the text as fits, with an ellipsis for the rest. */
export function cut(text: string, width: number): string {
  if (widthOfText(text) <= width) return text;
  return `${head(text, width - 1)}…`;
}

/** The last column is never cut further than this. */
const NARROWEST_LAST = 20;

/** Rows of cells as lines with aligned columns; where `width` is given, the last column is cut to fit. */
export function alignColumns(rows: readonly (readonly string[])[], width?: number): string[] {
  const [first = []] = rows;
  const widths = first.map((_, i) => Math.max(...rows.map((row) => widthOfText(row[i] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, own) => sum + own + 2, 0);
  const last = width === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST_LAST, width - before);
  const fit = (cell: string, i: number) =>
    i === widths.length - 1 ? cut(cell, last) : pad(cell, widths[i] ?? 0);
  return rows.map((row) => row.map(fit).join('  ').trimEnd());
}

function pieces(word: string, width: number): string[] {
  const parts: string[] = [];
  let rest = word;
  while (widthOfText(rest) > width) {
    const part = head(rest, width) || ([...rest][0] ?? '');
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return [...parts, rest];
}

function head(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const letter of text) {
    used += widthOfText(letter);
    if (used > width) break;
    taken += letter;
  }
  return taken;
}
