import type { Tool } from '@modelcontextprotocol/server';

/** One argument of a tool, as its input schema describes it. */
export interface ToolArgument {
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'object';
  readonly describe: string;
  readonly required: boolean;
  readonly choices: readonly string[] | undefined;
}

/** The part of JSON Schema that tells how an argument is written on a command line. */
interface Property {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly anyOf?: unknown;
  readonly oneOf?: unknown;
  readonly default?: unknown;
}

/** Lists the arguments of a tool in the order of its schema. */
export function argumentsOf({ inputSchema }: Tool): ToolArgument[] {
  const required = new Set(inputSchema.required ?? []);
  return Object.entries(inputSchema.properties ?? {}).map(([name, value]) => {
    const property = value as Property;
    return {
      name,
      type: typeOf(property),
      describe: typeof property.description === 'string' ? property.description : '',
      required: required.has(name),
      choices: Array.isArray(property.enum) ? property.enum.map(String) : undefined,
    };
  });
}

function typeOf(property: Property): ToolArgument['type'] {
  const types = typesOf(property);
  if (types.has('object')) return 'object';
  if (types.has('array')) return 'list';
  if (types.has('number') || types.has('integer')) return 'number';
  return types.has('boolean') ? 'boolean' : 'text';
}

function typesOf({ type, anyOf, oneOf }: Property): Set<unknown> {
  const own = Array.isArray(type) ? type : [type];
  const branches = [anyOf, oneOf].flatMap((branch) => (Array.isArray(branch) ? branch : []));
  return new Set([...own, ...branches.flatMap((branch: Property) => [...typesOf(branch)])]);
}
