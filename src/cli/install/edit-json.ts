import { isDeepStrictEqual } from 'node:util';
import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { carryOver } from './carry-over.ts';
import { type Entry, SERVER_NAME } from './clients.ts';
import { cannotEdit, checkEdit, type Editor, plainValue, type Table } from './editor.ts';

/**
 * JSON with comments and trailing commas. jsonc-parser's own `modify` lays out the neighbours of what it changes
 * anew and drops their comments, so it only finds the places here.
 */
export const jsonEditor: Editor = {
  put(text, container, entry) {
    if (text.trim() === '') return `${JSON.stringify({ [container]: { [SERVER_NAME]: entry } }, null, 2)}\n`;
    const root = parse(text);
    const servers = propertyOf(root, container);
    const ours = servers && propertyOf(objectOf(servers, container), SERVER_NAME);
    const value = carryOver(entry, ours && contentOf(ours)).entry;
    if (ours !== undefined && isDeepStrictEqual(contentOf(ours), value)) return text;
    return checked(text, container, value, changesFor(text, root, { container, servers, ours, value }));
  },
  remove(text, container) {
    if (text.trim() === '') return text;
    const servers = propertyOf(parse(text), container);
    if (servers === undefined) return text;
    const object = objectOf(servers, container);
    const ours = propertyOf(object, SERVER_NAME);
    return ours === undefined
      ? text
      : checked(text, container, undefined, removeProperty(text, object, ours));
  },
  find(text, container) {
    const servers = text.trim() === '' ? undefined : propertyOf(parse(text), container);
    const ours = servers && propertyOf(objectOf(servers, container), SERVER_NAME);
    return ours && contentOf(ours);
  },
};

interface Found {
  readonly container: string;
  readonly servers: Node | undefined;
  readonly ours: Node | undefined;
  readonly value: Table;
}

function changesFor(text: string, root: Node, { container, servers, ours, value }: Found) {
  if (servers === undefined) return insertProperty(text, root, root, container, { [SERVER_NAME]: value });
  if (ours === undefined) return insertProperty(text, root, objectOf(servers, container), SERVER_NAME, value);
  return replaceValue(text, root, ours, value);
}

function checked(
  text: string,
  container: string,
  entry: Entry | Table | undefined,
  changes: readonly Change[],
): string {
  const edited = applyChanges(text, changes);
  checkEdit([text, edited], (json) => valueAt(parse(json)) as Table, container, entry);
  return edited;
}

/** Deeper than any configuration is nested, and less deep than what reads and writes it, level by level, can go. */
const MOST_LEVELS = 200;

function parse(text: string): Node {
  refuseDeep(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const lines = text.slice(0, first.offset).split('\n');
    const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
    throw cannotEdit(`it is no valid JSON (${place}: ${printParseErrorCode(first.error)})`);
  }
  if (root?.type !== 'object') throw cannotEdit('it holds no JSON object');
  return root;
}

/** Its tokens are looked at one after the other: reading what they hold would itself go as deep as it is nested. */
function refuseDeep(text: string): void {
  const scanner = createScanner(text, true);
  let level = 0;
  do {
    scanner.scan();
    const mark = text[scanner.getTokenOffset()];
    if (mark === '{' || mark === '[') level += 1;
    if (mark === '}' || mark === ']') level -= 1;
    if (level > MOST_LEVELS) throw cannotEdit(`it is nested more than ${MOST_LEVELS} levels deep`);
  } while (scanner.getTokenLength() > 0);
}

/** The property of an object; one that is there twice is understood in two ways by two readers. */
function propertyOf(object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  if (found.length > 1) throw cannotEdit(`it has "${name}" twice`);
  return found[0];
}

function objectOf(property: Node, name: string): Node {
  const value = property.children?.[1];
  if (value?.type === 'object') return value;
  throw cannotEdit(`"${name}" is no object in it`);
}

function contentOf(property: Node): unknown {
  const value = property.children?.[1];
  return value && valueAt(value);
}

function valueAt(node: Node): unknown {
  return plainValue(getNodeValue(node));
}

/** The replacement of a range of a text. */
interface Change {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

function applyChanges(text: string, changes: readonly Change[]): string {
  return [...changes]
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (edited, { offset, length, content }) =>
        edited.slice(0, offset) + content + edited.slice(offset + length),
      text,
    );
}

