import type { Tool } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { argumentsOf, readJsonArguments, readToolArguments } from '../../src/cli/tool-arguments.ts';

const tool: Tool = {
  name: 'find',
  inputSchema: {
    type: 'object',
    required: ['query'],
    properties: {
      query: { type: 'string', description: 'Words' },
      limit: { type: 'integer' },
      price: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      full: { type: 'boolean' },
      ids: { type: 'array', items: { type: 'string' } },
      specs: { type: 'object', properties: {} },
      sort: { enum: ['a', 'b'] },
    },
  },
};
const known = argumentsOf(tool);

it('knows the kind of each argument', () => {
  expect(known.map(({ name, type }) => [name, type])).toEqual([
    ['query', 'text'],
    ['limit', 'number'],
    ['price', 'number'],
    ['full', 'boolean'],
    ['ids', 'list'],
    ['specs', 'object'],
    ['sort', 'text'],
  ]);
  expect(known[0]).toMatchObject({ required: true, describe: 'Words' });
  expect(known[6]?.choices).toEqual(['a', 'b']);
});

it.each([
  [
    { query: '007', limit: '3', price: '1.5', full: true },
    { query: '007', limit: 3, price: 1.5, full: true },
  ],
  [{ ids: 'a,b' }, { ids: ['a', 'b'] }],
  [{ ids: ['a', 'b, c'] }, { ids: ['a', 'b', 'c'] }],
  [{ ids: '["a,b"]' }, { ids: ['a,b'] }],
  [{ specs: '{"payload_kg":{"min":10}}' }, { specs: { payload_kg: { min: 10 } } }],
  [{ specs: { payload_kg: { min: 10 } } }, { specs: { payload_kg: { min: 10 } } }],
  [{ json: true, other: 1 }, {}],
])('makes of %j %j', (flags, args) => {
  expect(readToolArguments(known, flags)).toEqual(args);
});

it.each([
  [{ limit: 'three' }, '--limit is a number, not "three".'],
  [{ limit: ['1', '2'] }, '--limit is given 2 times'],
  [{ specs: 'heavy' }, '--specs is an object'],
])('refuses %j', (flags, message) => {
  expect(() => readToolArguments(known, flags)).toThrow(message);
});

it('reads one object, and nothing else', () => {
  expect(readJsonArguments('{"a":1}')).toEqual({ a: 1 });
  for (const text of ['[1]', '1', 'null', '{', 'humanoid'])
    expect(() => readJsonArguments(text)).toThrow(text);
});

it.each([
  ['an object', (json: string) => readJsonArguments(`{"a":${json}}`)],
  ['an argument', (json: string) => readToolArguments(known, { specs: `{"a":${json}}` })],
  ['a list', (json: string) => readToolArguments(known, { ids: json })],
])('refuses in words what is nested deeper than any tool takes: %s', (_what, read) => {
  for (const levels of [101, 20_000])
    expect(() => read('['.repeat(levels) + ']'.repeat(levels))).toThrow('nested at most 100 deep');
  expect(read('["b"]')).toBeDefined();
});
