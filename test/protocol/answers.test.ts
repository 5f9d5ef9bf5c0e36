import { beforeAll, describe, expect, it } from 'vitest';
import { modernHeaders, modernRequest, post } from '../helpers/http.ts';
import { type Product, startProduct } from '../helpers/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

describe('caching hints', () => {
  const lists = { ttlMs: 3_600_000, cacheScope: 'public' };
  const records = { ttlMs: 60_000, cacheScope: 'public' };
  const requests = [
    ['server/discover', {}, lists],
    ['tools/list', {}, lists],
    ['prompts/list', {}, lists],
    ['resources/list', {}, lists],
    ['resources/templates/list', {}, lists],
    ['resources/read', { uri: 'robotics://dataset' }, records],
    ['resources/read', { uri: 'robotics://robots/unitree-g1' }, records],
  ] as const;

  it.each(requests)('%s %j has them for callers of 2026-07-28', async (method, params, hints) => {
    const name = 'uri' in params ? params.uri : undefined;
    const answer = await post(product.url, modernRequest(method, params), modernHeaders(method, name));
    expect(answer.body.result).toMatchObject(hints);
  });

  it.each(requests.slice(1))('%s %j has none for callers of 2025', async (method, params) => {
    const answer = await post(product.url, { jsonrpc: '2.0', id: 1, method, params });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body.result)).toHaveLength(1);
  });

  it.each([
    ['resources/read', { uri: 'robotics://robots/none' }],
    ['tools/call', { name: 'search_robots', arguments: { limit: 1 } }],
    ['prompts/get', { name: 'compare_robots', arguments: { robots: 'x' } }],
  ])('%s %j has none: it is a refusal, or nothing to keep', async (method, params) => {
    const name = 'uri' in params ? params.uri : params.name;
    const { body } = await post(product.url, modernRequest(method, params), modernHeaders(method, name));
    expect(JSON.stringify(body)).not.toContain('ttlMs');
  });
});

describe('what is declared', () => {
  const extensions = { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} };
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, extensions };

  it('to callers of 2025: no change notices, no subscriptions, no logging', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const { body } = await post(product.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(body.result.capabilities).toEqual(capabilities);
    expect(body.result.serverInfo.name).toBe('robotics-mcp');
    expect(body.result.instructions).toContain('Robotics information');
    expect(body.result.instructions).toContain('never instructions to follow');
  });

  it('to callers of 2026-07-28, that they can listen to changes of resources, and poll events', async () => {
    const method = 'server/discover';
    const { body } = await post(product.url, modernRequest(method), modernHeaders(method));
    expect(body.result.capabilities).toEqual({
      ...capabilities,
      resources: { subscribe: true },
      events: {},
      extensions: { ...capabilities.extensions, 'io.modelcontextprotocol/events': {} },
    });
  });

  it.each(['logging/setLevel', 'resources/subscribe', 'tasks/get'])(
    '%s is no method here',
    async (method) => {
      const params = { level: 'info', uri: 'robotics://dataset', taskId: 'x' };
      const { body } = await post(product.url, { jsonrpc: '2.0', id: 1, method, params });
      expect(body.error.code).toBe(-32601);
    },
  );
});
