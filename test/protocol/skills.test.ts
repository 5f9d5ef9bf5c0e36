import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allTools } from '../../src/tools/all-tools.ts';
import { type Product, startProduct } from '../helpers/product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = readdirSync(join(root, 'skills')).sort();
const pageOf = (name: string) => readFileSync(join(root, 'skills', name, 'SKILL.md'), 'utf8');

const entry = z.strictObject({
  uri: z.string(),
  frontmatter: z.strictObject({ name: z.string(), description: z.string().min(40).max(1024) }),
  resources: z.array(z.strictObject({ uri: z.string(), digest: z.string(), size: z.number() })),
});

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

async function ask(method: string, params: object, revision = '2025-11-25') {
  const isModern = revision === '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { uri } = params as { uri?: string };
  const response = await fetch(product.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      ...(isModern && {
        'mcp-method': method,
        ...(method === 'resources/read' && uri && { 'mcp-name': uri }),
      }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, ...(isModern && { _meta }) },
    }),
  });
  return (await response.json()) as {
    result?: Record<string, unknown>;
    error?: { code: number; message: string };
  };
}

describe.each(['2025-11-25', '2026-07-28'])('skills in %s', (revision) => {
  it('are declared beside resources', async () => {
    const params = {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const method = revision === '2026-07-28' ? 'server/discover' : 'initialize';
    const { result } = await ask(method, method === 'initialize' ? params : {}, revision);
    expect(result?.capabilities).toMatchObject({
      resources: expect.anything(),
      extensions: { 'io.modelcontextprotocol/skills': {} },
    });
  });

  it('are listed with digest and size of what is read', async () => {
    const { result = {} } = await ask('skills/list', {}, revision);
    const skills = z.array(entry).parse(result.skills);
    expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual(names);
    for (const { uri, frontmatter, resources } of skills) {
      expect(uri).toBe(`skill://${frontmatter.name}/SKILL.md`);
      const read = await ask('resources/read', { uri }, revision);
      const [content] = (read.result?.contents ?? []) as { mimeType: string; text: string }[];
      expect(content).toMatchObject({ mimeType: 'text/markdown', text: pageOf(frontmatter.name) });
      const digest = `sha256:${createHash('sha256')
        .update(content?.text ?? '')
        .digest('hex')}`;
      expect(resources).toEqual([{ uri, digest, size: Buffer.byteLength(content?.text ?? '') }]);
    }
    const isCached = revision === '2026-07-28';
    expect([result.ttlMs, result.cacheScope]).toEqual(
      isCached ? [3_600_000, 'public'] : [undefined, undefined],
    );
  });

  it('are got one by one', async () => {
    const { result = {} } = await ask('skills/get', { uri: 'skill://choose-a-robot/SKILL.md' }, revision);
    expect(entry.parse(result.skill).frontmatter.name).toBe('choose-a-robot');
  });

  it.each([
    ['skills/get', { uri: 'skill://none/SKILL.md' }, 'choose-a-robot'],
    ['skills/get', { uri: 7 }, 'uri'],
    ['skills/get', {}, 'uri'],
    ['skills/list', { cursor: 'x' }, 'cursor'],
  ])('are refused for %s with %j', async (method, params, said) => {
    const { error } = await ask(method, params, revision);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(said) });
  });

  it('have no page at another address', async () => {
    const { error } = await ask('resources/read', { uri: 'skill://choose-a-robot/../x' }, revision);
    expect(error?.code).toBe(revision === '2026-07-28' ? -32602 : -32002);
  });
});

it('older revisions know no extensions', async () => {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const { result } = await ask('initialize', params, '2025-06-18');
  expect(result?.capabilities).not.toHaveProperty('extensions');
});

describe.each(names)('the skill %s', (name) => {
  const text = pageOf(name);

  it('names tools, arguments and orders that there are', () => {
    const tools = new Map(allTools.map((tool) => [tool.name, tool]));
    const named = [...text.matchAll(/`((?:search|get|submit|report)_[a-z_]+|show)`/g)].map(
      ([, tool = '']) => tool,
    );
    expect(named.length).toBeGreaterThan(0);
    for (const tool of named) expect([...tools.keys()]).toContain(tool);
    const known = new Set(named.flatMap((tool) => Object.keys(tools.get(tool)?.input.shape ?? {})));
    const commands = [...text.matchAll(/robotics-mcp call (\w+) ([^`\n]*)/g)];
    expect(commands.length).toBeGreaterThan(0);
    for (const [, tool = '', flags = ''] of commands) {
      const own = Object.keys(tools.get(tool)?.input.shape ?? {});
      for (const [, flag = ''] of flags.matchAll(/--([a-z_]+)/g)) expect([...own, 'bibtex']).toContain(flag);
    }
    for (const [, argument = ''] of text.matchAll(/`([a-z_]+): "/g)) expect([...known]).toContain(argument);
    const sorts = named.flatMap((tool) => tools.get(tool)?.sorts ?? []);
    for (const [, sort] of text.matchAll(/`sort: "(\w+)"/g)) expect(sorts).toContain(sort);
  });

  it('is a page, no book', () => expect(text.length).toBeLessThan(5_000));
});

it('manifests of plugins have the version of the package, and name files that are there', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { version, files } = read('package.json');
  for (const file of ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json', 'gemini-extension.json']) {
    expect(read(file)).toMatchObject({ name: 'robotics-mcp', version });
    expect(files).toContain(file.split('/')[0]);
    const paths = JSON.stringify(read(file)).match(/[\w./-]*(?:dist\/cli\.js|codex-mcp\.json)/g) ?? [];
    for (const path of paths) expect(existsSync(join(root, path.replace(/^\//, '')))).toBe(true);
  }
});
