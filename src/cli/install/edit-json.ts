import { isDeepStrictEqual } from 'node:util';
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { checkEdit, EditError, type Editor, mergeEntry, plainValue, type Table } from './edit.ts';
import { type Entry, SERVER_NAME } from './hosts.ts';
import { applyChanges, insertProperty, removeProperty, replaceValue } from './json-text.ts';

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
    const value = mergeEntry(entry, ours && contentOf(ours));
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
  changes: Parameters<typeof applyChanges>[1],
): string {
  const edited = applyChanges(text, changes);
  checkEdit([text, edited], (json) => valueAt(parse(json)) as Table, container, entry);
  return edited;
}

function parse(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const lines = text.slice(0, first.offset).split('\n');
    const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
    throw new EditError(`it is no valid JSON (${place}: ${printParseErrorCode(first.error)})`);
  }
  if (root?.type !== 'object') throw new EditError('it holds no JSON object');
  return root;
}

/** The property of an object; one that is there twice is understood in two ways by two readers. */
function propertyOf(object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  if (found.length > 1) throw new EditError(`it has "${name}" twice`);
  return found[0];
}

function objectOf(property: Node, name: string): Node {
  const value = property.children?.[1];
  if (value?.type === 'object') return value;
  throw new EditError(`"${name}" is no object in it`);
}

function contentOf(property: Node): unknown {
  const value = property.children?.[1];
  return value && valueAt(value);
}

function valueAt(node: Node): unknown {
  return plainValue(getNodeValue(node));
}
