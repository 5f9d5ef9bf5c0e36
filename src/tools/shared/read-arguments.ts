import { z } from 'zod';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { excessOf } from '../../lib/excess.ts';
import { validated } from '../../lib/validated.ts';
import { ToolError } from '../tool.ts';

/**
 * Validates the arguments of a call. Forgiving where the meaning is plain: null, an empty text and an empty list are
 * left out, `"5"` is 5, JSON text is what it says, one text stands for a list of it, and a list for one text. Throws
 * INVALID_ARGUMENT for the first fault, with the field and what is accepted.
 */
export function readArguments<Input extends z.ZodObject>(schema: Input, args: unknown): z.output<Input> {
  const result = validated(schema, tidy(schema, args ?? {}, []));
  if (result.success) return result.data;
  throw asToolError(schema, worst(result.error.issues));
}

function tidy(schema: z.ZodType, given: unknown, path: readonly string[]): unknown {
  const inner = unwrap(schema);
  const value = inner instanceof z.ZodObject || inner instanceof z.ZodArray ? asStructure(given) : given;
  if (inner instanceof z.ZodObject && isPlainObject(value)) return tidyObject(inner, value, path);
  if (inner instanceof z.ZodNumber && typeof value === 'string') return asNumber(value);
  if (inner instanceof z.ZodBoolean && typeof value === 'string') return asBoolean(value);
  if (inner instanceof z.ZodString && typeof value === 'number') return String(value);
  if (inner instanceof z.ZodString && isList(value)) return value.join(ELEMENTS);
  if (inner instanceof z.ZodEnum && typeof value === 'string') return asOption(inner, value);
  if (inner instanceof z.ZodArray && typeof value === 'string' && value.length <= LONGEST_WRITTEN)
    return value.split(',').map((part) => part.trim());
  return value;
}

function tidyObject(schema: z.ZodObject, value: object, path: readonly string[]): object {
  const tidied: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(schema.shape, name)) {
      // What is open for more takes it as it is.
      if (!(schema.def.catchall instanceof z.ZodUnknown) || name === '__proto__')
        throw unknownArgument(name, Object.keys(schema.shape), path);
      tidied[name] = given;
      continue;
    }
    const member = schema.shape[name] as z.ZodType;
    if (given === null || given === undefined || (isEmpty(given) && member.safeParse(undefined).success)) {
      continue;
    }
    tidied[name] = tidy(member, given, [...path, name]);
  }
  return tidied;
}

