import { sanitizeLine } from '../../lib/sanitize.ts';
import { compact } from '../../text/fold.ts';
import { readXml, type XmlElement, XmlError } from '../../text/xml.ts';

/** A grant of equipment authorization, as the search's export has it. */
export interface Grant {
  /** With a hyphen between the grantee's code and the product's: `2AN2O-Q80ULL02`. */
  readonly fccId: string;
  readonly granteeCode: string;
  readonly productCode: string;
  readonly applicant: string;
  /** As it is written. */
  readonly date: string;
  readonly purpose: string;
}

/** A row that is no grant; the reason continues a sentence that begins with the row. */
interface BadRow {
  readonly row: number;
  readonly reason: string;
}

interface Export {
  readonly grants: readonly Grant[];
  readonly bad: readonly BadRow[];
}

/** The columns that are used, by their headings without spaces and signs. */
const columns = {
  fccId: ['fccid', 'fccidentifier', 'identifier'],
  grantee: ['granteecode', 'grantee'],
  product: ['productcode', 'equipmentproductcode'],
  applicant: ['applicantname', 'applicant', 'granteename', 'companyname', 'name'],
  date: ['finalactiondate', 'grantdate', 'finalaction', 'dateofgrant', 'statusdate', 'actiondate'],
  purpose: ['applicationpurpose', 'purpose'],
} as const;

type Column = keyof typeof columns;
type Row = ReadonlyMap<Column, string>;

/** Reads what the equipment authorization search exports: XML or a table of text. Throws an XmlError for neither. */
export function readExport(text: string): Export {
  const rows = /^\s*</.test(text) ? xmlRows(text) : tableRows(text);
  const grants: Grant[] = [];
  const bad: BadRow[] = [];
  for (const [i, row] of rows.entries()) {
    const result = grantOf(row);
    if (typeof result === 'string') bad.push({ row: i + 1, reason: result });
    else grants.push(result);
  }
  return { grants, bad };
}

function grantOf(row: Row): Grant | string {
  const text = (column: Column) => sanitizeLine(row.get(column) ?? '', 160);
  const whole = (text('fccId') || `${text('grantee')}${text('product')}`).toUpperCase().replace(/\s+/g, '');
  if (whole === '') return 'has no FCC ID';
  // Codes of three characters begin with a letter, those of five with a digit; see 47 CFR 2.926.
  const length = /^\d/.test(whole) ? 5 : 3;
  const granteeCode = whole.slice(0, length);
  const productCode = whole.slice(length).replace(/^-/, '');
  if (!/^[A-Z0-9]+$/.test(granteeCode) || !/^[A-Z0-9-]{1,14}$/.test(productCode)) {
    return `has the FCC ID "${whole.slice(0, 30)}", which cannot be one`;
  }
  if (text('applicant') === '') return 'names no applicant';
  return {
    fccId: `${granteeCode}-${productCode}`,
    granteeCode,
    productCode,
    applicant: text('applicant'),
    date: text('date'),
    purpose: text('purpose'),
  };
}

/** Every element that has a child named like an FCC ID is a row, whatever it is called. */
function xmlRows(xml: string): Row[] {
  const rows: Row[] = [];
  const root = readXml(
    xml,
    ({ depth }) => depth === 1,
    (element) => collectRows(element, rows),
  );
  if (root.name.toLowerCase() === 'html') throw new XmlError('is an HTML page');
  if (rows.length === 0) throw new XmlError('has no rows with an FCC ID');
  return rows;
}

function collectRows(element: XmlElement, rows: Row[]): void {
  const row = rowOf([
    ...element.children.map(({ name, text }) => [name, text] as const),
    ...element.attributes,
  ]);
  if (row.has('fccId') || row.has('grantee')) rows.push(row);
  else for (const inner of element.children) collectRows(inner, rows);
}

function tableRows(text: string): Row[] {
  const [first, ...lines] = readCsv(text);
  const headings = first?.slice(0, MAX_COLUMNS).map((heading) => sanitizeLine(heading, 80));
  const known = rowOf((headings ?? []).map((heading) => [heading, heading] as const));
  if (!known.has('fccId') && !known.has('grantee')) {
    throw new XmlError('is no export of the equipment authorization search: no column is called FCC ID');
  }
  return lines.map((cells) =>
    rowOf((headings ?? []).map((heading, i) => [heading, cells[i] ?? ''] as const)),
  );
}

function rowOf(cells: Iterable<readonly [string, string]>): Row {
  const row = new Map<Column, string>();
  for (const [heading, value] of cells) {
    const key = compact(heading);
    for (const [column, headings] of Object.entries(columns) as [Column, readonly string[]][]) {
      if (headings.includes(key) && !row.has(column)) row.set(column, value);
    }
  }
  return row;
}

/** More rows are no export that a person saved. */
const MAX_ROWS = 100_000;
/** The search gives some fifteen. */
const MAX_COLUMNS = 200;

/**
 * The rows of a table of text as RFC 4180 has it, with commas, semicolons or tabs between its cells: whichever stands
 * most often in the first line. Empty lines are left out.
 */
export function readCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(body);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.some((each) => each.trim() !== '') && rows.length < MAX_ROWS) rows.push(row);
    row = [];
    cell = '';
  };
  for (let i = 0; i < body.length; i += 1) {
    const letter = body[i];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (body[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/));
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
