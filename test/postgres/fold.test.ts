import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { FoldWriter, foldedKeys } from '../../src/contributions/postgres/fold.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { diskFiles, type FileSystem } from '../../src/lib/file-system.ts';
import { Lock } from '../../src/lib/lock.ts';
import { realSystem, type System } from '../../src/lib/system.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

/** The disk, with a look at it after each step that changes names. */
function lookedAt(look: () => void): System {
  const files: FileSystem = {
    ...diskFiles,
    create: async (path, mode) => {
      const file = await diskFiles.create(path, mode);
      look();
      return file;
    },
    rename: async (from, to) => {
      await diskFiles.rename(from, to);
      look();
    },
    remove: async (path) => {
      await diskFiles.remove(path);
      look();
    },
  };
  return { ...realSystem, files };
}

describe('what is known of a database', () => {
  it('is there whole at any step of writing it, as it was or as it is', async () => {
    await diskFiles.makeDirectory(place.path);
    const seen = { keys: new Set<string>(), stores: new Set<string>() };
    let isOpen = false;
    const look = () => {
      if (!isOpen) return;
      seen.keys.add(readFileSync(foldedKeys(place.path), 'utf8'));
      seen.stores.add(JSON.parse(readFileSync(join(place.path, 'state.json'), 'utf8')).store);
    };
    const writer = await FoldWriter.open(place.path, lookedAt(look));
    await writer.note({ store: 'one' });
    await writer.keys('{"keys":[]}');
    isOpen = true;
    await writer.note({ store: 'two' });
    await writer.keys('{"keys":[1]}');
    expect([...seen.stores]).toEqual(['one', 'two']);
    expect([...seen.keys]).toEqual(['{"keys":[]}', '{"keys":[1]}']);
    await writer.close();
  });

  it('goes on in one file: those before are taken away', async () => {
    await diskFiles.makeDirectory(place.path);
    const writer = await FoldWriter.open(place.path, realSystem);
    await writer.use(await writer.newFile(), 'one');
    expect(readdirSync(place.path).filter((name) => name.endsWith('.jsonl'))).toEqual([writer.current.name]);
    await writer.close();
  });
});

describe('a directory of a server that follows a database', { timeout: 60_000 }, () => {
  // Nobody listens there.
  const address = readStoreAddress('postgres://node@127.0.0.1:1/robots');
  const lockPath = () => join(place.path, 'follower.lock');

  it('is made, kept from a second server, and free once the first has ended', async () => {
    const store = await openPostgres({ address, directory: place.path });
    expect(existsSync(place.path)).toBe(true);
    const clock = { ...realSystem.clock, sleep: async () => undefined };
    const second = openPostgres({ address, directory: place.path, system: { ...realSystem, clock } });
    await expect(second).rejects.toThrow(/Another server follows its database in/);
    await store.close();
    expect(await Lock.exists(lockPath())).toBe(false);
  });

  it('that a program before has left with malformed rows gives the others, and counts these', async () => {
    await diskFiles.makeDirectory(place.path);
    const writer = await FoldWriter.open(place.path, realSystem);
    const event = { type: 'reported' };
    const rows = [
      { seq: 1, key: 'a', at: 0, bodies: [event] },
      { seq: 2, key: 'b', at: 0, bodies: {} },
      { seq: 3, key: 'c', at: 9e18, bodies: [event] },
      { seq: 4, key: 'd', at: 0, bodies: [null, event] },
    ];
    await writer.add(rows as never);
    await writer.close();
    const store = await openPostgres({ address, directory: place.path });
    expect(store.since().events.map(({ seq }) => seq)).toEqual([
      [1, '', 0],
      [4, '', 1],
    ]);
    expect(store.warnings.join()).toContain(
      '3 append(s) in the database are malformed and left out (2, 3, 4)',
    );
    await store.close();
  });

  it('that cannot be written is told, and not kept from the next server', async () => {
    const create: FileSystem['create'] = (path, mode) =>
      path.endsWith('.jsonl')
        ? Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
        : diskFiles.create(path, mode);
    const system = { ...realSystem, files: { ...diskFiles, create } };
    await expect(openPostgres({ address, directory: place.path, system })).rejects.toThrow(
      /cannot be kept in .* \(EIO.*Make it writable/,
    );
    expect(await Lock.exists(lockPath())).toBe(false);
  });
});