/** Adds a property at the end of an object, laid out as its neighbours are. */
function insertProperty(text: string, root: Node, object: Node, name: string, value: unknown): Change[] {
  const last = object.children?.at(-1);
  const close = endOf(object) - 1;
  const tail = tokensBetween(text, last ? endOf(last) : object.offset + 1, close);
  const trailing = tail.some(({ kind }) => kind === 'comma');
  const place = tail.at(-1)?.end ?? (last ? endOf(last) : object.offset + 1);
  const comma = last && !trailing ? [{ offset: endOf(last), length: 0, content: ',' }] : [];
  const property = (indent: string) => `${JSON.stringify(name)}: ${layOut(text, root, value, indent)}`;
  if (last && !/\n/.test(text.slice(object.offset, close))) {
    const content = ` ${JSON.stringify(name)}: ${JSON.stringify(value)}${trailing ? ',' : ''}`;
    return merge([...comma, { offset: place, length: 0, content }]);
  }
  const eol = eolOf(text);
  const indent = childIndent(text, root, object);
  const closing = /\n/.test(text.slice(place, close)) ? '' : eol + indentAt(text, object.offset);
  const content = `${eol}${indent}${property(indent)}${trailing ? ',' : ''}${closing}`;
  return merge([...comma, { offset: place, length: 0, content }]);
}

/** Puts another value in the place of a property's. */
function replaceValue(text: string, root: Node, property: Node, value: unknown): Change[] {
  const [, old = property] = property.children ?? [];
  const content = layOut(text, root, value, indentAt(text, property.offset));
  return [{ offset: old.offset, length: old.length, content }];
}

/** Takes a property out, with the one comma that is then too many. */
function removeProperty(text: string, object: Node, property: Node): Change[] {
  const siblings = object.children ?? [];
  const index = siblings.indexOf(property);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const head = tokensBetween(text, before ? endOf(before) : object.offset + 1, property.offset);
  const tail = tokensBetween(text, endOf(property), after?.offset ?? endOf(object) - 1);
  const own = tail.find(({ kind }) => kind === 'comma');
  const separator = head.find(({ kind }) => kind === 'comma');
  const end = own?.end ?? endOf(property);
  const previous = head.at(-1);
  // What follows on the same line must not slip behind a comment that ends the line before.
  const follows = !/^[ \t]*(?:\r?\n|$)/.test(text.slice(end));
  const stays = follows && previous?.kind === 'line comment';
  const start = stays ? property.offset : (previous?.end ?? (before ? endOf(before) : object.offset + 1));
  const [inside, close] = [object.offset + 1, endOf(object) - 1];
  if ((text.slice(inside, start) + text.slice(end, close)).trim() === '') return [change(inside, close)];
  const comma = own === undefined && separator ? [change(separator.start, separator.end)] : [];
  return [...comma, change(start, end)];
}

interface Token {
  readonly kind: 'comma' | 'line comment' | 'block comment';
  readonly start: number;
  readonly end: number;
}

/** The commas and comments between two properties, where nothing else can be. */
function tokensBetween(text: string, from: number, to: number): Token[] {
  const found = text.slice(from, to).matchAll(/(,)|(\/\/[^\r\n]*)|\/\*[\s\S]*?\*\//g);
  return [...found].map(({ 0: token, 1: comma, 2: line, index }) => ({
    kind: comma ? 'comma' : line ? 'line comment' : 'block comment',
    start: from + index,
    end: from + index + token.length,
  }));
}

function change(start: number, end: number): Change {
  return { offset: start, length: end - start, content: '' };
}

/** Two changes at one place are one. */
function merge(changes: readonly Change[]): Change[] {
  const [first, second] = changes;
  if (first === undefined || second === undefined || first.offset !== second.offset) return [...changes];
  return [{ ...first, content: first.content + second.content }];
}

function layOut(text: string, root: Node, value: unknown, indent: string): string {
  return JSON.stringify(value, null, unitOf(text, root)).replaceAll('\n', `${eolOf(text)}${indent}`);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function eolOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

/** One step of indentation, as the file has it. */
function unitOf(text: string, root: Node): string {
  const [first] = root.children ?? [];
  return (first && ownIndent(text, first.offset)) || '  ';
}

function childIndent(text: string, root: Node, object: Node): string {
  const [first] = object.children ?? [];
  const own = first && ownIndent(text, first.offset);
  return own ?? indentAt(text, object.offset) + unitOf(text, root);
}

/** The white space before a place, if nothing else stands before it on its line. */
function ownIndent(text: string, offset: number): string | undefined {
  return /(?:^|\n)([ \t]*)$/.exec(text.slice(0, offset))?.[1];
}

/** The white space with which the line of a place begins. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
