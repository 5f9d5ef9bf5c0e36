import type { ToolArgument } from './input-schema.ts';
import { UsageError } from './usage-error.ts';

/** What the parser found for the flags of a tool: texts, repeated texts, booleans, or objects of dotted flags. */
export type ParsedFlags = Readonly<Record<string, unknown>>;

/** Makes the arguments of a call from the flags that were given. Values are left to the tool to judge. */
export function readToolArguments(
  known: readonly ToolArgument[],
  flags: ParsedFlags,
): Record<string, unknown> {
  const given = known.filter(({ name }) => flags[name] !== undefined);
  return Object.fromEntries(
    given.map((argument) => [argument.name, readFlag(argument, flags[argument.name])]),
  );
}

/** Reads the arguments that were given as one JSON object. */
export function readJsonArguments(text: string): Record<string, unknown> {
  const value = parse(text);
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
    const list = typeof part === 'string' ? parse(part) : part;
    return Array.isArray(list)
      ? list
      : String(part)
          .split(',')
          .map((item) => item.trim());
  });
}

function readObject(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const object = parse(value);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
