import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MCPB, packBundle, zipFiles } from '../../scripts/mcpb/bundle.ts';
import { drawIcon } from '../../scripts/mcpb/icon.ts';
import { trialIdentity } from '../../scripts/plugin/trial-identity.ts';
import { variableOf } from '../../src/cli/option-values.ts';
import { optionNames } from '../../src/cli/options.ts';
import { cleanEnvironment } from '../helpers/program.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly icon: string;
  readonly long_description: string;
  readonly tools: { readonly name: string }[];
  readonly user_config: Record<string, unknown>;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly args: string[]; readonly env: Record<string, string> };
  };
}

const place = mkdtempSync(join(tmpdir(), 'robotics mcpb ü '));
const unpacked = join(place, 'unpacked');
afterAll(() => rmSync(place, { recursive: true }));

describe('the MCP bundle', () => {
  let bytes: Uint8Array;
  let manifest: Manifest;
  beforeAll(async () => {
    const bundle = await packBundle();
    bytes = bundle.bytes;
    writeFileSync(join(place, bundle.name), bytes);
    execFileSync(process.execPath, [MCPB, 'unpack', join(place, bundle.name), unpacked], { stdio: 'pipe' });
    manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
  }, 120_000);

  it('is valid where it is unpacked, and small enough', () => {
    const told = execFileSync(process.execPath, [MCPB, 'validate', join(unpacked, 'manifest.json')]);
    expect(told.toString()).toContain('passes');
    expect(existsSync(join(unpacked, manifest.icon))).toBe(true);
    expect(existsSync(join(unpacked, manifest.server.entry_point))).toBe(true);
    // The package itself has 24 MB at most; the archive of a bundle compresses the same files a little less.
    expect(bytes.length).toBeLessThan(24_000_000);
  });

  it('has settings that the program knows, and hands over each of them', () => {
    const { env } = manifest.server.mcp_config;
    const variables = optionNames.map(variableOf);
    for (const variable of Object.keys(env)) expect(variables).toContain(variable);
    const settings = Object.keys(manifest.user_config).map((key) => `\${user_config.${key}}`);
    expect(Object.values(env).sort()).toEqual(settings.sort());
  });

  it('says once there is an owner whose it is, and where its privacy text stands', async () => {
    expect(manifest).not.toHaveProperty('privacy_policies');
    const files = unzipSync((await packBundle(trialIdentity, [])).bytes);
    expect(JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())).toMatchObject({
      privacy_policies: [trialIdentity.privacy],
      author: trialIdentity.author,
      homepage: trialIdentity.homepage,
      repository: { type: 'git', url: trialIdentity.repository },
    });
  });

  it('names every market whose rules it knows', () => {
    for (const scheme of ['FCC', 'UL', 'FDA', 'EU']) expect(manifest.long_description).toContain(scheme);
  });

  it('is packed with the same bytes at another time, in whatever order its files are read', () => {
    const files = ['server/cli.js', 'manifest.json', 'icon.png'].map(
      (name) => [name, Buffer.from(name)] as const,
    );
    const packed = zipFiles(new Map(files));
    vi.useFakeTimers({ now: new Date(2031, 4, 5), toFake: ['Date'] });
    const again = zipFiles(new Map(files.toReversed()));
    vi.useRealTimers();
    expect(Buffer.from(again).equals(Buffer.from(packed))).toBe(true);
  });

  it.each([
    ['settings that were never made', {}, undefined],
    [
      'settings left empty',
      { tools: '', data_directory: '', service: '', arxiv_api: '', sync: 'false', sync_key: '' },
      undefined,
    ],
    ['the tools of the hosted service, read only', { tools: 'beta', read_only: 'true' }, 3],
  ])('starts over stdio with %s', async (_what, settings, count) => {
    const client = await start(manifest, settings as Record<string, string>);
    try {
      const { tools } = await client.listTools();
      if (count === undefined)
        expect(tools.map(({ name }) => name)).toEqual(manifest.tools.map(({ name }) => name));
      else expect(tools).toHaveLength(count);
      const answer = await client.callTool({
        name: 'search_robots',
        arguments: { query: 'Unitree G1', limit: 1 },
      });
      expect(JSON.stringify(answer.structuredContent)).toContain('unitree-g1');
      expect(client.getServerVersion()).toMatchObject({ name: manifest.name, version: manifest.version });
    } finally {
      await client.close();
    }
  });
});

/** Starts the bundle as a host does: what the user has not set stays a placeholder. */
async function start({ server }: Manifest, settings: Record<string, string>): Promise<Client> {
  const put = (text: string) =>
    text
      .replace(/\$\{__dirname\}/g, unpacked)
      .replace(/\$\{user_config\.(\w+)\}/g, (placeholder, key: string) => settings[key] ?? placeholder);
  const env = Object.entries(server.mcp_config.env).map(([name, value]) => [name, put(value)]);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: server.mcp_config.args.map(put),
      env: cleanEnvironment({ HOME: place, ...Object.fromEntries(env) }),
    }),
  );
  return client;
}

it('the icon is a PNG of 512 by 512 pixels', () => {
  const icon = Buffer.from(drawIcon());
  expect(icon.subarray(1, 4).toString()).toBe('PNG');
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([512, 512]);
  const length = icon.readUInt32BE(33);
  expect(inflateSync(icon.subarray(41, 41 + length))).toHaveLength(512 * (1 + 512 * 4));
});
