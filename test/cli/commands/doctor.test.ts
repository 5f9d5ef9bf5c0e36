import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Check, checkData, checkNode, checkService } from '../../../src/cli/commands/doctor.ts';
import { sha256 } from '../../../src/data/snapshot/manifest.ts';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { sqlite } from '../../helpers/catalogue.ts';
import { PROGRAM, runHere } from '../../helpers/program.ts';
import { putVersion, snapshotOf } from '../../helpers/versions.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'robotics-mcp-doctor-'));
});
afterEach(() => rmSync(home, { recursive: true }));

async function diagnose(args: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, stdout } = await runHere(['doctor', '--json', ...args], {
    HOME: home,
    USERPROFILE: home,
    APPDATA: home,
    XDG_CONFIG_HOME: home,
    ROBOTICS_MCP_HOME: join(home, 'data'),
    ...env,
  });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  return { code, ok, checks, of: (name: string) => checks.filter((check) => check.name === name) };
}

function configure(entry: string): string {
  mkdirSync(join(home, '.cursor'));
  const path = join(home, '.cursor', 'mcp.json');
  writeFileSync(path, entry);
  return path;
}

describe('a machine where all is well', () => {
  it('is told so, and nothing is written', async () => {
    const { code, ok, checks, of } = await diagnose();
    expect([code, ok]).toEqual([0, true]);
    expect(checks.map(({ name }) => name)).toEqual([
      'Node.js',
      'program',
      'data',
      'data directory',
      'service',
      'hosts',
    ]);
    expect(of('hosts')[0]).toMatchObject({
      state: 'note',
      todo: expect.stringContaining('robotics-mcp install'),
    });
    expect(of('data')[0]?.says).toMatch(
      /^version \d{4}\.\d+\.\d+\S* of \d{4}-\d\d-\d\d, (?:one day|\d+ days) old$/,
    );
    expect(readdirSync(home)).toEqual([]);
  });

  it('is told so in lines', async () => {
    const { code, stdout } = await runHere(['doctor', '--data-dir', home], { HOME: home });
    expect(code).toBe(0);
    expect(stdout).toContain(`ok     data directory: ${home} can be written\n`);
  });

  it('a host that has the server is shown', async () => {
    const path = configure(
      JSON.stringify({ mcpServers: { robotics: { command: process.execPath, args: [PROGRAM] } } }),
    );
    expect((await diagnose()).of('Cursor')).toEqual([
      { name: 'Cursor', state: 'ok', says: `${path} has this server` },
    ]);
  });
});

