import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type CallExpression,
  type IfStatement,
  isBlock,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isThrowStatement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Project } from 'typescript/unstable/sync';
import { type DeclaredCheck, declaredChecks, isChecked } from './checks.ts';
import { declaredIn, functions, type Instead, methods } from './methods.ts';

/** A place in the sources, and what a mutant has there. */
export interface Mutation {
  /** File, function and what is gone: stays as it is when lines above it come or go. */
  readonly id: string;
  /** From the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The characters that a mutant has otherwise. */
  readonly start: number;
  readonly end: number;
  readonly was: string;
  /** An expression. */
  readonly instead: string;
}

/** All mutations of the program, in the order of files and lines. Throws an Error for a method that no table knows. */
export function findMutations(root: string): Mutation[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0];
    if (project === undefined) throw new Error('The project of tsconfig.json cannot be opened.');
    checkInterfaces(project, root);
    return numbered(sourcesOf(project, root).flatMap((source) => mutationsIn(source, project, root)));
  } finally {
    api.close();
  }
}

function sourcesOf({ program }: Project, root: string): SourceFile[] {
  return program
    .getSourceFileNames()
    .filter((name) => name.startsWith(join(root, 'src/')))
    .sort()
    .map((name) => program.getSourceFile(name))
    .filter((source) => source !== undefined);
}

/** A method that was added to an interface and to none of the tables would be a list that rots. */
function checkInterfaces(_project: Project, root: string): void {
  const text = declaredIn.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  for (const [name, known] of Object.entries(methods)) {
    const body = new RegExp(`(?:interface|class) ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(text)?.[1];
    if (body === undefined) throw new Error(`There is no ${name} in ${declaredIn.join(' or ')}.`);
    const declared = [...body.matchAll(/^ {2}(?:static )?(?:async )?(\w+)\(.*/gm)].map(
      ([, method]) => method,
    );
    const unknown = declared.filter((method) => method !== 'constructor' && !((method ?? '') in known));
    const gone = Object.keys(known).filter((method) => !declared.includes(method));
    if (unknown.length + gone.length > 0)
      throw new Error(`scripts/mutations/methods.ts lacks ${name}'s ${unknown}, and has ${gone} too many.`);
  }
}

function mutationsIn(source: SourceFile, project: Project, root: string): Mutation[] {
  const file = relative(root, source.fileName);
  const calls: CallExpression[] = [];
  const checks: IfStatement[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && mayChange(node)) calls.push(node);
    if (isIfStatement(node) && isChecked(file)) checks.push(node);
    node.forEachChild(visit);
  };
  visit(source);
  const at = (node: Node, what: string, instead: string) => place(source, file, node, what, instead);
  return [
    ...calls.flatMap((call) => mutationOfCall(call, project, at)),
    ...checks.flatMap((check) => mutationOfCheck(check, at)),
    ...(declaredChecks[file] ?? []).map((each) => declared(source, file, each)),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
}

function place(source: SourceFile, file: string, node: Node, what: string, instead: string): Mutation {
  const start = node.getStart(source);
  const line = source.getLineAndCharacterOfPosition(start).line + 1;
  return {
    id: `${file} ${functionOf(node)}: ${what}`,
    file,
    line,
    start,
    end: node.end,
    was: node.getText(),
    instead,
  };
}

function functionOf(node: Node): string {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (isMethodDeclaration(outer) || isFunctionDeclaration(outer)) return outer.name?.getText() ?? '';
  }
  return 'file';
}

const names = new Set([...Object.values(methods).flatMap(Object.keys), ...Object.keys(functions)]);

function mayChange({ expression }: CallExpression): boolean {
  const name = isPropertyAccessExpression(expression) ? expression.name : expression;
  return isIdentifier(name) && names.has(name.text);
}

type At = (node: Node, what: string, instead: string) => Mutation;

function mutationOfCall(call: CallExpression, project: Project, at: At): Mutation[] {
  const declaration = project.checker.getResolvedSignature(call)?.declaration?.resolve(project);
  const { expression } = call;
  const written = call.arguments.map((each) => each.getText());
  const instead = insteadOf(declaration);
  if (instead === undefined) return [];
  const what = expression.getText();
  if (isPropertyAccessExpression(expression)) written.unshift(expression.expression.getText());
  else if (!(what in functions))
    throw new Error(`${what} is called apart from what it belongs to: call it on that.`);
  return [at(call, what, `mutant.${instead}(${written.join(', ')})`)];
}

function insteadOf(declaration: Node | undefined): Instead | undefined {
  if (declaration === undefined) return undefined;
  const { name } = declaration as { readonly name?: Node };
  const { name: owner } = declaration.parent as { readonly name?: Node };
  const method = name?.getText() ?? '';
  if (isFunctionDeclaration(declaration)) return functions[method];
  return methods[owner?.getText() ?? '']?.[method];
}

/** A check is an if that throws what it makes, or one that goes on before such a throw. */
function mutationOfCheck(
  { expression, thenStatement, elseStatement, parent }: IfStatement,
  at: At,
): Mutation[] {
  const condition = expression.getText().replaceAll(/\s+/g, ' ');
  if (makesError(thenStatement)) return [at(expression, `refuses if ${condition}`, 'false')];
  const siblings = isBlock(parent) ? parent.statements : [];
  const next = siblings[siblings.findIndex((each) => each.pos === thenStatement.parent.pos) + 1];
  if (elseStatement !== undefined || next === undefined || !makesError(next)) return [];
  return [at(expression, `refuses unless ${condition}`, 'true')];
}

function makesError(statement: Node): boolean {
  const last = isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && isThrowStatement(last) && !isIdentifier(last.expression);
}

function declared(
  source: SourceFile,
  file: string,
  { of, text, instead = 'undefined' }: DeclaredCheck,
): Mutation {
  const start = source.text.indexOf(text);
  if (start === -1 || source.text.indexOf(text, start + 1) !== -1)
    throw new Error(`scripts/mutations/checks.ts: ${text} stands not once in ${file}.`);
  const line = source.getLineAndCharacterOfPosition(start).line + 1;
  const end = start + text.length;
  return { id: `${file} ${of}: ${text}`, file, line, start, end, was: text, instead };
}

/** The second of two alike is told apart by its number. */
function numbered(mutations: readonly Mutation[]): Mutation[] {
  const times = new Map<string, number>();
  return mutations.map((each) => {
    const time = (times.get(each.id) ?? 0) + 1;
    times.set(each.id, time);
    return time === 1 ? each : { ...each, id: `${each.id} (${time})` };
  });
}
