import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shown } from '../../../src/tools/show/shape.ts';

const folder = new URL('../../fixtures/show/', import.meta.url);

it.each(readdirSync(folder))('the example %s has the shape that views read', (name) => {
  const example: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  expect(shown.safeParse(example).error?.issues ?? []).toEqual([]);
});
