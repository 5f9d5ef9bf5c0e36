import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../src/data/releases/release-manifest.ts';
import { verifyEnvelope } from '../../../src/data/releases/signing.ts';
import type { ReleaseReport } from '../../../src/publish/release.ts';
import { type Run, runHere } from '../../helpers/program.ts';
import { Publisher } from '../../publish/publisher.ts';

let publisher: Publisher;
let key: string;
beforeEach(() => {
  publisher = new Publisher();
  key = join(publisher.root, 'key.pem');
  writeFileSync(key, publisher.pair.pem, { mode: 0o600 });
});
afterEach(() => publisher.remove());

/** The options that say where everything is. */
function places(): string[] {
  const { dir, dataset, data } = publisher;
  return ['--releases', dir, '--dataset', dataset, '--data-dir', data];
}

function here(...args: string[]): Promise<Run> {
  return runHere(['release', ...args]);
}

async function cutHere(day: string, ...args: string[]): Promise<ReleaseReport> {
  const times = ['--date', day, '--issued-at', `${day}T04:00:00Z`];
  const { code, stdout, stderr } = await here(...places(), '--key', key, '--json', ...times, ...args);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as ReleaseReport;
}

describe('the built program', () => {
  it('makes a key, cuts, cuts nothing, lists and verifies', { timeout: 60_000 }, async () => {
    const own = join(publisher.root, 'own.pem');
    const made = await runHere(['release', 'keygen', '--out', own, '--json']);
    const pair = JSON.parse(made.stdout) as { key_id: string; public_key: string };
    expect(made).toMatchObject({ code: 0, stderr: '' });
    if (process.platform !== 'win32') expect(statSync(own).mode & 0o777).toBe(0o600);

    const env = {
      ROBOTICS_MCP_RELEASES: publisher.dir,
      ROBOTICS_MCP_RELEASE_KEY: own,
      ROBOTICS_MCP_HOME: publisher.data,
    };
    const cut = ['release', '--dataset', publisher.dataset, '--date', '2026-11-20'];
    const first = await runHere(cut, env);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(`2026.11.20 is out, the first version, signed by ${pair.key_id}`);
    const again = await runHere(cut, env);
    expect(again).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Nothing has changed since 2026.11.20, so nothing was cut.\n',
    });
    publisher.write({ robots: [{ name: 'A2' }] });
    const second = await runHere([...cut.slice(0, -1), '2026-11-21'], env);
    expect(second.stdout).toMatch(/^2026\.11\.21 is out, after 2026\.11\.20, signed/);
    expect(second.stdout).toMatch(/robots +0 added, 1 changed, 0 removed, 1 in all/);

    const listed = await runHere(['release', 'list'], env);
    expect(listed.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      '2026.11.21',
      '2026.11.20',
      '',
    ]);
    const verified = await runHere(['release', 'verify', '--trust-key', pair.public_key], env);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toContain('the deltas from 2026.11.20 lead to its records. 0 faults');
  });

  it('takes the key itself from the environment, in one line too, and shows it nowhere', {
    timeout: 60_000,
  }, async () => {
    const { pem } = publisher.pair;
    const secret = pem.split('\n')[1] ?? '';
    const runs: Run[] = [];
    for (const value of [pem, pem.replaceAll('\n', '\\n'), secret, pem.replace(secret, secret.slice(2))]) {
      const args = ['release', ...places(), '--refresh', '--json', '--date', '2026-11-20'];
      runs.push(await runHere(args, { ROBOTICS_MCP_RELEASE_KEY: value }));
    }
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 1, 1]);
    for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(secret.slice(8, 40));
    for (const bytes of Object.values(publisher.files())) expect(bytes).not.toContain(secret.slice(8, 40));
    expect(runs[2]?.stderr).toContain('cannot be read (ENOENT)');
    expect(runs[3]?.stderr).toContain('no private Ed25519 key');
  });
});

