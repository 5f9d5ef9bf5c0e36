import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { carryOver } from './carry-over.ts';
import { SERVER_NAME } from './clients.ts';
import { cannotEdit, checkEdit, type Editor, isTable, plainValue, type Table } from './editor.ts';

/** How far our entry stands in where nothing else says it. */
const INDENT = '  ';

/** YAML: the lines of our entry are written anew, all others stay as they are, and the result is compared. */
export const yamlEditor: Editor = {
  put(text, container, entry) {
    const servers = pairIn(rootOf(text), container);
    const ours = entryIn(read(text), container);
    const value = carryOver(entry, ours).entry;
    if (isDeepStrictEqual(ours, value)) return text;
    return checked(text, container, value, withEntry(text, container, servers, value));
  },
  remove(text, container) {
    if (entryIn(read(text), container) === undefined) return text;
    const lines = ourLines(text, pairIn(rootOf(text), container));
    return checked(
      text,
      container,
      undefined,
      lines === undefined ? text : text.slice(0, lines[0]) + text.slice(lines[1]),
    );
  },
  find: (text, container) => entryIn(read(text), container),
};

function checked(text: string, container: string, entry: Table | undefined, edited: string): string {
  checkEdit([text, edited], read, container, entry);
  return edited;
}

function documentOf(text: string) {
  const document = parseDocument(text);
  const [first] = document.errors;
  if (first === undefined) return document;
  const place =
    first.linePos === undefined ? '' : ` (line ${first.linePos[0].line}, column ${first.linePos[0].col})`;
  throw cannotEdit(`it is no valid YAML${place}`);
}

function read(text: string): Table {
  const value = plainValue(documentOf(text).toJS({ maxAliasCount: 100 }) ?? {});
  if (!isTable(value)) throw cannotEdit('it holds no mapping');
  return value;
}

function rootOf(text: string): YAMLMap | undefined {
  const { contents } = documentOf(text);
  return isMap(contents) ? contents : undefined;
}

function entryIn(table: Table, container: string): unknown {
  const servers = table[container];
  return isTable(servers) ? servers[SERVER_NAME] : undefined;
}

function pairIn(map: YAMLMap | undefined, name: string): Pair | undefined {
  return map?.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** The text with our entry in the place of the one that is there, or behind all others. */
function withEntry(text: string, container: string, servers: Pair | undefined, value: Table): string {
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const own = (indent: string) => block(value, indent, eol);
  if (servers === undefined) {
    const gap = text === '' || /\n$/.test(text) ? '' : eol;
    return `${text}${gap}${container}:${eol}${own(INDENT)}`;
  }
  const map = isMap(servers.value) ? servers.value : undefined;
  const ours = ourLines(text, servers);
  const indent = indentOf(text, map);
  if (ours !== undefined) return text.slice(0, ours[0]) + own(indent) + text.slice(ours[1]);
  if (map === undefined || map.items.length === 0) return filled(text, container, servers, eol + own(INDENT));
  if (map.flow === true) throw undaring(container);
  const end = lineEnd(text, contentEnd(text, map));
  const rest = text.slice(end).replace(/^\r?\n/, '');
  return `${text.slice(0, end)}${eol}${own(indent)}${rest}`;
}

/** Puts our entry behind a name with nothing, or with `{}`, behind it. */
function filled(text: string, container: string, servers: Pair, own: string): string {
  const start = text.indexOf(':', rangeOf(servers.key)[1]) + 1;
  const end = lineEnd(text, start);
  if (!/^\s*(?:\{\s*\}|null|~)?\s*(?:#.*)?$/.test(text.slice(start, end))) throw undaring(container);
  return `${text.slice(0, start)}${own}${text.slice(end).replace(/^\r?\n/, '')}`;
}

function undaring(container: string) {
  return cannotEdit(`"${container}" is written in a way that this program does not dare to edit`);
}

/** From the first line of our entry to the line behind its last. */
function ourLines(text: string, servers: Pair | undefined): readonly [number, number] | undefined {
  const map = isMap(servers?.value) ? servers.value : undefined;
  const ours = pairIn(map, SERVER_NAME);
  if (map === undefined || ours === undefined) return undefined;
  if (map.flow === true) throw cannotEdit('its servers stand in one line');
  const start = text.lastIndexOf('\n', rangeOf(ours.key)[0] - 1) + 1;
  const end = lineEnd(text, contentEnd(text, ours.value));
  return [start, text[end] === undefined ? end : text.indexOf('\n', end) + 1];
}

/** Where a node's last character is that is no space. */
function contentEnd(text: string, node: unknown): number {
  const [start, end] = rangeOf(node);
  return start + text.slice(start, end).trimEnd().length;
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = (node as { readonly range?: readonly [number, number, number] | null } | null)?.range;
  if (range === undefined || range === null) throw cannotEdit('its parts cannot be told from one another');
  return [range[0], range[1]];
}

/** The end of the line, before what ends it. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

function indentOf(text: string, map: YAMLMap | undefined): string {
  const [first] = map?.items ?? [];
  if (first === undefined) return INDENT;
  const start = rangeOf(first.key)[0];
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}

/** JSON is YAML: each member is one line. */
function block(entry: Table, indent: string, eol: string): string {
  const members = Object.entries(entry).map(
    ([key, value]) => `${indent}${INDENT}${JSON.stringify(key).slice(1, -1)}: ${JSON.stringify(value)}`,
  );
  return [`${indent}${SERVER_NAME}:`, ...members, ''].join(eol);
}
