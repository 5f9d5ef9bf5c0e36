import type { Tool } from '@modelcontextprotocol/server';
import { excessOf } from '../lib/excess.ts';
import type { Flags } from './option-values.ts';
import { UsageError } from './terminal.ts';

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

/** Makes the arguments of a call from the flags that were given. Values are left to the tool to judge. */
export function readToolArguments(known: readonly ToolArgument[], flags: Flags): Record<string, unknown> {
  const given = known.filter(({ name }) => flags[name] !== undefined);
  return Object.fromEntries(
    given.map((argument) => [argument.name, readFlag(argument, flags[argument.name])]),
  );
}

/** Reads the arguments that were given as one JSON object. */
export function readJsonArguments(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError(
    `"${text}" is no JSON object. Write arguments as flags, or as one object: '{"limit": 3}'.`,
  );
}

function readFlag({ name, type }: ToolArgument, value: unknown): unknown {
  if (type === 'list') return readList(value);
  if (Array.isArray(value)) throw new UsageError(`--${name} is given ${value.length} times; give it once.`);
  if (type === 'object') return readObject(name, value);
  if (type === 'number') return readNumber(name, String(value));
  return value;
}

/** `--ids a --ids b`, `--ids a,b` and `--ids '["a","b"]'` are the same. */
function readList(value: unknown): unknown[] {
  return [value].flat().flatMap((part) => {
    const list = typeof part === 'string' ? parseJson(part) : part;
    return Array.isArray(list)
      ? list
      : String(part)
          .split(',')
          .map((item) => item.trim());
  });
}

function readObject(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const object = parseJson(value);
  if (typeof object === 'object' && object !== null) return object;
  throw new UsageError(
    `--${name} is an object: write it as JSON (--${name} '{"field": 1}') or by parts (--${name}.field 1).`,
  );
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new UsageError(`--${name} is a number, not "${text}".`);
}

/** Undefined for what is no JSON. Throws for what is more than any tool takes, and than whoever reads it could. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const excess = excessOf(value);
  if (excess === undefined) return value;
  throw new UsageError(`An argument in JSON ${excess}: this one begins with ${text.slice(0, 40)}.`);
}