describe('what is wrong is told with what to do', () => {
  it.each([
    [
      'a program that has moved',
      '{"mcpServers":{"robotics":{"command":"/no/node","args":[]}}}',
      /\/no\/node, which is not there/,
      /install cursor/,
    ],
    [
      'an address at which nothing listens',
      '{"mcpServers":{"robotics":{"url":"http://127.0.0.1:9/api/mcp"}}}',
      /names http:\/\/127\.0\.0\.1:9\/api\/mcp, which cannot be reached: /,
      /Start the server there/,
    ],
    ['a file that is broken', '{"mcpServers":', /no valid JSON/, /Repair the file/],
  ])('%s', async (_what, text, says, todo) => {
    configure(text);
    const { code, ok, of } = await diagnose();
    expect([code, ok]).toEqual([1, false]);
    expect(of('Cursor')).toEqual([
      {
        name: 'Cursor',
        state: 'wrong',
        says: expect.stringMatching(says),
        todo: expect.stringMatching(todo),
      },
    ]);
  });

  it('synced data that cannot be read', async () => {
    mkdirSync(join(home, 'data', 'data'), { recursive: true });
    writeFileSync(join(home, 'data', 'data', 'current.json'), '{"no"');
    const { code, of } = await diagnose();
    expect(code).toBe(1);
    expect(of('synced data')[0]).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('robotics-mcp sync'),
    });
    expect(of('data')[0]?.state).toBe('ok');
  });

  it('synced data without a table of what words mean, which are searched by words', async () => {
    await putVersion(new SyncStore(join(home, 'data')), await snapshotOf(1));
    const { code, of } = await diagnose();
    expect(code).toBe(0);
    expect(of('synced data')).toEqual([
      expect.objectContaining({
        state: 'note',
        says: expect.stringContaining('have no table of what words mean'),
      }),
    ]);
  });

  it('synced data that open, and cannot be asked about one kind', async () => {
    const { bytes, manifest } = await snapshotOf(1);
    const db = new (await sqlite()).Database(bytes);
    db.run('DROP TABLE news_keys');
    const damaged = db.export();
    const hash = sha256(damaged);
    const stated = { ...manifest, sha256: hash, size_bytes: damaged.byteLength };
    await putVersion(new SyncStore(join(home, 'data')), { bytes: damaged, manifest: stated });
    const { code, of } = await diagnose();
    expect(code).toBe(1);
    expect(of('synced data')).toEqual([
      expect.objectContaining({ state: 'wrong', todo: 'Run robotics-mcp sync.' }),
    ]);
  });

  it('a directory that is a file', async () => {
    writeFileSync(join(home, 'data'), '');
    const { code, of } = await diagnose();
    expect(code).toBe(1);
    expect(of('data directory')[0]).toMatchObject({
      state: 'wrong',
      todo: expect.stringContaining('--data-dir'),
    });
    expect((await diagnose(['--data-dir', join(home, 'data', 'below')])).code).toBe(1);
  });

  it('a variable that no server would start with', async () => {
    const { code, of } = await diagnose([], { ROBOTICS_MCP_PORT: 'x', ROBOTICS_MCP_SERVICE: 'nowhere' });
    expect(code).toBe(1);
    expect(of('environment').map(({ todo }) => todo)).toEqual([
      'Correct or unset ROBOTICS_MCP_PORT.',
      'Correct or unset ROBOTICS_MCP_SERVICE.',
    ]);
  });

  it('variables that contradict each other', async () => {
    const both = { ROBOTICS_MCP_SYNC_KEY: 'AAAA', ROBOTICS_MCP_ALLOW_UNSIGNED: 'yes' };
    const { code, of } = await diagnose([], both);
    expect(code).toBe(1);
    expect(of('environment')).toMatchObject([
      {
        state: 'wrong',
        says: expect.stringContaining('--sync-key'),
        todo: 'Unset ROBOTICS_MCP_ALLOW_UNSIGNED.',
      },
    ]);
  });

  it('a variable that is misspelt, which keeps nothing from working', async () => {
    const { code, of } = await diagnose([], { ROBOTICS_MCP_REDA_ONLY: 'true' });
    expect(code).toBe(0);
    expect(of('environment')).toEqual([
      {
        name: 'environment',
        state: 'note',
        says: 'ROBOTICS_MCP_REDA_ONLY is no setting, and has no effect',
        todo: 'Did you mean ROBOTICS_MCP_READ_ONLY?',
      },
    ]);
  });

  it('a Node.js that is too old', () => {
    expect(checkNode('20.19.0').state).toBe('ok');
    expect(checkNode('24.1.0').state).toBe('ok');
    expect(checkNode('20.18.3')).toMatchObject({ state: 'wrong', todo: 'Install Node.js 20.19 or newer.' });
  });

  it('data that are old', async () => {
    expect((await checkData(new Date('2040-01-01'))).state).toBe('note');
  });
});

describe('the service', () => {
  let server: Server;
  let body = '';
  let status = 200;
  beforeEach(async () => {
    server = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;

  it('answers', async () => {
    body = JSON.stringify({ name: 'robotics-mcp', version: '9.8.7' });
    expect(await checkService(address())).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('9.8.7'),
    });
  });

  it('is something else, or not there', async () => {
    body = '{"name":"another"}';
    const url = address();
    expect(await checkService(url)).toMatchObject({
      state: 'note',
      todo: expect.stringContaining('/api/mcp'),
    });
    status = 404;
    expect(await checkService(url)).toMatchObject({ state: 'wrong', says: `${url} answers 404` });
    server.close();
    server.closeAllConnections();
    const gone = await checkService(url);
    expect(gone).toMatchObject({ state: 'wrong', todo: expect.stringContaining('--service') });
    expect(gone.says).toContain('cannot be reached');
  });
});

