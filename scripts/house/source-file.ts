import { posix } from 'node:path';
import { type Comment, parseSync } from 'oxc-parser';
import { isNode, type Node, walk } from './walk.ts';

/** What the check knows of a file. */
export interface SourceFile {
  /** From the root of the project. */
  readonly path: string;
  readonly lines: number;
  /** Lines that hold a comment and nothing else. */
  readonly commentLines: number;
  readonly functions: readonly FunctionFacts[];
  readonly exports: readonly ExportedName[];
  readonly imports: readonly ImportedNames[];
  /** Texts of its strings and templates. */
  readonly texts: readonly string[];
}

interface FunctionFacts {
  readonly line: number;
  readonly lines: number;
  /** One, and one for each decision: McCabe's cyclomatic number. Functions inside count for themselves. */
  readonly complexity: number;
}

interface ExportedName {
  readonly name: string;
  readonly isType: boolean;
  readonly line: number;
}

interface ImportedNames {
  /** The path of the file imported from. */
  readonly from: string;
  readonly names: readonly string[];
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);
const DECISIONS = new Set([
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
]);

/** Reads a file of TypeScript or JavaScript. Throws where it does not parse. */
export function readSourceFile(path: string, text: string): SourceFile {
  const { program: parsed, comments, errors } = parseSync(path, text);
  const program = parsed as unknown as Node;
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const lineAt = lineFinder(text);
  const functions: FunctionFacts[] = [];
  const names: string[] = [];
  const texts: string[] = [];
  walk(program, (node) => {
    if (FUNCTIONS.has(node.type)) {
      const line = lineAt(node.start);
      functions.push({ line, lines: lineAt(node.end) - line + 1, complexity: complexityOf(node) });
    }
    if (node.type === 'Identifier' && typeof node.name === 'string') names.push(node.name);
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type === 'TemplateElement') texts.push(text.slice(node.start, node.end));
    return true;
  });
  return {
    path,
    lines: text.split('\n').length - 1,
    commentLines: countCommentLines(text, comments, lineAt),
    functions,
    exports: nodesIn(program.body).flatMap((statement) => readExports(statement, lineAt)),
    imports: readImports(path, program, names),
    texts,
  };
}

function complexityOf(fn: Node): number {
  let decisions = 0;
  walk(fn, (node) => {
    if (node !== fn && FUNCTIONS.has(node.type)) return false;
    const isCase = node.type === 'SwitchCase' && node.test !== null;
    const isAssignedIf = node.type === 'AssignmentExpression' && /^(\?\?|&&|\|\|)=$/.test(`${node.operator}`);
    if (DECISIONS.has(node.type) || isCase || isAssignedIf) decisions += 1;
    return true;
  });
  return 1 + decisions;
}

function readExports(statement: Node, lineAt: (offset: number) => number): ExportedName[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const line = lineAt(statement.start);
  const { declaration, specifiers } = statement;
  if (!isNode(declaration)) {
    const isType = statement.exportKind === 'type';
    return nodesIn(specifiers).map((each) => ({ name: nameOf(each.exported), isType, line }));
  }
  const isType = TYPES.has(declaration.type);
  const declared =
    declaration.type === 'VariableDeclaration'
      ? nodesIn(declaration.declarations).flatMap(({ id }) => boundNames(id))
      : [nameOf(declaration.id)];
  return declared.map((name) => ({ name, isType, line }));
}

/** The names that a pattern binds. */
function boundNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  if (pattern.type === 'ObjectPattern') {
    return nodesIn(pattern.properties).flatMap((each) => boundNames(each.value ?? each.argument));
  }
  if (pattern.type === 'ArrayPattern') return nodesIn(pattern.elements).flatMap(boundNames);
  return boundNames(pattern.left);
}

/**
 * `names` are all identifiers of the file: which of them an `import()` or `import * as` reaches is not followed, so that
 * each of them counts as imported.
 */
function readImports(path: string, program: Node, names: readonly string[]): ImportedNames[] {
  const imports: ImportedNames[] = [];
  const add = (source: unknown, imported: readonly string[]) => {
    const target = isNode(source) ? source.value : undefined;
    if (typeof target !== 'string' || !target.startsWith('.')) return;
    imports.push({ from: posix.join(posix.dirname(path), target), names: imported });
  };
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') {
      const specifiers = nodesIn(node.specifiers);
      const isWhole = specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier');
      add(node.source, isWhole ? names : specifiers.map(({ imported }) => nameOf(imported)));
    } else if (node.type === 'ExportNamedDeclaration') {
      add(
        node.source,
        nodesIn(node.specifiers).map(({ local }) => nameOf(local)),
      );
    } else if (['ImportExpression', 'TSImportType', 'ExportAllDeclaration'].includes(node.type)) {
      add(node.source, names);
    }
    return true;
  });
  return imports;
}

function countCommentLines(
  text: string,
  comments: readonly Comment[],
  lineAt: (offset: number) => number,
): number {
  const lines = text.split('\n');
  const counted = new Set<number>();
  for (const { start, end } of comments) {
    const [first, last] = [lineAt(start), lineAt(end)];
    const isAlone = (lines[first - 1] ?? '').trimStart().startsWith(text.slice(start, start + 2));
    if (isAlone) for (let line = first; line <= last; line += 1) counted.add(line);
  }
  return counted.size;
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return 'default';
  return String(node.name ?? node.value);
}
