import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, serveHttp } from '../../src/http/serve.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { createService, type Service } from '../../src/protocol/service.ts';

let service: Service;
let server: HttpServer;
const onError = (error: Error) => {
  throw error;
};
beforeAll(async () => {
  service = createService({ tools: 'default', readOnly: false, onInternalError: () => undefined });
  server = await serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    onError,
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const get = (query: string, accept?: string) =>
  fetch(`${server.url}?${query}`, { headers: accept === undefined ? {} : { accept } });
const QUERY = 'q=quadruped&kind=robots&max_price_usd=20000&limit=3';

describe('a search by GET', () => {
  it('is answered as JSON with what the tool answers', async () => {
    const answer = await get(QUERY, 'application/json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    const registry = await service.registry();
    const args = { query: 'quadruped', max_price_usd: 20000, limit: 3 };
    const { structuredContent } = await registry.call('search_robots', args, LOCAL_USER);
    const { next_cursor: _given, ...rows } = (await answer.json()) as Record<string, unknown>;
    expect(structuredContent).toMatchObject(rows);
  });

  it('is answered as CSV where that is preferred, or asked for in the address', async () => {
    const preferred = await get(QUERY, 'text/csv');
    expect(preferred.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await preferred.text();
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toMatch(/^id,name,manufacturer,.*price_usd/);
    expect(rows).toHaveLength(3);
    expect(await (await get(`${QUERY}&format=csv`)).text()).toBe(text);
    expect(await (await get(`${QUERY}&format=csv`, 'text/html')).text()).toBe(text);
  });

  it('leads through all pages by the header Link', async () => {
    const ids: string[] = [];
    let url: string | undefined = `${server.url}?${QUERY.replace('limit=3', 'limit=4')}&format=json`;
    while (url !== undefined) {
      const answer: Response = await fetch(url, { headers: { accept: 'application/json' } });
      const { results, total } = (await answer.json()) as { results: { id: string }[]; total: number };
      ids.push(...results.map(({ id }) => id));
      const [, next] = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
      url = next === undefined ? undefined : String(new URL(next, server.url));
      if (url === undefined) expect(ids).toHaveLength(total);
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is still a page for a browser', async () => {
    const answer = await get(QUERY, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  it.each([
    ['a value that is none', 'kind=robots&limit=ninety'],
    ['a kind that there is not', 'kind=planets'],
    ['a view as CSV', 'view=compare&ids=unitree-go2&format=csv'],
  ])('refuses %s with a code', async (_what, query) => {
    const answer = await get(query, 'application/json');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: expect.any(String) } });
  });

  it('answers every kind', async () => {
    for (const kind of ['robots', 'publications', 'startups', 'news', 'manufacturers', 'challenges']) {
      const answer = await get(`kind=${kind}&limit=2&format=csv`);
      expect([kind, (await answer.text()).trim().split('\r\n').length]).toEqual([kind, 3]);
    }
  });
});

interface Described {
  readonly openapi: string;
  readonly servers: [{ readonly url: string }];
  readonly paths: { readonly '/': { readonly get: { readonly parameters: readonly { name: string }[] } } };
}

describe('?openapi', () => {
  it('describes the search at the address that was asked, with every argument once', async () => {
    const answer = await get('openapi');
    const described = (await answer.json()) as Described;
    expect([answer.status, described.openapi, described.servers]).toEqual([
      200,
      '3.1.0',
      [{ url: server.url }],
    ]);
    const { parameters } = described.paths['/'].get;
    const names: string[] = parameters.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ['q', 'kind', 'format', 'limit', 'cursor', 'max_price_usd', 'topic', 'stage'])
      expect(names).toContain(name);
    // What it says is so: that address answers.
    expect((await fetch(`${described.servers[0].url}/?q=spot&format=csv`)).status).toBe(200);
  });
});
