import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collect, expireLocks, run, start, until } from '../helpers/program.ts';
import { readKind, writeDatasetFolder } from './helpers/dataset-folder.ts';
import { clearance, type LocalSources, startLocalSources } from './helpers/local-sources.ts';

/** The built program: sources on this machine, a publisher's day, a service, and a client that syncs. */
let place: string;
let sources: LocalSources;
let service: ChildProcess | undefined;
let publicKey: string;

const at = (name: string) => join(place, name);

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'whole-day-'));
  await writeDatasetFolder(at('dataset'));
  sources = await startLocalSources(place);
  const made = await run(['release', 'keygen', '--out', at('publisher.pem'), '--json']);
  publicKey = (JSON.parse(made.stdout) as { public_key: string }).public_key;
});
afterAll(async () => {
  service?.kill();
  await sources.server.close();
  await rm(place, { recursive: true, force: true });
});

function daily(date: string, ...more: string[]) {
  const places = ['--dataset', at('dataset'), '--data-dir', at('data'), '--releases', at('releases')];
  return run([
    'harvest',
    'daily',
    ...places,
    '--key',
    at('publisher.pem'),
    '--date',
    date,
    ...sources.options,
    ...more,
  ]);
}

function asClient(...args: string[]) {
  return run([...args, '--data-dir', at('client')]);
}

it('harvests, releases, and a client that syncs finds the new paper', { timeout: 120_000 }, async () => {
  sources.day.papers = [{ id: '2611.04242', title: 'Quokka-Inspired Hopping for Small Lunar Robots' }];
  sources.day.clearances = [clearance];
  sources.day.news = ['Unitree Robotics raises $100M to build more humanoids'];
  const first = await daily('2031-11-21');
  expect(first.stderr).toBe('');
  expect(first.code).toBe(0);
  expect(first.stdout).toContain('+ arxiv-2611-04242: Quokka-Inspired Hopping for Small Lunar Robots');
  expect(first.stdout).toContain('2026.11.20 is out, the first version');
  expect(first.stdout).toMatch(/2031\.11\.21 is out, after 2026\.11\.20, signed by/);
  expect(first.stdout).toMatch(/publications +1 added, 0 changed, 0 removed, 2 in all/);
  expect(await readFile(at('dataset/VERSION'), 'utf8')).toContain('2031.11.21');

  const url = await serve();
  const before = await asClient('call', 'search_publications', '--query', 'Quokka-Inspired Hopping');
  expect(before.stdout).not.toContain('Quokka-Inspired Hopping for Small Lunar Robots');
  const synced = await asClient('sync', '--from', url, '--sync-key', publicKey);
  expect(synced.code).toBe(0);
  const after = await asClient('call', 'search_publications', '--query', 'Quokka-Inspired Hopping');
  expect(after.stdout).toContain('Quokka-Inspired Hopping for Small Lunar Robots');
});

it('does nothing the second time', { timeout: 60_000 }, async () => {
  const papers = await readKind(at('dataset'), 'publications');
  const again = await daily('2031-11-21');
  expect(again.code).toBe(0);
  expect(again.stdout).toContain('0 record(s) went into the dataset, 0 into review.');
  expect(again.stdout).toContain('Nothing has changed since 2031.11.21, which was signed anew.');
  expect(await readKind(at('dataset'), 'publications')).toEqual(papers);
});

it('takes what was accepted in review into the next day, and into the dataset', {
  timeout: 60_000,
}, async () => {
  const listed = await run(['review', 'list', '--json', '--data-dir', at('data')]);
  const [item] = JSON.parse(listed.stdout) as { ticket: string }[];
  const accepted = await run(['review', 'accept', item?.ticket ?? '', '--data-dir', at('data')]);
  expect(accepted.stderr).toBe('');
  sources.day.isArxivDown = true;
  const next = await daily('2031-11-22');
  // A source that is down is told, and keeps nothing from being released.
  expect(next.code).toBe(1);
  expect(next.stdout).toContain('! arXiv answers 503');
  expect(next.stdout).toMatch(/2031\.11\.22 is out, after 2031\.11\.21/);
  const robots = await readKind(at('dataset'), 'robots');
  const certifications = robots.find(({ id }) => id === 'da-vinci-5')?.certifications as {
    identifier: string;
  }[];
  expect(certifications.map(({ identifier }) => identifier)).toEqual(['K232610', 'K262345']);
  // The next run asks arXiv again for what it missed.
  sources.day.isArxivDown = false;
  sources.day.papers = [{ id: '2611.05555' }];
  const healed = await daily('2031-11-23');
  expect(healed.stdout).toContain('arxiv    since 2031-11-20: 1 added');
  expect(healed.stdout).toContain('2031.11.23 is out');
});

it('that is killed anywhere is finished by the next', { timeout: 120_000 }, async () => {
  sources.day.papers = Array.from({ length: 40 }, (_, i) => ({ id: `2611.1${String(i).padStart(4, '0')}` }));
  const places = ['--dataset', at('dataset'), '--data-dir', at('data'), '--releases', at('releases')];
  for (const ms of [150, 300, 450, 600]) {
    const child = start([
      'harvest',
      'daily',
      ...places,
      '--key',
      at('publisher.pem'),
      '--date',
      '2031-11-24',
      ...sources.options,
    ]);
    const closed = new Promise((resolve) => child.once('close', resolve));
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill('SIGKILL');
    await closed;
    expireLocks(place);
  }
  const last = await daily('2031-11-24');
  expect([last.code, last.stderr]).toEqual([0, '']);
  const papers = await readKind(at('dataset'), 'publications');
  expect(papers).toHaveLength(43);
  expect(new Set(papers.map(({ id }) => id)).size).toBe(43);
  const verified = await run(['release', 'verify', '--releases', at('releases')]);
  expect(verified.stdout).toContain('0 faults');
  expect(verified.stdout).toContain('2031.11.24');
});

/** Starts a service that hands out the releases; returns its address. */
async function serve(): Promise<string> {
  service = start(['--http', '--port', '0', '--releases', at('releases'), '--data-dir', at('service')]);
  const told = collect(service, 'stderr');
  await until(() => /http:\/\/127\.0\.0\.1:\d+\S*/.test(told()), 'the service');
  return /http:\/\/127\.0\.0\.1:\d+[^\s"',]*/.exec(told())?.[0] ?? '';
}
