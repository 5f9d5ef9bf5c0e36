import { cut, pad, widthOfText, wrap } from './fit.ts';
import type { Style } from './style.ts';
import { showName, showValue } from './value.ts';

type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly head: string;
  readonly cells: readonly string[];
  readonly isNumber: boolean;
  readonly least: number;
  width: number;
}

const GAP = '  ';
const LINES = 4;
/** A column may be made as narrow as its longest word, within these bounds. */
const NARROWEST = { least: 6, most: 14 };
/** What a record is called has to be readable. */
const TITLES = ['name', 'title', 'headline'];
const NARROWEST_TITLE = 24;
/** No column is wider than this, however wide the terminal is. */
const WIDEST = 60;

/**
 * Records as a table of at most `width` columns: long cells take several lines, ids are never broken, and where
 * there is no room for all, the last columns are left out, which a line below says.
 */
export function renderTable(rows: readonly Row[], width: number, style: Style): string[] {
  const all = columnsOf(rows);
  const isTight = total(all.map((column) => column.width)) > width;
  // An address is long, and is found again by the id.
  const columns = all.filter(({ name }) => !(isTight && name === 'url'));
  while (columns.length > 2 && total(columns.map(({ least }) => least)) > width) columns.pop();
  const left = all.filter((column) => !columns.includes(column)).map(({ head }) => head);
  narrow(columns, width);
  const lines = [
    style.soft(
      columns
        .map((column) => align(column.head, column))
        .join(GAP)
        .trimEnd(),
    ),
    ...rows.flatMap((_, index) => renderRow(columns, index, style)),
  ];
  if (left.length > 0) lines.push(style.soft(cut(`No room for ${left.join(', ')}.`, width)));
  return lines;
}

/** Records one below the other, every field on a line of its own. */
export function renderCards(rows: readonly Row[], width: number, style: Style): string[] {
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [''] : []),
    ...Object.entries(row).flatMap(([name, value]) => renderField(name, value, width, style)),
  ]);
}

/** A field's name and its value; objects in a list get a line each. */
export function renderField(name: string, value: unknown, width: number, style: Style): string[] {
  const head = `${showName(name)}: `;
  if (Array.isArray(value) && value.some((each) => typeof each === 'object')) {
    const items = value.flatMap((each) => hang('- ', showValue(name, each), width));
    return [style.soft(head.trimEnd()), ...items.map((line) => `  ${line}`)];
  }
  const isEmpty = Array.isArray(value) && value.length === 0;
  const [first = '', ...more] = hang(head, isEmpty ? 'none recorded' : showValue(name, value), width);
  const paint = TITLES.includes(name) ? style.strong : name === 'id' ? style.name : plain;
  return [style.soft(head) + paint(first.slice(head.length)), ...more.map(paint)];
}

function plain(text: string): string {
  return text;
}

function hang(head: string, text: string, width: number): string[] {
  const indent = Math.min(head.length, 4);
  const lines = wrap(head + text, width - 2);
  const [first = ''] = lines;
  const rest = (head + text).slice(first.length).trimStart();
  if (rest === '') return [first];
  return [first, ...wrap(rest, width - 2 - indent).map((line) => ' '.repeat(indent) + line)];
}

function columnsOf(rows: readonly Row[]): Column[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => {
    const values = rows.map((row) => row[name]);
    const cells = values.map((value) => showValue(name, value));
    const natural = Math.max(...[showName(name), ...cells].map(widthOfText));
    const longestWord = Math.max(
      ...[showName(name), ...cells].flatMap((cell) => cell.split(' ')).map(widthOfText),
    );
    const narrow = Math.max(NARROWEST.least, Math.min(longestWord, NARROWEST.most));
    return {
      name,
      head: showName(name),
      cells,
      isNumber: values.every((value) => value === undefined || typeof value === 'number'),
      least: name === 'id' ? natural : Math.min(natural, TITLES.includes(name) ? NARROWEST_TITLE : narrow),
      width: name === 'id' ? natural : Math.min(natural, WIDEST),
    };
  });
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
}

/** Takes from the widest column as long as the table is too wide. */
function narrow(columns: readonly Column[], width: number): void {
  for (;;) {
    const over = total(columns.map((column) => column.width)) - width;
    const shrinkable = columns.filter(({ least, width: own }) => own > least);
    const widest = shrinkable.reduce<Column | undefined>(
      (most, column) => (most === undefined || column.width > most.width ? column : most),
      undefined,
    );
    if (over <= 0 || widest === undefined) return;
    widest.width -= 1;
  }
}

function renderRow(columns: readonly Column[], index: number, style: Style): string[] {
  const cells = columns.map(({ cells: all, width }) => wrap(all[index] ?? '', width, LINES));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, i) => paint(column, align(cells[i]?.[line] ?? '', column), style))
      .join(GAP)
      .trimEnd(),
  );
}

function align(text: string, { isNumber, width }: Column): string {
  const short = cut(text, width);
  return isNumber ? ' '.repeat(Math.max(0, width - widthOfText(short))) + short : pad(short, width);
}

function paint({ name }: Column, text: string, style: Style): string {
  if (name === 'id') return style.name(text);
  return TITLES.includes(name) ? style.strong(text) : text;
}
