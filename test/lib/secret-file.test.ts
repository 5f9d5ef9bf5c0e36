import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskFiles } from '../../src/lib/file-system.ts';
import { exposureOf } from '../../src/lib/secret-file.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'robotics-mcp-secret-'));
});
afterEach(() => rmSync(place, { recursive: true }));

const onUnix = it.skipIf(process.platform === 'win32');

onUnix.each([
  [0o600, undefined],
  [0o400, undefined],
  [0o700, undefined],
  [0o640, 'read it (mode 640)'],
  [0o644, 'read it (mode 644)'],
  [0o604, 'read it (mode 604)'],
  [0o620, 'change it (mode 620)'],
  [0o666, 'read and change it (mode 666)'],
])('of a file of mode %o it is said who else may use it', (mode, said) => {
  const path = join(place, 'secret');
  writeFileSync(path, 'x');
  chmodSync(path, mode);
  const found = exposureOf(path);
  if (said === undefined) expect(found).toBeUndefined();
  else expect(found?.says).toContain(said);
  // Windows has no such modes.
  expect(exposureOf(path, diskFiles, 'win32')).toBeUndefined();
});

onUnix('what is to be done can be pasted into a shell, whatever the path', () => {
  const path = join(place, "Ana's keys; rm x");
  writeFileSync(path, 'x');
  chmodSync(path, 0o644);
  expect(exposureOf(path)?.todo).toContain(`chmod 600 '${place}/Ana'\\''s keys; rm x'`);
});

it('a file that is not there is nobody else’s', () => {
  expect(exposureOf(join(place, 'none'))).toBeUndefined();
});
