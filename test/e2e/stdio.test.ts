import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment, collect, PROGRAM, run, start, until } from '../helpers/program.ts';

const identity = { name: 'test', version: '1' };
const parameters = {
  command: process.execPath,
  args: [PROGRAM],
  env: cleanEnvironment(),
  stderr: 'ignore' as const,
};
const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: identity },
})}\n`;

describe('clients', () => {
  it('of SDK 1', async () => {
    const client = new OldClient(identity);
    await client.connect(new OldTransport(parameters));
    expect((await client.listTools()).tools).toHaveLength(10);
    const answer = await client.callTool({ name: 'search_robots', arguments: { category: 'humanoid' } });
    expect(answer.structuredContent).toHaveProperty('results');
    await client.close();
  });

  it.each([
    ['legacy', 'legacy'],
    [{ pin: '2026-07-28' }, 'modern'],
  ] as const)('of SDK 2, asked for %j', async (mode, era) => {
    const client = new Client(identity, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(parameters));
    expect(client.getProtocolEra()).toBe(era);
    expect((await client.listTools()).tools).toHaveLength(10);
    const answer = await client.callTool({ name: 'search_robots', arguments: { limit: 1 } });
    expect(answer.structuredContent).toHaveProperty('results');
    const wrong = await client.callTool({ name: 'search_robots', arguments: { categroy: 'x' } });
    expect(wrong).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INVALID_ARGUMENT' } },
    });
    await client.close();
  });
});

describe('the process', () => {
  it('answers all that was piped into it, and nothing else, then ends with 0', async () => {
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'search_robots' } };
    const { code, stdout } = await run([], { input: `${initialize}nonsense\n${JSON.stringify(call)}` });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, null]);
    expect(answers.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s', async (signal) => {
    const child = start([]);
    const out = collect(child, 'stdout');
    child.stdin?.write(initialize);
    await until(() => out().includes('\n'), 'the answer');
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends quietly when its reader leaves', async () => {
    const child = start([]);
    const err = collect(child, 'stderr');
    child.stdout?.destroy();
    child.stdin?.write(initialize);
    const [code] = await once(child, 'exit');
    expect([code, err()]).toEqual([0, '']);
  });

  it('offers what the environment asks for', async () => {
    const list = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n';
    const env = {
      ROBOTICS_MCP_TOOLS: 'beta',
      ROBOTICS_MCP_READ_ONLY: 'true',
      ROBOTICS_MCP_PORT: `\${user_config.port}`,
    };
    const { stdout } = await run([], { input: `${initialize}${list}`, env });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { tools } = answers.find(({ id }) => id === 2).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'search_robots',
      'search_publications',
      'get_certification_info',
    ]);
  });
});
