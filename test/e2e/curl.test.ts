import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../helpers/product.ts';

const run = promisify(execFile);

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

/** What a shell prints for a command with `$URL` in it. */
async function shell(command: string): Promise<string> {
  const { stdout } = await run('bash', ['-c', command], { env: { ...process.env, URL: product.url } });
  return stdout;
}

describe.skipIf(process.platform === 'win32')('curl', () => {
  it('asks as the README has it', async () => {
    const readme = readFileSync('README.md', 'utf8');
    const command = /^curl (?:.*\\\n)*.*$/m.exec(readme)?.[0] ?? '';
    expect(command).toContain('http://127.0.0.1:8787/api/mcp');
    const answer = JSON.parse(await shell(command.replace('http://127.0.0.1:8787/api/mcp', '"$URL"')));
    expect(answer.result.structuredContent.results).toHaveLength(10);
  });

  it('asks as the start page has it', async () => {
    const page = await shell('curl -sH "Accept: text/html" "$URL"');
    const escaped = /<pre>(curl [\s\S]*?)<\/pre>/.exec(page)?.[1] ?? '';
    const command = escaped.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    expect(command).toContain(product.url);
    const answer = JSON.parse(await shell(command));
    expect(answer.result.structuredContent.results).toHaveLength(10);
  });

  it('reads the status', async () => {
    expect(JSON.parse(await shell('curl -s "$URL"'))).toMatchObject({ name: 'robotics-mcp', beta: true });
    expect(await shell('curl -sI "$URL"')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('speaks the revision of 2026-07-28, whose requests carry all that is needed', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '8' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'search_robots', arguments: { limit: 1 }, _meta };
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const headers = [
      'Content-Type: application/json',
      'MCP-Protocol-Version: 2026-07-28',
      'Mcp-Method: tools/call',
      'Mcp-Name: search_robots',
    ];
    const flags = headers.map((header) => `-H '${header}'`).join(' ');
    const answer = JSON.parse(await shell(`curl -s "$URL" ${flags} -d '${message}'`));
    expect(answer.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { total: expect.any(Number) },
    });
  });

  it('is told by the status what was wrong', async () => {
    const status = (flags: string) => shell(`curl -so /dev/null -w '%{http_code}' "$URL" ${flags}`);
    expect(await status(`-d '{}'`)).toBe('415');
    expect(await status(`-H 'Content-Type: application/json' -d '{'`)).toBe('400');
    expect(await status(`-H 'Host: evil.example'`)).toBe('403');
    expect(await status('-X DELETE')).toBe('405');
  });
});
