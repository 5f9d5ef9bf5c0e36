import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  diskFiles,
  type FileSystem,
  readIfThere,
  readTextIfThere,
  stampOf,
} from '../../src/lib/file-system.ts';
import { memoryFiles } from '../../src/lib/memory-file-system.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'robotics-mcp-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function put(files: FileSystem, path: string, text: string): Promise<void> {
  const file = await files.create(path);
  await file.write(Buffer.from(text));
  await file.flush();
  await file.close();
}

const systems: readonly [string, () => FileSystem][] = [
  ['disk', () => diskFiles],
  ['memory', () => memoryFiles()],
];

describe.each(systems)('the file system of the %s', (_name, make) => {
  let files: FileSystem;
  let folder: string;
  beforeEach(async () => {
    files = make();
    folder = join(root, 'a', 'b');
    await files.makeDirectory(folder);
  });

  it('makes directories once, and those above them', async () => {
    await files.makeDirectory(folder);
    expect(files.list(join(root, 'a'))).toEqual(['b']);
    expect(files.list(folder)).toEqual([]);
    await put(files, join(folder, 'file'), '');
    await expect(files.makeDirectory(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('adds to a file, takes back from its end, and reads it whole or in part', async () => {
    const path = join(folder, 'file');
    const file = await files.create(path);
    await file.write(Buffer.from('x'.repeat(2000)));
    await file.write(Buffer.from('one two'));
    await file.truncate(2003);
    await file.write(Buffer.from('!'));
    await file.close();
    expect(await readTextIfThere(files, path)).toBe(`${'x'.repeat(2000)}one!`);
    expect(Buffer.from(files.read(path, 2000)).toString()).toBe('one!');
    const part = (from: number, length: number) => files.readFile(path, { from, length });
    expect(Buffer.from(await part(1999, 3)).toString()).toBe('xon');
    expect(Buffer.from(await part(2002, 9)).toString()).toBe('e!');
    expect(files.stat(path)?.size).toBe(2004);
  });

  it('never makes a file that is there', async () => {
    await put(files, join(folder, 'file'), 'mine');
    await expect(files.create(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readTextIfThere(files, join(folder, 'file'))).toBe('mine');
  });

  it('renames over another file, and tells the two apart', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await put(files, to, 'old');
    await put(files, from, 'new');
    const before = stampOf(files, to);
    await files.rename(from, to);
    expect(files.list(folder)).toEqual(['to']);
    expect(await readTextIfThere(files, to)).toBe('new');
    expect(stampOf(files, to)).not.toBe(before);
    await files.touch(to, 1_000_000);
    expect(files.stat(to)?.mtimeMs).toBe(1_000_000);
    await files.remove(to);
    expect(files.list(folder)).toEqual([]);
  });

  it('says of what is absent that it is absent', async () => {
    const nothing = join(folder, 'no', 'such');
    expect(files.list(nothing)).toBeUndefined();
    expect(files.stat(nothing)).toBeUndefined();
    expect(stampOf(files, nothing)).toBeUndefined();
    expect(await readIfThere(files, nothing)).toBeUndefined();
    const absent = { code: 'ENOENT' };
    for (const work of [
      () => files.readFile(nothing),
      () => files.create(nothing),
      () => files.rename(nothing, join(folder, 'to')),
      () => files.remove(nothing),
      () => files.touch(nothing, 0),
      () => files.flushDirectory(nothing),
    ]) {
      await expect(work()).rejects.toMatchObject(absent);
    }
    expect(() => files.read(nothing, 0)).toThrow(expect.objectContaining(absent));
  });
});
