import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { collect, run, start, until } from '../helpers/program.ts';

const identity = { name: 'test', version: '1' };
const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: identity },
})}\n`;

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
