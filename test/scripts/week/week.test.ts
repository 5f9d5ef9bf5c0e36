import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { filesFaults, secretsIn } from '../../../scripts/week/checks.ts';
import { SimulatedClock } from '../../../scripts/week/simulated-clock.ts';
import { startSources } from '../../../scripts/week/sources.ts';
import { diskFiles } from '../../../src/lib/file-system.ts';

const START = Date.UTC(2031, 2, 3);

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'robotics-mcp-week-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

// What it loads takes the clock that it finds: nothing of the program is imported above but the file system.
it('a day of a service in simulated time keeps every promise', { timeout: 300_000 }, async () => {
  const clock = new SimulatedClock(START);
  const restore = clock.install(diskFiles);
  try {
    const [{ main }, { Week }] = await Promise.all([
      import('../../../src/cli/main.ts'),
      import('../../../scripts/week/week.ts'),
    ]);
    const options = { days: 1, random: new Random(1), clock, main, folder: place };
    const { faults, hours, searches, acknowledged, versions } = await Week.run(options);
    expect(faults).toEqual([]);
    expect({ hours, searches }).toEqual({ hours: 24, searches: 48 });
    expect(acknowledged).toBeGreaterThan(3);
    expect(versions.length).toBeGreaterThan(1);
  } finally {
    restore();
  }
});

it("a publisher goes on from one key to the next, and a caller's key ends with its last day", {
  timeout: 300_000,
}, async () => {
  const clock = new SimulatedClock(START);
  const restore = clock.install(diskFiles);
  const sources = await startSources(place);
  try {
    const [{ main }, { Publishing }, { Callers }, { Program }, { writeSmallDataset }] = await Promise.all([
      import('../../../src/cli/main.ts'),
      import('../../../scripts/week/publishing.ts'),
      import('../../../scripts/week/callers.ts'),
      import('../../../scripts/week/program.ts'),
      import('../../../scripts/week/small-dataset.ts'),
    ]);
    writeSmallDataset(join(place, 'dataset'), clock.today);
    mkdirSync(join(place, 'first'));
    const [program, random] = [new Program(main, {}), new Random(5)];
    const publishing = new Publishing({ program, folder: place, clock, sources, random });
    const callers = new Callers({ program, home: join(place, 'first'), clock, random });
    await publishing.begin();
    await callers.begin();
    const args = ['--data-dir', join(place, 'first'), '--releases', publishing.releases, '--auth', 'keys'];
    const server = await program.serve(...args);
    const from = ['--from', server.url, '--sync-key', publishing.key];
    expect(await program.run('sync', ...from, '--data-dir', join(place, 'first'))).toMatchObject({ code: 0 });
    for (let day = 0; day < 6; day++) {
      clock.set(START + day * 86_400_000);
      expect(await publishing.day(day)).toEqual([]);
      // The sixtieth hour takes one of the keys away.
      for (let hour = 0; hour < 12; hour++) expect(await callers.hour(server, server)).toEqual([]);
    }
    expect(await server.stop()).toBe(0);
    const { payload, introductions } = JSON.parse(
      readFileSync(join(publishing.releases, 'latest.json'), 'utf8'),
    );
    expect(JSON.parse(payload).keys).toHaveLength(1);
    expect(introductions).toHaveLength(1);
    expect(secretsIn(program.log, [...publishing.secrets(), ...callers.secrets])).toEqual([]);
  } finally {
    await sources.close();
    restore();
  }
});

it('the clock can be set, and files tell when they were written by it', async () => {
  const clock = new SimulatedClock(START);
  const restore = clock.install(diskFiles);
  try {
    const path = join(place, 'file');
    writeFileSync(path, 'x');
    expect(new Date().getUTCFullYear()).toBe(2031);
    const before = diskFiles.stat(path)?.mtimeMs ?? 0;
    expect(Math.abs(before - START)).toBeLessThan(60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.set(START + 86_400_000);
    expect(clock.today).toBe('2031-03-04');
    expect(diskFiles.stat(path)?.mtimeMs).toBe(before);
    // As often as a time set in the millisecond of the step would be told by the clock before it.
    for (let day = 2; day < 100; day++) {
      clock.set(START + day * 86_400_000);
      await diskFiles.touch(path, Date.now());
      expect(Math.abs((diskFiles.stat(path)?.mtimeMs ?? 0) - Date.now())).toBeLessThan(60_000);
    }
  } finally {
    restore();
  }
  expect(new Date().getUTCFullYear()).toBeLessThan(2031);
});

it('too many files, drafts and secrets are told', () => {
  const folder = join(place, 'releases', 'snapshots');
  mkdirSync(folder, { recursive: true });
  for (const name of ['a', 'b', 'c', 'd', 'e.tmp', 'f.lock']) writeFileSync(join(folder, name), '');
  const { counts, faults } = filesFaults(place);
  expect(counts['releases/snapshots']).toBe(5);
  expect(faults).toEqual(['releases/snapshots has 5 files', 'releases/snapshots has drafts: e.tmp']);
  expect(
    secretsIn('POST key-123', [
      ['the key of ana', 'key-123'],
      ['nothing', ''],
    ]),
  ).toEqual(['the log holds the key of ana']);
});
