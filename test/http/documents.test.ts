import { parseAtomFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../helpers/product.ts';
import { rawRecords } from '../helpers/raw-records.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

const get = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}?${query}`, { headers });

describe('feeds', () => {
  it.each(['news', 'publications', 'robots', 'changes'])('%s is Atom', async (name) => {
    const response = await get(`feed=${name}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    const feed = parseAtomFeed(await response.text());
    expect(feed).toMatchObject({ id: `robotics://feeds/${name}`, title: { value: expect.any(String) } });
    expect(feed.updated).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    const entries = feed.entries ?? [];
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const { id, title, updated } of entries) {
      expect([id, title?.value, updated]).toEqual([
        expect.stringMatching(/^robotics:\/\//),
        expect.stringMatching(/./),
        expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
      ]);
    }
  });

  it('news has the newest items first, with their own addresses', async () => {
    const { entries = [] } = parseAtomFeed(await (await get('feed=news')).text());
    expect(entries).toHaveLength(100);
    const items = rawRecords('news') as unknown as {
      id: string;
      date: string;
      url: string;
      headline: string;
    }[];
    const newest = items
      .map(({ date }) => date)
      .sort()
      .at(-1);
    expect(entries[0]?.updated).toContain(newest);
    const [first] = entries;
    const item = items.find(({ id }) => first?.id === `robotics://news/${id}`);
    expect(first).toMatchObject({
      title: { value: item?.headline },
      links: [{ href: item?.url, rel: 'alternate' }],
    });
    const days = entries.map(({ updated }) => updated);
    expect(days).toEqual([...days].sort().reverse());
  });

  it('challenges is a calendar of deadlines that are known to the day', async () => {
    const response = await get('feed=challenges');
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = await response.text();
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const calendar = new ICAL.Component(ICAL.parse(text));
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    const challenges = rawRecords('challenges') as unknown as {
      id: string;
      title: string;
      deadline?: string;
    }[];
    const dated = challenges.filter(({ deadline }) => deadline?.length === 10);
    expect(dated.length).toBeGreaterThan(0);
    expect(dated.length).toBeLessThan(challenges.length);
    const read = events.map(({ uid, summary, startDate }) => [uid, summary, startDate.toString()]);
    const wanted = dated.map(({ id, title, deadline }) => [
      `${id}@robotics-mcp`,
      `Deadline: ${title}`,
      deadline,
    ]);
    expect(read.sort()).toEqual(wanted.sort());
    for (const { startDate } of events) expect(startDate.isDate).toBe(true);
  });

  it('of another name is refused, naming those that there are', async () => {
    const response = await get('feed=everything');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('news, publications, robots, changes, challenges');
  });
});

describe('documents', () => {
  it.each(['feed=news', 'feed=challenges', 'card', 'llms'])(
    '%s is not sent again to who has it',
    async (query) => {
      const first = await get(query);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{27}-gzip"$/);
      expect(first.headers.get('cache-control')).toBe('public, no-cache');
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(query, { 'if-none-match': known });
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      }
      const other = await get(query, { 'if-none-match': '"other"' });
      expect([other.status, await other.text()]).toEqual([200, await first.text()]);
    },
  );

  it('a thousand questions for a feed are answered', async () => {
    const etag = (await get('feed=news')).headers.get('etag') ?? '';
    for (let round = 0; round < 20; round++) {
      const asked = Array.from({ length: 50 }, () => get('feed=news', { 'if-none-match': etag }));
      for (const response of await Promise.all(asked)) {
        expect(response.status).toBe(304);
        await response.arrayBuffer();
      }
    }
  });

  it('the card says where the server is, as SEP-2127 has it', async () => {
    const response = await get('card');
    expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json');
    const card = (await response.json()) as Record<string, unknown> & { name: string; description: string };
    expect(card).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
      remotes: [{ type: 'streamable-http', url: product.url }],
    });
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.description.length).toBeLessThanOrEqual(100);
  });

  it('llms.txt names every tool on offer, and a call that works as it stands', async () => {
    const response = await get('llms');
    const text = await response.text();
    expect(text).toMatch(/^# .+\n\n> /);
    const status = (await (await fetch(product.url)).json()) as { tools: string[] };
    for (const name of status.tools) expect(text).toContain(`- ${name}: `);
    const body = /^ {4}(\{.*\})$/m.exec(text)?.[1] ?? '';
    const answer = await fetch(product.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await answer.json()).toMatchObject({
      result: { structuredContent: { total: expect.any(Number) } },
    });
  });
});