function unknownArgument(given: string, known: readonly string[], path: readonly string[]): ToolError {
  // No name is longer; comparing and repeating a whole page of text would only cost time.
  const name = given.slice(0, 80);
  const [near] = nearest(name, known, 1);
  const field = [...path, name].join('.');
  const hint = near === undefined ? `Accepted: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return new ToolError('INVALID_ARGUMENT', `There is no argument ${field}. ${hint}`, {
    field,
    accepted: known,
  });
}

function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)
    inner = inner.def.innerType as z.ZodType;
  return inner;
}

/** Between the elements of a list that is given as one text: commas may stand in them. */
const ELEMENTS = '; ';

/** Texts and numbers: where one text is wanted they are any of a list. */
function isList(value: unknown): value is readonly (string | number)[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => typeof one === 'string' || typeof one === 'number')
  );
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Many models and frameworks fill what they do not mean with these. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

/** Longer texts stand for no list and no object: to read them would hold up everybody else. */
const LONGEST_WRITTEN = 10_000;

/** A list or an object that was sent as JSON text. */
function asStructure(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST_WRITTEN || !/^\s*[[{]/.test(value)) return value;
  try {
    const read: unknown = JSON.parse(value);
    return excessOf(read) === undefined ? read : value;
  } catch {
    return value;
  }
}

function asNumber(text: string): unknown {
  const trimmed = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text;
}

function asBoolean(text: string): unknown {
  const lower = text.trim().toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : text;
}

/** `Price Asc` is `price_asc`: options are compared without case, hyphens and spaces. */
function asOption(schema: z.ZodEnum, text: string): unknown {
  const key = (option: unknown) =>
    String(option)
      .toLowerCase()
      .replace(/[\s_-]+/g, '');
  return schema.options.find((option) => key(option) === key(text)) ?? text;
}

/** The first issue, or of several bounds on the same field the tightest. */
function worst(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [first] = issues;
  if (first?.code !== 'too_big') return first;
  const field = first.path.join('.');
  const bounds = issues.filter((issue) => issue.code === 'too_big' && issue.path.join('.') === field);
  return bounds.reduce((tightest, issue) =>
    issue.code === 'too_big' && tightest.code === 'too_big' && issue.maximum < tightest.maximum
      ? issue
      : tightest,
  );
}

function asToolError(schema: z.ZodType, issue: z.core.$ZodIssue | undefined): ToolError {
  const field = issue?.path.join('.') ?? '';
  const name = field === '' ? 'The arguments' : field;
  const accepted = issue?.code === 'invalid_value' ? issue.values.map(String) : undefined;
  const message =
    issue === undefined
      ? 'The arguments are not valid.'
      : `${name} ${boundsOf(schema, issue) ?? faultOf(schema, issue)}.`;
  return new ToolError('INVALID_ARGUMENT', message, {
    ...(field !== '' && { field }),
    ...(accepted !== undefined && { accepted }),
  });
}

/** Both ends of what a number may be, if it has both and lies beyond one. */
function boundsOf(schema: z.ZodType, { code, path }: z.core.$ZodIssue): string | undefined {
  if (code !== 'too_big' && code !== 'too_small') return undefined;
  const field = schemaAt(schema, path);
  if (!(field instanceof z.ZodNumber)) return undefined;
  const ends = [field.minValue, field.maxValue];
  const isBound = (end: number | null) => end !== null && Math.abs(end) < Number.MAX_SAFE_INTEGER;
  return ends.every(isBound) ? `must be ${ends.join(' to ')}` : undefined;
}

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType {
  let field = unwrap(schema);
  for (const step of path) {
    if (field instanceof z.ZodObject) field = unwrap(field.shape[step as string]);
    else if (field instanceof z.ZodArray) field = unwrap(field.element as z.ZodType);
  }
  return field;
}

/** A value that has what the schema requires, or else its first member. */
function exampleOf(schema: z.ZodType): unknown {
  const field = unwrap(schema);
  if (field instanceof z.ZodObject) {
    const members = Object.entries(field.shape as Record<string, z.ZodType>);
    const required = members.filter(([, member]) => !member.safeParse(undefined).success);
    const shown = required.length > 0 ? required : members.slice(0, 1);
    return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member)]));
  }
  if (field instanceof z.ZodArray) return [exampleOf(field.element as z.ZodType)];
  if (field instanceof z.ZodEnum) return field.options[0];
  return field instanceof z.ZodNumber ? 10 : 'text';
}

function faultOf(schema: z.ZodType, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted =
        issue.expected === 'object'
          ? `an object, such as ${JSON.stringify(exampleOf(schemaAt(schema, issue.path)))}`
          : article(issue.expected);
      return issue.input === undefined && issue.message.includes('undefined')
        ? `is missing; ${wanted} is needed`
        : `must be ${wanted}`;
    }
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${sizeOf(issue.origin, issue.maximum)}`;
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${sizeOf(issue.origin, issue.minimum)}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    default:
      return `is not accepted: ${issue.message}`;
  }
}

function article(expected: string): string {
  if (expected === 'int') return 'a whole number';
  if (expected === 'number') return 'a number without sign or unit, such as 20000';
  if (expected === 'array') return 'a list';
  return expected === 'string' ? 'a text' : `a ${expected}`;
}

function sizeOf(origin: string, bound: number | bigint): string {
  if (origin === 'string') return `${bound} characters long`;
  return origin === 'array' ? `${bound} entries long` : String(bound);
}
