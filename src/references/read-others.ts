import { identifiersOf } from './identifiers.ts';
import { readBibtex, yearIn } from './read-bibtex.ts';
import { type Reference, type ReferenceForm, stated } from './reference.ts';

/** The references of a text in a form. Throws a SyntaxError for JSON that is none. */
export function readReferences(text: string, form: ReferenceForm): Reference[] {
  switch (form) {
    case 'bibtex':
      return readBibtex(text);
    case 'ris':
      return risRecords(text).map(({ lines }, i) => fromRis(lines, i));
    case 'csl-json':
      return cslItems(JSON.parse(text)).map(fromCsl);
    case 'lines':
      return text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .map(fromLine);
  }
}

/** A line of RIS: its tag, its value and where the value stands. */
export interface RisLine {
  readonly tag: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The records of a RIS file, from TY to ER. */
export function risRecords(text: string): { readonly lines: readonly RisLine[] }[] {
  const records: { lines: RisLine[] }[] = [];
  for (const match of text.matchAll(/^([A-Z][A-Z0-9]) {1,2}- ?([^\r\n]*)/gm)) {
    const [whole, tag = '', written = ''] = match;
    const value = written.trimEnd();
    const start = match.index + whole.indexOf('-') + (whole[whole.indexOf('-') + 1] === ' ' ? 2 : 1);
    if (tag === 'TY' || records.length === 0) records.push({ lines: [] });
    records.at(-1)?.lines.push({ tag, value, start, end: start + value.length });
  }
  return records;
}

function fromRis(lines: readonly RisLine[], i: number): Reference {
  const of = (...tags: readonly string[]) =>
    tags.flatMap((tag) =>
      lines.filter((line) => line.tag === tag && line.value !== '').map(({ value }) => value),
    );
  const [title] = of('TI', 'T1', 'CT');
  const [venue] = of('JO', 'JF', 'T2', 'JA', 'BT');
  const year = yearIn(of('PY', 'Y1', 'DA')[0]);
  const authors = of('AU', 'A1');
  return {
    key: of('ID', 'LB')[0] ?? String(i + 1),
    authors,
    isCut: false,
    ...stated({ title, year, venue }),
    ...identifiersOf({ doi: of('DO')[0], arxiv: undefined, texts: [...of('UR', 'L1', 'N1', 'M1'), venue] }),
    isWhole: lines.some(({ tag }) => tag === 'ER'),
  };
}

type Item = Readonly<Record<string, unknown>>;

/** The items of CSL-JSON: a list, or an object that has one. */
export function cslItems(json: unknown): Item[] {
  const list = Array.isArray(json) ? json : isItem(json) && Array.isArray(json.items) ? json.items : [json];
  return list.filter(isItem);
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fromCsl(item: Item, i: number): Reference {
  const text = (name: string) => {
    const value = item[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
  };
  const names = Array.isArray(item.author) ? item.author.filter(isItem) : [];
  const title = text('title');
  const venue = text('container-title');
  const issued = isItem(item.issued) ? item.issued : {};
  const year = yearIn(JSON.stringify(issued['date-parts'] ?? issued.raw ?? issued.literal ?? ''));
  return {
    key: text('id') ?? String(i + 1),
    authors: names.map(({ family, given, literal }) =>
      [given, family, literal].filter((part) => typeof part === 'string').join(' '),
    ),
    isCut: false,
    ...stated({ title, year, venue }),
    ...identifiersOf({
      doi: text('DOI'),
      arxiv: undefined,
      texts: [text('URL'), text('number'), text('note')],
    }),
    isWhole: true,
  };
}

/** A DOI, an arXiv id, an address, or else a title. */
function fromLine(line: string, i: number): Reference {
  const identifiers = identifiersOf({ doi: line, arxiv: line, texts: [] });
  const isTitle = identifiers.doi === undefined && identifiers.arxivId === undefined;
  return {
    key: String(i + 1),
    ...(isTitle && { title: line }),
    authors: [],
    isCut: false,
    ...identifiers,
    isWhole: true,
  };
}
