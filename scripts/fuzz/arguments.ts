import type { Draws } from './draws.ts';
import { anyJson, anyObject, anyText, type Json, object, oneOf, quote } from './values.ts';

/** What of JSON Schema the tools' inputs use. */
export interface InputSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly InputSchema[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

/** Words that records have, so that searches find something. */
const words: readonly string[] = [
  'humanoid',
  'unitree-g1',
  'Unitree G1',
  'quadruped',
  'visual slam',
  'grasping of soft objects',
  'Boston Dynamics',
  'DE',
  'EU',
  'cobot',
  'lidar',
  '2026-01',
  '2025-06-01',
  'newest',
  'relevance',
  'https://arxiv.org/abs/2401.00001',
  'robots',
  'Series A',
  '"whole body control" -legged mani*',
  'ISO 10218',
  'humanod robbot',
];

/** Arguments for a tool: mostly such that fit its schema, or nearly. */
export function drawArguments(random: Draws, schema: InputSchema): Json {
  if (random.chance(0.03)) return anyJson(random);
  const drawn = drawObject(random, schema, 2);
  if (random.chance(0.95)) return drawn;
  return anyObject(random);
}

function drawObject(random: Draws, { properties = {}, required = [] }: InputSchema, depth: number): Json {
  const share = random.pick([0.1, 0, 0.2, 0.5]);
  const members = Object.entries(properties)
    .filter(([name]) => random.chance(required.includes(name) ? 0.95 : share))
    .map(([name, schema]) => [name, drawValue(random, schema, depth)] as const);
  if (random.chance(0.04)) {
    members.push([random.pick(['querry', '__proto__', 'constructor', '', 'Query']), anyJson(random, 1)]);
  }
  // A member that comes twice: the last one counts.
  const [first] = members;
  if (first !== undefined && random.chance(0.01)) members.push([first[0], anyJson(random, 1)]);
  return object(members);
}

function drawValue(random: Draws, schema: InputSchema, depth: number): Json {
  if (random.chance(0.08)) return anyJson(random, 2);
  if (schema.anyOf !== undefined) return drawValue(random, random.pick(schema.anyOf), depth);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return JSON.stringify(random.pick(schema.enum));
  const type = typeof schema.type === 'object' ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return depth > 0 ? drawObject(random, schema, depth - 1) : '{}';
    case 'array':
      return drawList(random, schema, depth);
    case 'boolean':
      return random.pick(['false', 'true']);
    case 'integer':
    case 'number':
      return drawNumber(random, schema, type);
    default:
      return quote(drawText(random, schema), random);
  }
}

function drawList(random: Draws, schema: InputSchema, depth: number): Json {
  const { items = {}, minItems = 0, maxItems = 10 } = schema;
  const count = random.pick([minItems, minItems + 1, minItems + 2, minItems - 1, maxItems, maxItems + 1]);
  const drawn = Array.from({ length: Math.max(0, Math.min(count, 60)) }, () =>
    depth > 0 ? drawValue(random, items, depth - 1) : '"a"',
  );
  return `[${drawn.join(',')}]`;
}

function drawNumber(random: Draws, schema: InputSchema, type: 'integer' | 'number'): Json {
  const { minimum = 0, maximum = 100 } = schema;
  const between = minimum + random.next() * (maximum - minimum);
  const edges = [minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5];
  return String(
    random.chance(0.6) ? (type === 'integer' ? Math.floor(between) : between) : random.pick(edges),
  );
}

function drawText(random: Draws, { minLength = 0, maxLength, description = '' }: InputSchema): string {
  return oneOf(random, [
    [5, () => random.pick(words)],
    // A word of the description is often one that is understood.
    [3, () => random.pick(description.match(/[\w-]+/g) ?? ['a'])],
    [2, () => anyText(random)],
    [0.3, () => 'a'.repeat(Math.max(0, minLength - 1))],
    [0.3, () => random.pick(['a', '\u{1f916}', '\ufdfa']).repeat((maxLength ?? 300) + random.below(2))],
    [1, () => `${random.pick(words)} ${anyText(random)}`],
  ]);
}
