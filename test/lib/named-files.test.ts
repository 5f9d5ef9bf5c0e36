import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passwordFor, readStoreAddress } from '../../src/contributions/postgres/address.ts';
import type { HarvestRequest } from '../../src/harvest/adapter.ts';
import { fccAdapter } from '../../src/harvest/fcc/adapter.ts';
import { readFeedList } from '../../src/harvest/feeds/adapter.ts';
import { readKey } from '../../src/publish/issue.ts';

describe.skipIf(process.platform === 'win32')('a pipe to which nobody writes, named as', () => {
  let pipe: string;
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'robotics-mcp-named-'));
    pipe = join(place, 'pipe');
    execFileSync('mkfifo', [pipe]);
  });
  afterEach(() => rmSync(place, { recursive: true }));

  it('the list of feeds is refused', async () => {
    await expect(readFeedList(pipe)).rejects.toThrow(`${pipe} is a pipe or device, not a file`);
  });

  it('the export of the FCC is refused', async () => {
    const findings = fccAdapter(pipe).harvest({} as HarvestRequest);
    await expect(findings[Symbol.asyncIterator]().next()).rejects.toThrow('is a pipe or device, not a file');
  });

  it('the key of releases is refused', async () => {
    await expect(readKey(pipe)).rejects.toThrow('cannot be read (EFTYPE)');
  });

  it('the file of passwords has none', () => {
    const address = readStoreAddress('postgres://robotics_node@localhost/robotics');
    expect(passwordFor(address, { PGPASSFILE: pipe })).toBeUndefined();
  });
});
