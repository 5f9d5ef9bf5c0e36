import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { shownIdentity } from '../../scripts/plugin/identity.ts';
import { trialIdentity } from '../../scripts/plugin/trial-identity.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { initializeResult } from '../../src/protocol/plain-path.ts';
import { createService } from '../../src/protocol/service.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/directories.md', import.meta.url)), 'utf8');
const service = createService({
  tools: 'all',
  readOnly: false,
  onInternalError: (_reference, error) => {
    throw error;
  },
});
afterAll(() => service.close());

/** The cells of a table of the page, without its head. */
function table(name: string): string[][] {
  const [, text = ''] = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)<!-- end -->`).exec(page) ?? [];
  const rows = text.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A call as the page writes it. */
function callIn(cell: string): [name: string, args: object] {
  const [, name = '', args = '{}'] = /^`(\w+) (\{.*\})`$/.exec(cell) ?? [];
  return [name, JSON.parse(args)];
}

describe('docs/directories.md', () => {
  it('says of every tool what its hints say, and why', async () => {
    const registry = await service.registry();
    const yes = (hint: boolean | undefined) => (hint ? 'yes' : 'no');
    const hints = registry
      .definitions(LOCAL_USER)
      .map(({ name, annotations: is }) => [
        `\`${name}\``,
        yes(is?.readOnlyHint),
        yes(is?.destructiveHint),
        yes(is?.idempotentHint),
        yes(is?.openWorldHint),
      ]);
    const rows = table('tools');
    expect(rows.map((row) => row.slice(0, 5))).toEqual(hints);
    for (const row of rows) expect(row[5]?.length, row[0]).toBeGreaterThan(20);
  });

  it('has five prompts that work', async () => {
    const registry = await service.registry();
    const rows = table('positive');
    expect(rows).toHaveLength(5);
    for (const [prompt, call = '', wanted = ''] of rows) {
      const { isError, structuredContent } = await registry.call(...callIn(call), LOCAL_USER);
      expect(isError ?? false, prompt).toBe(false);
      expect(JSON.stringify(structuredContent), prompt).toContain(wanted);
    }
  });

  it('has three prompts that must not, and what is refused of them is', async () => {
    const registry = await service.registry();
    const rows = table('negative');
    expect(rows).toHaveLength(3);
    for (const [prompt, , call = ''] of rows) {
      if (call === '–') continue;
      const answer = await registry.call(...callIn(call), LOCAL_USER);
      expect([prompt, answer.isError]).toEqual([prompt, true]);
    }
  });
});

describe('what a tool is called', () => {
  it('has a title of 30 letters at most, and a name that every host takes', async () => {
    for (const tools of ['all', 'chatgpt'] as const) {
      const registry = await createService({
        tools,
        readOnly: false,
        onInternalError: () => undefined,
      }).registry();
      for (const { name, title = '' } of registry.definitions(LOCAL_USER)) {
        expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(title.length, name).toBeGreaterThan(0);
        expect(title.length, name).toBeLessThanOrEqual(30);
      }
    }
  });

  it('is described by what it does, and not by where else it is offered', async () => {
    const registry = await service.registry();
    for (const { name, description } of registry.definitions(LOCAL_USER))
      expect(description, name).not.toMatch(/hosted service|announced/i);
  });
});

describe('who the server says it is', () => {
  it('is name and version, and page and icon once there are any', () => {
    const about = (info: object) => initializeResult({ ...service, info }, '2025-11-25', 'stdio').serverInfo;
    const { name, version } = service;
    expect(about(service.info ?? {})).toEqual({ name, version });
    expect(about(shownIdentity(trialIdentity).info)).toEqual({
      name,
      version,
      websiteUrl: trialIdentity.homepage,
      icons: [{ src: trialIdentity.icon, mimeType: 'image/png', sizes: ['512x512'] }],
    });
  });
});
