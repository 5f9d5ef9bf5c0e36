import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Lock } from '../../src/lib/lock.ts';
import { memoryFiles } from '../../src/lib/memory-file-system.ts';
import { realSystem, type System } from '../../src/lib/system.ts';

const path = join('/', 'home', 'work.lock');
let now: number;
let system: System;
/** What the holders do from time to time. */
let beats: Set<() => void>;

beforeEach(async () => {
  now = 1e12;
  beats = new Set();
  const files = memoryFiles(() => now);
  await files.makeDirectory('/home');
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
    repeat: (_ms: number, task: () => void) => {
      beats.add(task);
      return () => void beats.delete(task);
    },
  };
  system = { ...realSystem, files, clock };
});

async function pass(ms: number): Promise<void> {
  now += ms;
  for (const beat of beats) beat();
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a lock', () => {
  it('is held by one at a time', async () => {
    const lock = await Lock.take(path, system);
    expect(await lock?.isHeld()).toBe(true);
    expect(await Lock.take(path, system)).toBeUndefined();
    await lock?.release();
    expect(await Lock.exists(path, system)).toBe(false);
    expect(await Lock.take(path, system)).toBeDefined();
  });

  it('stays with a holder that renews it, and goes when the holder is gone', async () => {
    const lock = await Lock.take(path, system);
    for (let beat = 0; beat < 10; beat++) await pass(1500);
    expect(await Lock.take(path, system)).toBeUndefined();
    beats.clear();
    await pass(6000);
    expect(await Lock.take(path, system)).toBeDefined();
    expect(await lock?.isHeld()).toBe(false);
    // The former holder takes nothing from the new one.
    await lock?.release();
    expect(await Lock.exists(path, system)).toBe(true);
  });

  it('goes back to whoever has taken it over a moment before', async () => {
    await Lock.take(path, system);
    beats.clear();
    await pass(6000);
    let faster: Lock | undefined;
    const rename = async (from: string, to: string) => {
      if (from === path) faster ??= await Lock.take(path, system);
      await system.files.rename(from, to);
    };
    expect(await Lock.take(path, { ...system, files: { ...system.files, rename } })).toBeUndefined();
    expect(await faster?.isHeld()).toBe(true);
    expect(system.files.list('/home')).toEqual(['work.lock']);
  });

  it('is not taken from whoever takes it over while its age is looked at', async () => {
    await Lock.take(path, system);
    beats.clear();
    await pass(6000);
    let faster: Lock | undefined;
    const readFile = async (from: string) => {
      if (from === path) faster ??= await Lock.take(path, system);
      return system.files.readFile(from);
    };
    expect(await Lock.take(path, { ...system, files: { ...system.files, readFile } })).toBeUndefined();
    expect(await faster?.isHeld()).toBe(true);
  });

  it('can be left to go later', async () => {
    await (await Lock.take(path, system))?.leave(2000);
    await pass(1999);
    expect(await Lock.take(path, system)).toBeUndefined();
    await pass(1);
    expect(await Lock.take(path, system)).toBeDefined();
  });

  it('leaves nothing behind where the disk is full, and is taken once there is room', async () => {
    const create: System['files']['create'] = async (name, mode) => {
      const file = await system.files.create(name, mode);
      const write = async () => {
        await file.write(Buffer.from('00'));
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      };
      return { ...file, write, close: () => file.close() };
    };
    const random = { ...system.random, hex: () => '0011' };
    const full = { ...system, random, files: { ...system.files, create } };
    expect(await Lock.take(path, full)).toBeUndefined();
    expect(await Lock.exists(path, system)).toBe(false);
    expect(await Lock.wait(path, { patienceMs: 60_000, pauseMs: 100, system: full })).toBeUndefined();
    expect(now).toBeLessThan(1e12 + 1000);
    expect(await Lock.take(path, system)).toBeDefined();
  });

  it('is neither renewed nor left for another who has taken it over', async () => {
    const suspended = await Lock.take(path, system);
    const [beat] = beats;
    beats.clear();
    await pass(6000);
    await Lock.take(path, system);
    const takenAt = system.files.stat(path)?.mtimeMs;
    beats.clear();
    if (beat !== undefined) beats.add(beat);
    await pass(1500);
    expect(system.files.stat(path)?.mtimeMs).toBe(takenAt);
    await suspended?.leave(60_000);
    expect(system.files.stat(path)?.mtimeMs).toBe(takenAt);
  });

  it('is free where the clock was set back behind a holder that is gone', async () => {
    await Lock.take(path, system);
    beats.clear();
    await pass(-3_600_000);
    expect(await Lock.take(path, system)).toBeDefined();
  });

  it('is waited for no longer when the clock is set back', async () => {
    await Lock.take(path, system);
    let pauses = 0;
    const sleep = async () => {
      if (pauses++ === 0) now -= 600_000;
    };
    const wait = { patienceMs: 1000, pauseMs: 100, system: { ...system, clock: { ...system.clock, sleep } } };
    expect(await Lock.wait(path, wait)).toBeUndefined();
    expect(pauses).toBe(10);
  });

  it('is waited for as long as patience lasts', async () => {
    const lock = await Lock.take(path, system);
    let told = 0;
    const wait = { patienceMs: 1000, pauseMs: 100, system, onWaiting: () => told++ };
    expect(await Lock.wait(path, wait)).toBeUndefined();
    expect(now).toBe(1e12 + 1000);
    const sleep = async () => lock?.release();
    const ended = { ...system, clock: { ...system.clock, sleep } };
    expect(await Lock.wait(path, { ...wait, system: ended })).toBeDefined();
    expect(told).toBe(2);
  });
});
