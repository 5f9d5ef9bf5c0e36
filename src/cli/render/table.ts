import { linkOf } from './links.ts';
import { cut, pad, type Style, widthOfText, wrap } from './style.ts';
import { showName, showValue } from './values.ts';

/** A record or a row, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** How a table is laid out. */
export interface TableLayout {
  readonly width: number;
  readonly style: Style;
  /** A line a row, however long it is, with whole ids and addresses. */
  readonly isWide?: boolean;
  /** Only what fits into columns, and what was left out. */
  readonly isBrief?: boolean;
  /** The beginning of an id by which it is called. */
  readonly shorten?: ((id: string) => string) | undefined;
  /** What stands above a column, where that is not the name of its field. */
  readonly heads?: Readonly<Record<string, string>>;
}

interface Column {
  readonly name: string;
  readonly head: string;
  readonly cells: readonly string[];
  readonly isNumber: boolean;
  readonly least: number;
  width: number;
}

const GAP = '  ';
/** What stands below a row is set in by so much. */
const INDENT = '  ';
/** No cell has more lines; one that is cut ends with an ellipsis. */
const LINES = 12;
/** A column may be made as narrow as its longest word, within these bounds. */
const NARROWEST = { least: 6, head: 18, most: 14 };
/** What a record is called has to be readable. */
const NARROWEST_TITLE = 26;
/** What is longer is no fact to run down a column for. */
const WIDEST_FACT = 36;
/** The title keeps so much of a line, if it needs it. */
const TITLE_SHARE = 0.45;
/** What people look for first may take several lines, unless it is a text. */
const WIDEST_FIRST = 60;
/** So much of a fact stays on one line, if it can. */
const FIRM = 24;
/** Below this a table would be all line breaks. */
const TABLE_WIDTH = 60;

/** What a record is called by. */
const TITLES: readonly string[] = ['headline', 'title', 'name', 'question'];

/** What people look for first, behind the title, whatever the kind; ids come last. */
const FIRST: readonly string[] = [
  ...TITLES,
  ...['deadline', 'next_expected', 'event_date', 'date', 'published'],
  ...['price', 'total_funding_usd', 'prize_usd', 'obligation', 'status', 'stage', 'cited'],
];
const LAST: readonly string[] = ['url', 'id'];

/** Records: as a table where there is room for one, or else one below the other. Their answer comes first, ids last. */
export function renderRecords(records: readonly Fields[], layout: TableLayout): string[] {
  // Whole records have too many fields for a table.
  const isWhole = records.some((record) => Array.isArray(record.sources));
  const isTable = !isWhole && !layout.style.isLinear && (layout.isWide || layout.width >= TABLE_WIDTH);
  return isTable ? recordTable(records, layout) : renderCards(records.map(inOrder), layout);
}

