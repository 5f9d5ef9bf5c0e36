/** A node of a syntax tree, as ESTree has it: what else it holds depends on its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Visits a node and all below it, from the top down, except what is below a node for which `visit` says false. */
export function walk(node: object, visit: (node: Node) => boolean): void {
  if (isNode(node) && !visit(node)) return;
  for (const value of Object.values(node)) {
    if (typeof value === 'object' && value !== null) walk(value, visit);
  }
}
