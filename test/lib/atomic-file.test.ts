import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAbandonedDraft, isDraft, replaceFile } from '../../src/lib/atomic-file.ts';
import { diskFiles } from '../../src/lib/file-system.ts';
import { realSystem } from '../../src/lib/system.ts';
import { faultyFiles, temporaryDirectory } from '../contributions/faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(async () => {
  place = temporaryDirectory();
  await diskFiles.makeDirectory(place.path);
  path = join(place.path, 'kept.json');
});
afterEach(() => place.remove());

const modeOf = () => (statSync(path).mode & 0o777).toString(8);

describe('replacing a file', () => {
  // Made, written, flushed, renamed, its name flushed.
  it.each([1, 2, 3, 4, 5])('leaves the old content or the new one when step %i fails', async (at) => {
    await replaceFile(path, 'old');
    const files = faultyFiles();
    files.fail({ at, code: 'EIO', torn: 1 });
    const replaced = replaceFile(path, 'new', { system: { ...realSystem, files } });
    await expect(replaced).rejects.toMatchObject({ code: 'EIO' });
    expect(readFileSync(path, 'utf8')).toBe(at === 5 ? 'new' : 'old');
    expect(readdirSync(place.path)).toEqual(['kept.json']);
  });

  it('flushes before it renames, and the folder at the end', async () => {
    const files = faultyFiles();
    await replaceFile(path, 'text', { system: { ...realSystem, files } });
    const steps = files.steps.map(({ operation }) => operation);
    expect(steps).toEqual(['create', 'write', 'flush', 'rename', 'flushDirectory']);
  });

  it.skipIf(process.platform === 'win32')('follows links, also to a file that is not there yet', async () => {
    const target = join(place.path, 'elsewhere.json');
    symlinkSync('elsewhere.json', path);
    for (const content of ['first', 'second']) {
      await replaceFile(path, content);
      expect(readFileSync(target, 'utf8')).toBe(content);
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
    }
    expect(readdirSync(place.path).sort()).toEqual(['elsewhere.json', 'kept.json']);
    rmSync(path);
    symlinkSync(path, path);
    await expect(replaceFile(path, 'third')).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it('leaves the file as it is if it may not be replaced after all', async () => {
    writeFileSync(path, 'old');
    const beforeRename = () => Promise.reject(new Error('Another has changed it.'));
    await expect(replaceFile(path, 'new', { beforeRename })).rejects.toThrow('Another has changed it.');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(place.path)).toEqual(['kept.json']);
  });

  it('is done by one alone of several who had read the same', async () => {
    await replaceFile(path, 'read');
    const replaces = { content: 'read' };
    const named = Array.from({ length: 5 }, (_, number) => `written by ${number}`);
    const ends = await Promise.allSettled(named.map((text) => replaceFile(path, text, { replaces })));
    const done = named.filter((_, number) => ends[number]?.status === 'fulfilled');
    expect(done.length).toBeLessThan(2);
    expect(readFileSync(path, 'utf8')).toBe(done[0] ?? 'read');
    expect(readdirSync(place.path)).toEqual(['kept.json']);
  });

  it('is refused to whoever was suspended before the last step', async () => {
    await replaceFile(path, 'read');
    const replaces = { content: 'read' };
    const rename = async (from: string, to: string) => {
      await replaceFile(path, 'written meanwhile', { replaces });
      await diskFiles.rename(from, to);
    };
    const system = { ...realSystem, files: { ...diskFiles, rename } };
    const late = replaceFile(path, 'written late', { replaces, system });
    await expect(late).rejects.toMatchObject({ code: 'overtaken' });
    expect(readFileSync(path, 'utf8')).toBe('written meanwhile');
  });

  it('is refused where there is a file that was not, or none that was', async () => {
    const late = replaceFile(path, 'new', { replaces: { content: 'read' } });
    await expect(late).rejects.toMatchObject({ code: 'overtaken' });
    await replaceFile(path, 'new', { replaces: { content: undefined } });
    const again = replaceFile(path, 'newer', { replaces: { content: undefined } });
    await expect(again).rejects.toMatchObject({ code: 'overtaken' });
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it.skipIf(process.platform === 'win32')('makes it its owner’s alone unless told otherwise', async () => {
    await replaceFile(path, 'text');
    expect(modeOf()).toBe('600');
    chmodSync(path, 0o646);
    await replaceFile(path, 'text', { keepAccess: true });
    expect(modeOf()).toBe('646');
    await replaceFile(path, 'text', { mode: 0o444 });
    expect(modeOf()).toBe('444');
  });

  it.skipIf(process.platform === 'win32')('leaves what is no regular file alone', async () => {
    execFileSync('mkfifo', [path]);
    for (const keepAccess of [true, false]) {
      const replaced = replaceFile(path, 'text', { keepAccess });
      await expect(replaced).rejects.toMatchObject({ code: 'EFTYPE' });
    }
    expect(statSync(path).isFIFO()).toBe(true);
    expect(readdirSync(place.path)).toEqual(['kept.json']);
  });

  describe('that belongs to another', () => {
    /** The disk as a user sees it who may not give files to others, or may. */
    const others = (mayGive: boolean) => {
      const given: unknown[] = [];
      const create: typeof diskFiles.create = async (name, mode) => ({
        ...(await diskFiles.create(name, mode)),
        setOwner: async (uid, gid) => {
          if (!mayGive) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
          given.push([uid, gid]);
        },
      });
      const stat: typeof diskFiles.stat = (name) => {
        const found = diskFiles.stat(name);
        return found && name === path ? { ...found, mode: found.mode, uid: 1234, gid: 5678 } : found;
      };
      return { given, system: { ...realSystem, files: { ...diskFiles, create, stat } } };
    };

    it.each([true, false])('leaves it theirs, whether that was asked for or not (%s)', async (keepAccess) => {
      writeFileSync(path, 'old');
      const { given, system } = others(true);
      await replaceFile(path, 'new', { keepAccess, system });
      expect([given, readFileSync(path, 'utf8')]).toEqual([[[1234, 5678]], 'new']);
    });

    it('is refused in words where that cannot be and was asked for', async () => {
      writeFileSync(path, 'old');
      const { system } = others(false);
      const replaced = replaceFile(path, 'new', { keepAccess: true, system });
      await expect(replaced).rejects.toThrow(`${path} belongs to user 1234 and group 5678`);
      expect([readFileSync(path, 'utf8'), readdirSync(place.path)]).toEqual(['old', ['kept.json']]);
      await replaceFile(path, 'new', { system });
      expect(readFileSync(path, 'utf8')).toBe('new');
    });
  });

  it('knows drafts by their names, and those of processes that have ended', () => {
    const [gone, own] = [`a.json.${2 ** 22 + 1}-0badcafe.tmp`, `a.json.${process.pid}-0badcafe.tmp`];
    expect([gone, own, 'a.json', 'a.tmp'].map(isDraft)).toEqual([true, true, false, false]);
    expect([gone, own, 'a.tmp'].map((name) => isAbandonedDraft(name))).toEqual([true, false, false]);
  });
});
