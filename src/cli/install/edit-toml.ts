import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import { carryOver } from './carry-over.ts';
import { SERVER_NAME, TRANSPORT_KEYS } from './clients.ts';
import { cannotEdit, checkEdit, type Editor, isTable, plainValue, type Table } from './editor.ts';

/** TOML: our one table is edited line by line, and the result compared with what was there. */
export const tomlEditor: Editor = {
  put(text, container, entry) {
    const ours = entryOf(read(text), container);
    const value = carryOver(entry, ours).entry;
    if (isDeepStrictEqual(ours, value)) return text;
    const name = [container, SERVER_NAME];
    const body = withEol(stringify(entry), eolOf(text));
    const kept = fitTables(linesOf(text), name, value, body).join('');
    const hasTable = regionsOf(linesOf(text), name).length > 0;
    const edited = hasTable ? kept : append(kept, container, body);
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
  /** Below the table that was asked for. */
  readonly path: readonly string[];
  readonly header: number;
  readonly end: number;
}

function read(text: string): Table {
  try {
    return plainValue(parseExactly(text)) as Table;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw cannotEdit(`it is no valid TOML (line ${error.line}, column ${error.column})`);
  }
}

/** Integers that a number of JavaScript does not hold are read as they are. */
function parseExactly(text: string): Table {
  return parse(text, { integersAsBigInt: 'asNeeded' });
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

/**
 * Puts what says how the server is reached in the place of what said so before, and takes out of our tables what the new
 * entry does not have; all else stays.
 */
function fitTables(lines: readonly string[], name: readonly string[], value: Table, body: string): string[] {
  // Line for line, so that the places of all that follows stay what they are.
  const edited = [...lines];
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => !TRANSPORT_KEYS.includes(key)));
  for (const region of regionsOf(lines, name, true)) {
    const { path, header, end } = region;
    const table = tableAt(others, path);
    if (table === undefined) {
      for (const line of span(lines, region)) edited[line] = '';
      continue;
    }
    const head = lines[header] ?? '';
    if (path.length === 0) edited[header] = (/\n$/.test(head) ? head : `${head}\n`) + body;
    let at = header + 1;
    for (const statement of statementsOf(lines.slice(at, end))) {
      const [fit, { length }] = [fitStatement(statement, table), linesOf(statement)];
      if (fit !== statement) edited.splice(at, length, fit, ...Array<string>(length - 1).fill(''));
      at += length;
    }
  }
  return edited;
}

function tableAt(table: Table, path: readonly string[]): Table | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return table;
  const inner = Object.hasOwn(table, key) ? table[key] : undefined;
  return isTable(inner) ? tableAt(inner, rest) : undefined;
}

/** A statement as it is written, or what of it a table has. */
function fitStatement(statement: string, table: Table): string {
  const states = parseExactly(statement);
  const stays = common(states, table);
  if (isDeepStrictEqual(plainValue(states), stays)) return statement;
  return withEol(Object.entries(stays).map(inline).join('\n'), eolOf(statement)).trimStart();
}

/** Of a table, what another has under the same keys. */
function common(table: Table, other: Table): Table {
  const shared = Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
    const theirs = Object.hasOwn(other, key) ? other[key] : undefined;
    if (theirs === undefined) return [];
    if (!isTable(value) || !isTable(theirs)) return [[key, plainValue(value)]];
    const inner = common(value, theirs);
    const isEmptied = Object.keys(inner).length === 0 && Object.keys(value).length > 0;
    return isEmptied ? [] : [[key, inner]];
  });
  return Object.fromEntries(shared);
}

/** A key and its value on one line. */
function inline([key, value]: readonly [string, unknown]): string {
  if (!isTable(value) || value instanceof Date) return stringify({ [key]: value }).trim();
  const inner = Object.entries(value).map(inline).join(', ');
  return `${stringify({ [key]: 0 }).replace(/0\s*$/, '')}{ ${inner} }`;
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
    return [{ path: path.slice(name.length), header: line, end: headers[index + 1]?.line ?? lines.length }];
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
    parseExactly(text);
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