describe('an address in a file of the project', () => {
  let asked: (string | undefined)[];
  let server: Server;
  let project: string;
  let url: string;
  const from = process.cwd();
  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url);
      response.end('{"name":"robotics-mcp","version":"1.2.3"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest/meta-data`;
    project = join(home, 'project');
    mkdirSync(project);
    writeFileSync(
      join(project, '.mcp.json'),
      JSON.stringify({ mcpServers: { robotics: { url: `${url}?x=secret` } } }),
    );
    process.chdir(project);
  });
  afterEach(() => {
    process.chdir(from);
    server.close();
  });

  it('is named and not asked', async () => {
    const { code, of } = await diagnose();
    expect([code, asked]).toEqual([0, []]);
    expect(of('Claude Code')).toEqual([
      {
        name: 'Claude Code',
        state: 'note',
        says: expect.stringMatching(
          /project\/\.mcp\.json names .*\?…, which was not asked: it stands in a file of/,
        ),
        todo: expect.stringContaining('doctor --service'),
      },
    ]);
  });

  it.each(['the same', 'another query'])('is asked where the user has just that one (%s)', async (which) => {
    const query = which === 'the same' ? '?x=secret' : '?x=other';
    configure(JSON.stringify({ mcpServers: { robotics: { url: `${url}${query}` } } }));
    const { of } = await diagnose();
    expect(of('Cursor')).toMatchObject([{ state: 'ok' }]);
    // What the project adds to it is not of the user.
    expect(of('Claude Code')).toMatchObject([{ state: which === 'the same' ? 'ok' : 'note' }]);
    expect(new Set(asked)).toEqual(new Set([`/latest/meta-data${query}`]));
  });

  it('is asked where the user gives it as the service', async () => {
    const { of } = await diagnose(['--service', `${url}?x=secret`]);
    expect(of('Claude Code')).toMatchObject([{ state: 'ok', says: expect.stringContaining('1.2.3') }]);
  });
});

describe.skipIf(process.platform === 'win32')('a configuration that is no file', () => {
  it('is told of, and nothing waits for it', async () => {
    const path = configure('');
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect((await diagnose()).of('Cursor')).toMatchObject([
      { state: 'wrong', says: expect.stringContaining('is a pipe or device, not a file') },
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('files that hold secrets', () => {
  it('are mentioned where others may read or change them, with what to do', async () => {
    const data = join(home, 'data');
    await runHere(['keys', 'add', 'Ana', '--scope', 'write', '--data-dir', data]);
    // The program itself writes it for its owner alone.
    expect((await diagnose()).of('secrets')).toEqual([]);
    const [keys, releaseKey, password] = [
      join(data, 'keys.json'),
      join(home, 'release.pem'),
      join(home, 'pg'),
    ];
    writeFileSync(releaseKey, 'x', { mode: 0o640 });
    writeFileSync(password, 'x', { mode: 0o644 });
    chmodSync(keys, 0o664);
    const env = {
      ROBOTICS_MCP_RELEASE_KEY: releaseKey,
      ROBOTICS_MCP_STORE: 'postgres://robots@127.0.0.1/robots',
      PGPASSFILE: password,
    };
    const { code, of } = await diagnose([], env);
    expect(of('secrets')).toEqual([
      {
        name: 'secrets',
        state: 'note',
        says: expect.stringContaining(keys),
        todo: expect.stringContaining(`chmod 600 ${keys}`),
      },
      { name: 'secrets', state: 'note', says: expect.stringContaining(releaseKey), todo: expect.any(String) },
      { name: 'secrets', state: 'note', says: expect.stringContaining(password), todo: expect.any(String) },
    ]);
    expect(code).toBe(0);
    // What changes the keys makes the file its owner's again.
    await runHere(['keys', 'add', 'Bo', '--scope', 'write', '--data-dir', data]);
    expect((await diagnose()).of('secrets')).toEqual([]);
  });

  it('are told from a key that stands in the variable itself', async () => {
    const pem = '-----BEGIN PRIVATE KEY-----\\nx\\n-----END PRIVATE KEY-----';
    expect((await diagnose([], { ROBOTICS_MCP_RELEASE_KEY: pem })).of('secrets')).toEqual([]);
  });
});
