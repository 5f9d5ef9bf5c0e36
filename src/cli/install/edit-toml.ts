import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import { SERVER_NAME, TRANSPORT_KEYS } from './clients.ts';
import { cannotEdit, checkEdit, type Editor, isTable, mergeEntry, plainValue, type Table } from './editor.ts';

/** TOML: our one table is edited line by line, and the result compared with what was there. */
export const tomlEditor: Editor = {
  put(text, container, entry) {
    const ours = entryOf(read(text), container);
    const value = mergeEntry(entry, ours);
    if (isDeepStrictEqual(ours, value)) return text;
    const lines = linesOf(text);
    const [region] = regionsOf(lines, [container, SERVER_NAME]);
    const body = withEol(stringify(entry), eolOf(text));
    const edited =
      region === undefined ? append(text, container, body) : replaceIn(lines, region, body).join('');
    checkEdit([text, edited], read, container, value);
    return edited;
  },
  remove(text, container) {
    if (entryOf(read(text), container) === undefined) return text;
    const lines = linesOf(text);
    const gone = new Set(
      regionsOf(lines, [container, SERVER_NAME], true).flatMap((region) => [...span(lines, region)]),
    );
    const edited = lines.filter((_line, index) => !gone.has(index)).join('');
    checkEdit([text, edited], read, container, undefined);
    return edited;
  },
  find: (text, container) => entryOf(read(text), container),
};

/** The lines of a table: its header, and the line after its last. */
interface Region {
  readonly header: number;
  readonly end: number;
}

function read(text: string): Table {
  try {
    return plainValue(parse(text, { integersAsBigInt: 'asNeeded' })) as Table;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw cannotEdit(`it is no valid TOML (line ${error.line}, column ${error.column})`);
  }
}

function entryOf(table: Table, container: string): unknown {
  const servers = table[container];
  return isTable(servers) ? servers[SERVER_NAME] : undefined;
}

function append(text: string, container: string, body: string): string {
  const eol = eolOf(text);
  const gap = text === '' ? '' : /\n$/.test(text) ? eol : eol + eol;
  return `${text}${gap}[${container}.${SERVER_NAME}]${eol}${body}`;
}

/** Puts what says how the server is reached in the place of what said so before; all else stays. */
function replaceIn(lines: readonly string[], { header, end }: Region, body: string): string[] {
  const kept = statementsOf(lines.slice(header + 1, end)).filter(
    (statement) => !Object.keys(parse(statement)).some((key) => TRANSPORT_KEYS.includes(key)),
  );
  const head = lines[header] ?? '';
  return [
    ...lines.slice(0, header),
    /\n$/.test(head) ? head : `${head}\n`,
    body,
    ...kept,
    ...lines.slice(end),
  ];
}

/** Groups lines into what can be read by itself: a value may go over several lines. */
function statementsOf(lines: readonly string[]): string[] {
  const statements: string[] = [];
  let open = '';
  for (const line of lines) {
    open += line;
    if (!canParse(open)) continue;
    statements.push(open);
    open = '';
  }
  if (open !== '') throw cannotEdit('its lines cannot be told apart');
  return statements;
}

/** The tables of a name, and with `below` those within them. */
function regionsOf(lines: readonly string[], name: readonly string[], below = false): Region[] {
  const headers = headersOf(lines);
  return headers.flatMap(({ line, path }, index) => {
    const same = name.every((part, depth) => path[depth] === part);
    if (!same || (!below && path.length > name.length)) return [];
    return [{ header: line, end: headers[index + 1]?.line ?? lines.length }];
  });
}

/** The lines that go with a table: comments before the next one stay, an empty line before it goes. */
function* span(lines: readonly string[], { header, end }: Region): Generator<number> {
  let last = end;
  while (last > header + 1 && /^\s*(?:#|$)/.test(lines[last - 1] ?? '')) last -= 1;
  const first = /^\s*$/.test(lines[header - 1] ?? 'x') ? header - 1 : header;
  for (let index = first; index < last; index += 1) yield index;
}

function headersOf(lines: readonly string[]): { readonly line: number; readonly path: readonly string[] }[] {
  let quote = '';
  return lines.flatMap((text, line) => {
    const inside = quote !== '';
    for (const [mark] of text.matchAll(/"""|'''/g)) {
      if (quote === '') quote = mark;
      else if (quote === mark) quote = '';
    }
    if (inside || !/^\s*\[/.test(text) || !canParse(text)) return [];
    return [{ line, path: pathOf(parse(text)) }];
  });
}

/** A header read by itself is tables within tables with nothing in them. */
function pathOf(table: Table): string[] {
  const [name] = Object.keys(table);
  if (name === undefined) return [];
  const inner = table[name];
  return [name, ...(isTable(inner) ? pathOf(inner) : [])];
}

function canParse(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function eolOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

function withEol(text: string, eol: string): string {
  return `${text.trimEnd()}\n`.replaceAll('\n', eol);
}
