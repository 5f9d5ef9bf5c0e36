import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { keepInMemory } from '../../src/contributions/open.ts';
import { Documents } from '../../src/protocol/documents.ts';
import { feedText } from '../../src/protocol/feeds.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openSmall } from '../helpers/catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await openSmall();
});
afterAll(() => catalogue.close());

const addressOf = (port: number) => `http://[::1]:${port}/api/mcp`;

it('are made once for a caller under however many names and ports of the host, each with its own address', async () => {
  const documents = new Documents();
  const context = { catalogue, contributions: keepInMemory(catalogue), today: '2026-11-27', now: 0 };
  const tools = vi.fn(async () => [{ name: 'search_robots', description: 'Finds robots.' }]);
  const searched = vi.spyOn(catalogue, 'search');
  const get = (name: 'news' | 'llms', port: number) =>
    documents.get(
      { name, filter: {} },
      { version: '1.0.0', rights: 'read', address: addressOf(port), tools },
      context,
    );
  for (let port = 1; port <= 300; port++) {
    expect((await get('llms', port)).text).toContain(`POST ${addressOf(port)} with`);
    await get('news', port);
  }
  expect([tools.mock.calls.length, searched.mock.calls.length]).toEqual([1, 1]);
  searched.mockRestore();
  expect(await get('news', 1)).toEqual(feedText({ name: 'news', filter: {} }, context, addressOf(1)));
  // Those that were asked for last stay as they are.
  expect(await get('news', 300)).toBe(await get('news', 300));
});
