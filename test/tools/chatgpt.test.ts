import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepInMemory } from '../../src/contributions/open.ts';
import { kinds } from '../../src/kinds/kinds.ts';
import { ANYONE } from '../../src/lib/caller.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import { openSmall, smallRecords } from '../helpers/catalogue.ts';
import { runHere } from '../helpers/program.ts';

let catalogue: Catalogue;
let registry: Registry;
beforeAll(async () => {
  catalogue = await openSmall();
  const contributions = keepInMemory(catalogue);
  registry = createRegistry({
    select: 'chatgpt',
    readOnly: false,
    context: async () => ({ catalogue, contributions, today: '2026-11-21' }),
    onInternalError: (_reference, error) => {
      throw error;
    },
  });
});
afterAll(() => catalogue.close());

/** The one text item of an answer, read as JSON, which is what the answer has for programs too. */
async function ask(name: string, args: object) {
  const { content, structuredContent, isError } = await registry.call(name, args, ANYONE);
  expect(content).toHaveLength(1);
  const [item] = content;
  if (isError) return structuredContent as Record<string, unknown>;
  const read = JSON.parse(item?.type === 'text' ? item.text : '');
  expect(read).toEqual(structuredContent);
  return read;
}

describe('the tools for deep research', () => {
  it('are exactly two, and each takes one text', () => {
    const definitions = registry.definitions(ANYONE);
    expect(definitions.map(({ name }) => name)).toEqual(['search', 'fetch']);
    for (const { inputSchema, annotations } of definitions) {
      expect(Object.values(inputSchema.properties ?? {})).toMatchObject([{ type: 'string' }]);
      expect(inputSchema.required).toEqual(Object.keys(inputSchema.properties ?? {}));
      expect(annotations?.readOnlyHint).toBe(true);
    }
  });

  it('search answers id, title and url of records of every kind', async () => {
    const { results } = await ask('search', { query: 'unitree g1' });
    expect(results[0]).toEqual({ id: 'robots/unitree-g1', title: 'G1', url: 'https://www.unitree.com/g1' });
    const broad = await ask('search', { query: 'robot' });
    expect(broad.results.length).toBeLessThanOrEqual(20);
    const found = new Set(broad.results.map(({ id }: { id: string }) => id.split('/')[0]));
    expect(found.size).toBeGreaterThan(3);
    for (const result of broad.results) {
      expect(Object.keys(result)).toEqual(['id', 'title', 'url']);
      expect(result.url).toMatch(/^https?:\/\//);
    }
  });

  it.each(kinds)('fetch answers whole records of %s', async (kind) => {
    const [record] = smallRecords[kind];
    const fetched = await ask('fetch', { id: `${kind}/${record?.id}` });
    expect(Object.keys(fetched)).toEqual(['id', 'title', 'url', 'text', 'metadata']);
    expect(fetched).toMatchObject({ id: `${kind}/${record?.id}`, metadata: { kind } });
    expect(fetched.text).toContain(record?.sources[0]?.url);
  });

  it('fetch finds an id without its kind, and refuses one that there is not', async () => {
    expect(await ask('fetch', { id: 'unitree-g1' })).toMatchObject({ id: 'robots/unitree-g1' });
    const { error } = await ask('fetch', { id: 'robots/unitree-g9' });
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      field: 'id',
      accepted: expect.arrayContaining(['robots/unitree-g1']),
    });
    expect((await ask('fetch', { id: 'planets/mars' })).error).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuse what is no text', async () => {
    for (const args of [{}, { query: {} }, { query: 'x', limit: 3 }, { query: 'x'.repeat(2_000) }]) {
      expect((await ask('search', args)).error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });

  it('find nothing without failing', async () => {
    expect(await ask('search', { query: 'zxqvbn' })).toEqual({ results: [] });
  });

  it('are offered by --tools chatgpt', async () => {
    const { code, stdout } = await runHere(['call', '--list', '--tools', 'chatgpt', '--json']);
    expect([code, JSON.parse(stdout).map(({ name }: { name: string }) => name)]).toEqual([
      0,
      ['search', 'fetch'],
    ]);
  });
});
