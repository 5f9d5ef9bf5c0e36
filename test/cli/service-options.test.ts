import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../helpers/program.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'robotics-mcp-options-'));
  writeFileSync(join(directory, 'file'), '');
});
afterAll(() => rmSync(directory, { recursive: true }));

it('what the system refuses is logged in one sentence, without where in the program it was asked', async () => {
  const report = '{"resource_type":"robots","resource_id":"unitree-g1","problem":"x"}';
  // Nobody, not even root, can make a directory below a file.
  const { code, stderr } = await run([
    'call',
    'report_error',
    report,
    '--data-dir',
    join(directory, 'file', 'x'),
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/ENOTDIR|EEXIST/);
  expect(stderr).not.toMatch(/\bat (?:async )?\w+ \(|file:\/\//);
});