describe('release', () => {
  it('says what would change, and writes nothing, with --dry-run', async () => {
    const { code, stdout } = await here(...places(), '--dry-run', '--date', '2026-11-20');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2026\.11\.20 would be cut, the first version:\n {2}robots +1 added/);
    expect(existsSync(publisher.dir)).toBe(false);
    await cutHere('2026-11-20');
    const before = publisher.files();
    publisher.write({ robots: [{ name: 'A2' }] });
    expect(await cutHere('2026-11-21', '--dry-run')).toMatchObject({
      status: 'released',
      dry_run: true,
      version: '2026.11.21',
      previous: '2026.11.20',
      changes: { robots: { added: 0, changed: 1, removed: 0 } },
    });
    expect(publisher.files()).toEqual(before);
  });

  it('tells which contribution was left out, and releases the others', async () => {
    await cutHere('2026-11-20');
    const target = { kind: 'robots', id: 'acme-a1' } as const;
    await publisher.contribute(
      {
        type: 'reported',
        ticket: 'rep-000000000001',
        report: { resource_type: 'robots', resource_id: 'acme-a1', problem: 'x' },
      },
      {
        type: 'decided',
        ticket: 'rep-000000000001',
        decision: 'accepted',
        by: 'x',
        change: { ...target, field: 'manufacturer.id', was: 'acme', value: 'nobody' },
      },
    );
    publisher.write({ startups: [{ name: 'Nova Two' }] });
    const { code, stdout, stderr } = await here(...places(), '--key', key, '--date', '2026-11-21');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/left out: robots\.jsonl:acme-a1: .*nobody/)]);
    expect(stdout).toMatch(/startups +0 added, 1 changed/);
  });

  it('hands the releases over to another key, and retires the old one', async () => {
    await cutHere('2026-11-20');
    const other = join(publisher.root, 'other.pem');
    const made = await here('keygen', '--out', other, '--json');
    const fresh = JSON.parse(made.stdout) as { key_id: string; public_key: string };
    const old = publisher.pair.publicKey;

    const later = ['--issued-at', '2026-11-22T04:00:00Z'];
    const tooEarly = await here(...places(), '--key', other, '--refresh', ...later);
    expect(tooEarly).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`--introduce-key ${fresh.public_key}`),
    });
    const rotate = ['rotate', '--releases', publisher.dir, '--json', ...later];
    const introduced = await here(...rotate, '--key', key, '--introduce-key', fresh.public_key);
    expect(JSON.parse(introduced.stdout).keys).toEqual([old, fresh]);
    const retired = await here(...rotate, '--key', other, '--retire-key', old.key_id);
    expect(JSON.parse(retired.stdout).keys).toEqual([fresh]);
    publisher.write({ robots: [{ name: 'A2' }] });
    const refused = await here(...places(), '--key', key, ...later);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('has to be introduced') });
    const cut = await here(...places(), '--key', other, '--json', ...later);
    expect(JSON.parse(cut.stdout)).toMatchObject({ status: 'released', signed_by: fresh.key_id });

    // A client that was away all the while knows the old key alone.
    const envelope = parseEnvelope(readFileSync(join(publisher.dir, 'latest.json'), 'utf8'));
    expect(verifyEnvelope(envelope, [old])).toMatchObject({ signed_by: fresh.key_id, trusted: [fresh] });
    expect(await here('verify', '--releases', publisher.dir, '--trust-key', old.public_key)).toMatchObject({
      code: 0,
    });
  });

  it('never replaces a key', async () => {
    const { code, stderr } = await here('keygen', '--out', key);
    expect([code, stderr]).toEqual([1, expect.stringContaining('a key is never replaced')]);
    expect(readFileSync(key, 'utf8')).toBe(publisher.pair.pem);
  });

  it.skipIf(process.platform === 'win32')(
    'warns where others may read the private key, and signs',
    async () => {
      chmodSync(key, 0o644);
      const { code, stderr } = await here(...places(), '--key', key, '--date', '2026-11-20');
      expect(code).toBe(0);
      expect(stderr).toContain(`chmod 600 ${key}`);
    },
  );

  it('names each fault of the dataset', async () => {
    publisher.write({ robots: [{ manufacturer: { id: 'nobody', name: 'N', country: 'DE' } }] });
    const { code, stderr } = await here(...places(), '--key', key);
    expect([code, stderr]).toEqual([1, expect.stringContaining('robots.jsonl:acme-a1')]);
  });

  it('ends with 1 when something is wrong with what is handed out', async () => {
    await cutHere('2026-11-20');
    const latest = join(publisher.dir, 'latest.json');
    writeFileSync(latest, readFileSync(latest, 'utf8').replace('2026-11-20T04', '2026-11-20T05'));
    const { code, stdout } = await here('verify', '--releases', publisher.dir);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^latest\.json: The signature .*\n1 fault\n$/)]);
    writeFileSync(latest, '{');
    expect(await here('list', '--releases', publisher.dir)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/latest\.json: The manifest cannot be read: it is not JSON/),
    });
  });
});

describe('wrong usage', () => {
  it.each([
    [[], 'Say with --releases'],
    [['cutt'], 'action is one of cut'],
    [['--releases', 'r'], 'release keygen'],
    [['--releases', 'r', '--key', 'k', '--unsigned'], 'not both'],
    [['--releases', 'r', '--unsigned', '--date', '2026-02-30'], '--date "2026-02-30" is no date that exists'],
    [
      ['--releases', 'r', '--unsigned', '--date', '2026-11'],
      '--date is a day such as 2026-11-20, and no longer',
    ],
    [['--releases', 'r', '--unsigned', '--issued-at', 'now'], '--issued-at is a time in UTC'],
    [['--relases', 'r'], 'Did you mean --releases?'],
    [['keygen'], '--out'],
    [['list', '--out', 'x'], '--out is for keygen, not for list'],
    [['--date', '2026-11-20', '--date', '2026-11-21'], '--date is given 2 times'],
    [['rotate', '--releases', 'r', '--key', 'k'], '--introduce-key'],
    [['rotate', '--releases', 'r', '--key', 'k', '--introduce-key', 'abc'], 'no public key'],
    [['verify', '--releases', 'r', '--trust-key', 'abc'], 'no public key'],
  ])('%j ends with 2 and says what to do', async (args, message) => {
    const { code, stdout, stderr } = await here(...args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  it.each([
    [['--dataset', 'nowhere'], 'There is no nowhere/'],
    [['--key', 'nowhere.pem'], 'cannot be read (ENOENT)'],
  ])('%j that is not there ends with 1', async (args, message) => {
    const given = [...places(), '--key', key, '--date', '2026-11-20'];
    const at = given.indexOf(args[0] as string);
    given.splice(at, 2, ...args);
    const { code, stderr } = await here(...given);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(existsSync(join(publisher.dir, 'latest.json'))).toBe(false);
  });
});
