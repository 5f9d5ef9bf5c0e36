import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What is required of an answer whose data stand in `_meta`. */
export const briefOutput = () => z.object({ text: z.string() });

type ObjectSchema = Tool['inputSchema'] & NonNullable<Tool['outputSchema']>;
type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Keywords that schemas shown to clients go without. A default is refused by OpenAI's strict mode. Bounds of length
 * make a client refuse, in words of its own, what the server explains or understands: it holds all of them itself.
 */
const LEFT_OUT = ['$schema', 'default', 'minLength', 'maxLength', 'minItems', 'propertyNames'] as const;

/**
 * A schema as clients of every kind can read it: JSON Schema of the drafts 7 to 2020-12, one type at each place.
 * Nothing is required of an answer, and an object of any members names none: concise records and full ones differ, and clients hold a refusal (`error` alone)
 * against the same schema.
 */
export function portableSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  return simplified(z.toJSONSchema(schema, { io }), io === 'output') as ObjectSchema;
}

function simplified(schema: Schema, isOutput: boolean): Schema {
  const within = (inner: unknown) => simplified(inner as Schema, isOutput);
  const simple: Schema = { ...schema };
  for (const keyword of LEFT_OUT) delete simple[keyword];
  if (isOutput) delete simple.required;
  if (isOutput && Object.keys(simple.properties ?? { any: 1 }).length === 0) delete simple.properties;
  // The bounds of every whole number that the language can tell from the next.
  if (Math.abs(simple.minimum ?? 0) === Number.MAX_SAFE_INTEGER) delete simple.minimum;
  if (simple.maximum === Number.MAX_SAFE_INTEGER) delete simple.maximum;
  if (simple.const !== undefined) {
    simple.enum = [simple.const];
    delete simple.const;
  }
  if (Array.isArray(simple.type)) {
    simple.anyOf = simple.type.map((type) => ({ type }));
    delete simple.type;
  }
  // Gemini's `parameters` know no such keyword, and the server itself refuses what is too much.
  if (saysSomething(simple.additionalProperties)) {
    simple.additionalProperties = within(simple.additionalProperties);
  } else delete simple.additionalProperties;
  if (simple.properties !== undefined) {
    simple.properties = Object.fromEntries(
      Object.entries(simple.properties).map(([name, inner]) => [name, within(inner)]),
    );
  }
  if (simple.items !== undefined) simple.items = within(simple.items);
  if (simple.anyOf !== undefined) simple.anyOf = simple.anyOf.map(within);
  return simple;
}

function saysSomething(rest: unknown): boolean {
  return typeof rest === 'object' && rest !== null && Object.keys(rest).length > 0;
}
