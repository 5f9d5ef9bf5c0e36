import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/lib/file-system.ts';
import { LazyFile } from '../../src/lib/lazy-file.ts';
import { openRegular, openRegularNow, refuseIrregular } from '../../src/lib/regular-file.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'robotics-mcp-regular-'));
});
afterEach(() => rmSync(place, { recursive: true }));

/** Every way in which the program reads a file that somebody names. */
const READERS: readonly (readonly [string, (path: string) => unknown])[] = [
  ['openRegular', openRegular],
  ['openRegularNow', openRegularNow],
  ['a whole file', (path) => diskFiles.readFile(path)],
  ['a part', (path) => diskFiles.readFile(path, { from: 0, length: 1 })],
  ['a file now', (path) => diskFiles.read(path, 0)],
  ['a file on demand', (path) => LazyFile.open(path)],
];

describe.skipIf(process.platform === 'win32').each(READERS)('reading %s', (_what, read) => {
  const failureOf = async (path: string) => {
    try {
      await read(path);
    } catch (error) {
      return { code: (error as NodeJS.ErrnoException).code, message: (error as Error).message };
    }
    return undefined;
  };

  it('refuses a pipe to which nobody writes, at once, and a link to it', async () => {
    const pipe = join(place, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const link = join(place, 'link');
    symlinkSync(pipe, link);
    for (const path of [pipe, link])
      expect(await failureOf(path)).toEqual({
        code: 'EFTYPE',
        message: `${path} is a pipe or device, not a file`,
      });
  });

  it('refuses a socket and a directory', async () => {
    const socket = join(place, 'socket');
    const server = createServer().listen(socket);
    await new Promise<void>((resolve) => server.once('listening', () => resolve()));
    expect(await failureOf(socket)).toMatchObject({ code: 'EFTYPE' });
    server.close();
    mkdirSync(join(place, 'directory'));
    expect(await failureOf(join(place, 'directory'))).toMatchObject({ code: 'EISDIR' });
  });

  it('takes a file, and says of none that it is not there', async () => {
    writeFileSync(join(place, 'file'), 'x');
    expect(await failureOf(join(place, 'file'))).toBeUndefined();
    expect(await failureOf(join(place, 'none'))).toMatchObject({ code: 'ENOENT' });
  });
});

it.each([
  [0o100644, undefined],
  [0o600, undefined],
  [0o10644, 'EFTYPE'],
  [0o20666, 'EFTYPE'],
  [0o60660, 'EFTYPE'],
  [0o140755, 'EFTYPE'],
  [0o40755, 'EISDIR'],
])('of what has mode %o it is known what it is', (mode, code) => {
  let thrown: unknown;
  try {
    refuseIrregular('x', mode);
  } catch (error) {
    thrown = error;
  }
  expect((thrown as NodeJS.ErrnoException | undefined)?.code).toBe(code);
});
