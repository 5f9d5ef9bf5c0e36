import { oneLine } from '../../tools/shared/answer.ts';
import type { Style } from './style.ts';
import { cut, pad, widthOfText, wrap } from './style.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Below this a table would be all line breaks. */
const TABLE_WIDTH = 60;

/** A tool's structured answer for a person: how many there are, the records, then what is worth knowing of them. */
export function renderAnswer(answer: Fields, width: number, style: Style): string {
  const { results, total, facets, notes, next_cursor, dataset, without_filter: _, ...further } = answer;
  const lines = [
    ...(Array.isArray(results) ? [heading(results.length, Number(total), dataset as Fields, style), ''] : []),
    ...(Array.isArray(results) && results.length > 0 ? [...renderRecords(results, width, style), ''] : []),
    ...Object.entries(further).flatMap(([name, value]) => renderFurther(name, value, width, style)),
    ...facetLines(facets as Fields | undefined, width, style),
    ...noteLines(notes, width, style),
    ...(next_cursor === undefined
      ? []
      : [style.soft(`More: the same with --cursor '${String(next_cursor)}'`)]),
  ];
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

function heading(shown: number, total: number, { date }: Fields, style: Style): string {
  const matches = `${total.toLocaleString('en-US')} ${total === 1 ? 'match' : 'matches'}`;
  const of = shown < total ? `, ${shown} shown` : '';
  return `${style.strong(matches)}${of} ${style.soft(`(data of ${String(date)})`)}`;
}

/** Whole records have too many fields for a table. */
function renderRecords(records: readonly Fields[], width: number, style: Style): string[] {
  const isWhole = records.some((record) => Array.isArray(record.sources));
  if (isWhole || width < TABLE_WIDTH) return renderCards(records, width, style);
  return renderTable(records, width, style);
}

function renderFurther(name: string, value: unknown, width: number, style: Style): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object');
  if (!isList) return renderField(name, value, width, style);
  return [style.strong(showName(name)), ...renderRecords(value as Fields[], width, style), ''];
}

function facetLines(facets: Fields | undefined, width: number, style: Style): string[] {
  return Object.entries(facets ?? {})
    .filter(([, counts]) => Object.keys(counts as object).length > 1)
    .flatMap(([name, counts]) => wrap(`${showName(name)}: ${showCounts(counts as object)}`, width))
    .map(style.soft);
}

function noteLines(notes: unknown, width: number, style: Style): string[] {
  return Array.isArray(notes) ? notes.flatMap((note) => wrap(String(note), width)).map(style.note) : [];
}

/** A value for a person: numbers with their thousands, money with its sign, lists by comma. */
export function showValue(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return oneLine(value);
  if (typeof value === 'number') return name.endsWith('usd') ? `$${showNumber(value)}` : showNumber(value);
  if (Array.isArray(value)) return value.map((each) => showValue(name, each)).join(', ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return parts.map(([key, inner]) => showPart(key, inner)).join(', ');
}

/** Counts as `CN 43, US 15`. */
export function showCounts(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${oneLine(name)} ${showNumber(Number(count))}`)
    .join(', ');
}

/** `height_cm` as `height cm`. */
function showName(name: string): string {
  return oneLine(name).replaceAll('_', ' ');
}

/** Money needs no name; what has one unit in its name reads on as `94 cm`. */
function showPart(name: string, value: unknown): string {
  const shown = showValue(name, value);
  if (typeof value === 'number' && name.endsWith('usd'))
    return name === 'usd' ? shown : `${showName(name)} ${shown}`;
  if (name === 'kind') return shown;
  const unit =
    typeof value === 'number' ? /^(.+)_(m_s|km|cm|mm|m|kg|g|h|min|w|kw|wh|kwh|l|deg)$/.exec(name) : null;
  return unit === null
    ? `${showName(name)} ${shown}`
    : `${showName(unit[1] ?? '')} ${shown} ${unit[2]?.replace('_', '/')}`;
}

function showNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

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
function renderField(name: string, value: unknown, width: number, style: Style): string[] {
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