/** The fields of a record in the order in which they are shown. */
function inOrder(record: Fields): Fields {
  const names = ordered(Object.keys(record));
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function ordered(names: readonly string[]): string[] {
  const place = (name: string) =>
    FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length + 1 + LAST.indexOf(name);
  return names.toSorted((a, b) => place(a) - place(b));
}

/**
 * What fits stands in columns, each fact on one line; what does not stands below its row, and so does the address
 * where the title is no link. Nothing is left out.
 */
function recordTable(records: readonly Fields[], layout: TableLayout): string[] {
  const { width, style, isWide = false, isBrief = false, shorten = (id) => id, heads } = layout;
  const all = columnsOf(
    records,
    ordered([...new Set(records.flatMap((record) => Object.keys(record)))]),
    heads,
  );
  const named = all.map((column) =>
    column.name === 'id' && !isWide
      ? columnOf(
          'id',
          records.map(({ id }) => shorten(String(id))),
        )
      : column,
  );
  const columns = isWide ? named : fitting(named, width);
  const shown = new Set(columns.map(({ name }) => name));
  const below = named.filter(({ name }) => !shown.has(name) && name !== 'url');
  if (!isWide) narrow(columns, width);
  const links = records.map(({ url }) => linkOf(url));
  const isOnlyRows = isWide || isBrief;
  return [
    headOf(columns, style),
    ...records.flatMap((record, index) => [
      ...renderRow(columns, index, style, style.hasLinks ? links[index] : undefined),
      ...(isOnlyRows
        ? []
        : factsBelow(
            record,
            below.filter((column) => !isAlike(column)),
            layout,
          ).map(style.soft)),
      ...(isOnlyRows || style.hasLinks || record.url === undefined
        ? []
        : [style.soft(`${INDENT}${showValue('url', record.url)}`)]),
    ]),
    ...(isOnlyRows ? [] : factsOfAll(below.filter(isAlike), layout)),
    ...(isBrief && !isWide ? leftOut(all, columns, layout) : []),
  ];
}

/** The title, what people look for first, the id, and of the other facts as many as have room on one line. */
function fitting(all: readonly Column[], width: number): Column[] {
  const wanted = all
    .filter((column) => column.name !== 'url' && column.width <= widestOf(column))
    .map((column) => (isFirst(column) ? column : { ...column, least: column.width }));
  const byNeed = wanted.toSorted((a, b) => needOf(a) - needOf(b));
  const kept: Column[] = [];
  for (const column of byNeed) {
    // Other facts come in where those before them need not be broken for it.
    const isOther = needOf(column) === 2;
    const needed = [...kept, column].map((each) => {
      if (!isOther || !isFirst(each)) return each.least;
      return Math.min(each.width, isTitle(each.name) ? width * TITLE_SHARE : FIRM);
    });
    if (kept.length === 0 || total(needed) <= width) kept.push(column);
  }
  return wanted.filter((column) => kept.includes(column));
}

function widestOf(column: Column): number {
  if (isTitle(column.name)) return Number.POSITIVE_INFINITY;
  return isFirst(column) ? WIDEST_FIRST : WIDEST_FACT;
}

function isTitle(name: string): boolean {
  return TITLES.includes(name);
}

function isFirst({ name }: Column): boolean {
  return FIRST.includes(name);
}

function needOf(column: Column): number {
  if (isFirst(column)) return 0;
  return column.name === 'id' ? 1 : 2;
}

/** What all have alike is said once. */
function isAlike({ name, cells }: Column): boolean {
  return name !== 'id' && cells.length > 1 && cells[0] !== '' && cells.every((cell) => cell === cells[0]);
}

function factsBelow(
  record: Fields,
  below: readonly Column[],
  { width, shorten = (id) => id }: TableLayout,
): string[] {
  const facts = below.flatMap(({ name, head }) => {
    const text = showValue(name, name === 'id' ? shorten(String(record.id)) : record[name]);
    return text === '' ? [] : [`${head} ${text}`];
  });
  if (facts.length === 0) return [];
  return wrap(facts.join(' · '), width - INDENT.length, LINES).map((line) => INDENT + line);
}

function factsOfAll(alike: readonly Column[], { width, style }: TableLayout): string[] {
  if (alike.length === 0) return [];
  const facts = alike.map(({ head, cells }) => `${head} ${cells[0]}`);
  return wrap(`All of these: ${facts.join(' · ')}`, width).map(style.soft);
}

/**
 * Rows as a table of at most `width` columns, in the order of their members: long cells take several lines, and where
 * there is no room for all, the last columns are left out, which a line below says.
 */
export function renderTable(
  rows: readonly Fields[],
  { width, style, isWide = false, heads }: TableLayout,
): string[] {
  const all = columnsOf(rows, [...new Set(rows.flatMap((row) => Object.keys(row)))], heads);
  const columns = [...all];
  if (!isWide) {
    while (columns.length > 2 && total(columns.map(({ least }) => least)) > width) columns.pop();
    narrow(columns, width);
  }
  return [
    headOf(columns, style),
    ...rows.flatMap((_, index) => renderRow(columns, index, style)),
    ...leftOut(all, columns, { width, style }),
  ];
}

function leftOut(
  all: readonly Column[],
  columns: readonly Column[],
  { width, style }: Pick<TableLayout, 'width' | 'style'>,
): string[] {
  const shown = new Set(columns.map(({ name }) => name));
  const left = all.filter(({ name }) => !shown.has(name) && !(name === 'url' && style.hasLinks));
  if (left.length === 0) return [];
  const names = left.map(({ head }) => head).join(', ');
  return wrap(`Not shown: ${names}. --wide shows all.`, width).map(style.soft);
}

/** Records one below the other, every field on a line of its own. */
export function renderCards(
  rows: readonly Fields[],
  { width, style }: Pick<TableLayout, 'width' | 'style'>,
): string[] {
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
  const text = isEmpty ? 'none recorded' : showValue(name, value);
  // An address that is broken is none.
  if (linkOf(value) !== undefined) return [style.soft(head) + style.link(text, linkOf(value))];
  const [first = '', ...more] = hang(head, text, width);
  const paint = isTitle(name.toLowerCase()) ? style.strong : /^id$/i.test(name) ? style.name : plain;
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

function columnsOf(
  rows: readonly Fields[],
  names: readonly string[],
  heads: TableLayout['heads'] = {},
): Column[] {
  return names.map((name) =>
    columnOf(
      name,
      rows.map((row) => row[name]),
      heads[name],
    ),
  );
}

/** A number, or money. */
const NUMBER = /^\$?\d[\d,]*(\.\d+)?$/;

function columnOf(name: string, values: readonly unknown[], head = showName(name)): Column {
  const cells = values.map((value) => showValue(name, value));
  const texts = [head, ...cells];
  const natural = Math.max(...texts.map(widthOfText));
  const longestWord = Math.max(...texts.flatMap((text) => text.split(' ')).map(widthOfText));
  const headed = Math.min(widthOfText(head), NARROWEST.head);
  const narrowest = Math.max(NARROWEST.least, headed, Math.min(longestWord, NARROWEST.most));
  return {
    name,
    head,
    cells,
    isNumber: cells.some((cell) => cell !== '') && cells.every((cell) => cell === '' || NUMBER.test(cell)),
    least: Math.min(natural, isTitle(name) ? NARROWEST_TITLE : name === 'id' ? natural : narrowest),
    width: natural,
  };
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

function headOf(columns: readonly Column[], style: Style): string {
  const heads = columns.map((column) => align(column.head, column));
  return style.soft(heads.join(GAP).trimEnd());
}

/** The lines of a row; its title leads to `link`, if there is one. */
function renderRow(columns: readonly Column[], index: number, style: Style, link?: string): string[] {
  const cells = columns.map(({ cells: all, width }) => wrap(all[index] ?? '', width, LINES));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const texts = cells.map((lines) => lines[line] ?? '');
    const last = texts.findLastIndex((text) => text !== '');
    return columns
      .slice(0, last + 1)
      .map((column, i) => {
        const text = cut(texts[i] ?? '', column.width);
        const blanks = ' '.repeat(Math.max(0, column.width - widthOfText(text)));
        const painted = paint(column, text, style, link);
        if (column.isNumber) return blanks + painted;
        return i === last ? painted : painted + blanks;
      })
      .join(GAP);
  });
}

function align(text: string, { isNumber, width }: Column): string {
  const short = cut(text, width);
  return isNumber ? ' '.repeat(Math.max(0, width - widthOfText(short))) + short : pad(short, width);
}

function paint({ name }: Column, text: string, style: Style, link: string | undefined): string {
  if (name === 'id') return style.name(text);
  return isTitle(name) ? style.link(style.strong(text), link) : text;
}
