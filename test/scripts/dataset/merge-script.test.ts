import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readKindLines } from '../../../src/data/dataset/files.ts';
import { kinds } from '../../../src/kinds/kinds.ts';

it('tries a change of every kind, each with the checks of the whole dataset', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-merge-'));
  try {
    const changes = kinds.map((kind) => {
      const [first = ''] = readKindLines('test/golden/dataset', kind);
      const { id } = JSON.parse(first) as { id: string };
      const sources = [{ url: 'https://example.org/read-again', title: 'Read again' }];
      return JSON.stringify({ kind, id, patch: {}, sources });
    });
    const file = join(folder, 'changes.jsonl');
    writeFileSync(file, changes.join('\n'));
    const args = [
      '--import',
      'tsx',
      'scripts/merge-records.ts',
      file,
      '--dry-run',
      '--dataset',
      'test/golden/dataset',
    ];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toHaveLength(kinds.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
