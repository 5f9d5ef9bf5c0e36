import { readFileSync } from 'node:fs';
import Ajv, { type AnySchema, type ErrorObject } from 'ajv';
import Ajv2019 from 'ajv/dist/2019.js';
import Ajv2020 from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { recordSchemas } from '../../src/kinds/kinds.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { allTools } from '../../src/tools/all-tools.ts';
import { createRegistry } from '../../src/tools/registry.ts';

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
}

const definitionsOf = (select: 'all' | 'default') =>
  createRegistry({
    select,
    readOnly: false,
    context: () => Promise.reject(new Error('No tool is called here.')),
    onInternalError: () => undefined,
  }).definitions(LOCAL_USER);

const tools = definitionsOf('all').map(({ name, inputSchema, outputSchema }) => ({
  name,
  input: inputSchema as Schema,
  output: outputSchema as Schema,
}));

/** Every schema within a schema, itself included, with how many objects and lists it stands in. */
function within(schema: Schema, depth = 0): { readonly schema: Schema; readonly depth: number }[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...[schema.items, schema.additionalProperties].filter((one) => one !== undefined),
  ];
  const below = schema.anyOf === undefined ? depth + 1 : depth;
  return [{ schema, depth }, ...inner.flatMap((one) => within(one, below))];
}

/** The members of `Schema` in the Gemini API, which `parameters` of a function declaration are made of. */
const GEMINI = [
  ...['anyOf', 'description', 'enum', 'format', 'items', 'maxItems', 'maxLength', 'maxProperties', 'maximum'],
  ...['minItems', 'minLength', 'minProperties', 'minimum', 'nullable', 'pattern', 'properties', 'required'],
  ...['propertyOrdering', 'title', 'type', 'example', 'default'],
];

/** What OpenAI's strict mode takes, beside `$ref` and `$defs`; a default is refused there. */
const OPENAI = [
  ...['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf', 'additionalProperties'],
  ...['pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems'],
];

/** OpenAI's bounds of a schema. */
const DEEPEST = 5;
const MOST_PROPERTIES = 100;

describe.each(tools)('the schemas of $name', ({ input, output }) => {
  it.each([
    ['7', Ajv],
    ['2019-09', Ajv2019],
    ['2020-12', Ajv2020],
  ])('are read by ajv in its strict mode, in draft %s', (_draft, Reader) => {
    // biome-ignore lint/suspicious/noExplicitAny: a module of another kind, whose class stands under `default`
    const { default: Class = Reader } = Reader as any;
    const ajv = new Class({ strict: true, strictRequired: true, allowUnionTypes: false });
    expect(() => ajv.compile(input)).not.toThrow();
    expect(() => ajv.compile(output)).not.toThrow();
  });

  it('name one type at each place, and leave none open', () => {
    for (const { schema } of [...within(input), ...within(output)]) {
      expect(schema.anyOf === undefined ? typeof schema.type : 'string').toBe('string');
      expect(schema).not.toHaveProperty('const');
      expect(schema).not.toHaveProperty('propertyNames');
    }
  });

  it('keep to what Gemini takes as parameters', () => {
    for (const { schema } of within(input)) {
      expect(GEMINI).toEqual(expect.arrayContaining(Object.keys(schema)));
      for (const value of schema.enum ?? []) expect(value).toBeTypeOf('string');
    }
  });

  it("keep to what OpenAI's strict mode takes, once a framework has closed the objects", () => {
    const all = within(input);
    for (const { schema } of all) {
      expect(OPENAI).toEqual(expect.arrayContaining(Object.keys(schema)));
      if (schema.type === 'object') expect(Object.keys(schema.properties ?? {})).not.toEqual([]);
    }
    expect(Math.max(...all.map(({ depth }) => depth))).toBeLessThanOrEqual(DEEPEST);
    expect(all.length).toBeLessThanOrEqual(MOST_PROPERTIES);
    expect(input.anyOf).toBeUndefined();
  });

  it('leave bounds of length to the server, which says more of them than a validator', () => {
    for (const { schema } of within(input)) {
      for (const keyword of ['minLength', 'maxLength', 'minItems', 'additionalProperties'])
        expect(schema).not.toHaveProperty(keyword);
    }
  });
});

/** The same, with every object that names members closed: what else an answer carries is a fault. */
function closed(schema: Schema): AnySchema {
  const { properties, items, anyOf, additionalProperties, ...rest } = schema;
  return {
    ...rest,
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(additionalProperties && { additionalProperties: closed(additionalProperties) }),
    ...(Object.keys(properties ?? {}).length > 0 && {
      properties: Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, one]) => [name, closed(one)]),
      ),
      // One for each field that can be asked for.
      patternProperties: { '^excluded_': {} },
      additionalProperties: false,
    }),
  };
}

interface Recorded {
  readonly tool: string;
  readonly args: { readonly detail?: string; readonly id?: string };
  readonly answer: { readonly error?: object };
}

const recorded = readFileSync(new URL('../golden/answers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)
  .filter(({ answer }) => answer.error === undefined);

describe('output schemas', () => {
  /** A row of its own right holds members of the whole record, which another schema describes. */
  const isOfRecord = (tool: string, error: ErrorObject) => {
    const kind = allTools.find(({ name }) => name === tool)?.search?.kind;
    const member = (error.params as { readonly additionalProperty?: string }).additionalProperty ?? '';
    return (
      kind !== undefined && error.instancePath.startsWith('/results/') && member in recordSchemas[kind].shape
    );
  };

  it('describe every member of the concise answers that are recorded, but those of the whole record', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const { default: Class = Ajv } = Ajv as any;
    const ajv = new Class({ allErrors: true, allowMatchingProperties: true });
    const checks = new Map(tools.map(({ name, output }) => [name, ajv.compile(closed(output))]));
    const concise = recorded.filter(({ args }) => args?.detail !== 'full' && args?.id === undefined);
    expect(concise.length).toBeGreaterThan(200);
    const faults = concise.flatMap(({ tool, answer }) => {
      const check = checks.get(tool);
      return check(answer)
        ? []
        : check.errors
            .filter((error: ErrorObject) => !isOfRecord(tool, error))
            .map((error: object) => `${tool} ${JSON.stringify(error)}`);
    });
    expect([...new Set(faults)].slice(0, 20)).toEqual([]);
  });

  it('hold for every answer that is recorded, full ones and refusals too', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const { default: Class = Ajv } = Ajv as any;
    const ajv = new Class();
    const checks = new Map(tools.map(({ name, output }) => [name, ajv.compile(output)]));
    for (const { tool, answer } of recorded) {
      const check = checks.get(tool);
      expect([tool, check(answer), check.errors]).toEqual([tool, true, null]);
    }
  });
});

describe('tools/list of the default set', () => {
  const size = (list: readonly object[]) => countTokens(JSON.stringify({ tools: list }));

  it('costs a model at most 7,000 tokens with output schemas, and 4,200 without', () => {
    const list = definitionsOf('default');
    expect(size(list)).toBeLessThanOrEqual(7_000);
    expect(size(list.map(({ outputSchema: _, ...rest }) => rest))).toBeLessThanOrEqual(4_200);
  });
});
