import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clients } from '../../../src/cli/install/clients.ts';
import { PROGRAM, runHere, run as runProgram } from '../../helpers/program.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'robotics mcp ü '));
});
afterEach(() => rmSync(home, { recursive: true }));

const environment = () => ({
  HOME: home,
  USERPROFILE: home,
  APPDATA: join(home, '.config'),
  XDG_CONFIG_HOME: join(home, '.config'),
  CODEX_HOME: '',
  CLAUDE_CONFIG_DIR: '',
});
// Hosts start the built program, so that it has to install itself.
const install = (...args: string[]) => runProgram(['install', ...args], { env: environment() });
const uninstall = (...args: string[]) => runHere(['uninstall', ...args], environment());
const fileOf = (id: string) => {
  const client = clients.find((each) => each.id === id);
  return client?.userFile({ platform: process.platform, env: environment(), cwd: home }) ?? '';
};
const cursor = (text: string | Buffer) => {
  const path = fileOf('cursor');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};

describe('every host', () => {
  it.each(clients.map(({ id }) => id))('%s: put in, put in again, taken out', async (id) => {
    const first = await install(id);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const path = fileOf(id);
    expect(first.stdout).toContain(`${path} was made`);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(JSON.stringify(process.execPath));
    expect(text).toContain(JSON.stringify(PROGRAM));
    expect((await install(id)).stdout).toBe(`${path} has "robotics" already, just so.\n`);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect((await uninstall(id)).stdout).toContain(`"robotics" is out of ${path}.`);
    expect(readFileSync(path, 'utf8')).not.toContain('robotics"');
    expect((await uninstall(id)).stdout).toBe(`There is no "robotics" in ${path}.\n`);
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['claude-code', { type: 'http', url: 'https://example.org/api/mcp' }],
    ['cursor', { url: 'https://example.org/api/mcp' }],
    ['vscode', { type: 'http', url: 'https://example.org/api/mcp' }],
    ['windsurf', { serverUrl: 'https://example.org/api/mcp' }],
    ['gemini-cli', { httpUrl: 'https://example.org/api/mcp' }],
  ])('%s: an address is printed, and nothing written', async (id, entry) => {
    const printed = await runHere(
      ['install', id, '--http', 'https://example.org/api/mcp', '--print'],
      environment(),
    );
    const container = id === 'vscode' ? 'servers' : 'mcpServers';
    expect(JSON.parse(printed.stdout)).toEqual({ [container]: { robotics: entry } });
    expect(printed.stderr).toContain(fileOf(id));
    expect(readdirSync(home)).toEqual([]);
  });

  it('codex: an address is printed as TOML', async () => {
    const { stdout } = await runHere(
      ['install', 'codex', '--http', 'https://example.org/api/mcp', '--print'],
      environment(),
    );
    expect(stdout).toBe('[mcp_servers.robotics]\nurl = "https://example.org/api/mcp"\n');
  });
});

describe('a file that is there', () => {
  it.each([
    ['servers', '{\n  "mcpServers": {\n    "a": {"x":1} // mine\n  }\n}\n'],
    ['a byte order mark', '\ufeff{\r\n  "mcpServers": {\r\n    "a": {},\r\n  },\r\n}\r\n'],
  ])('with %s is kept byte for byte, and a copy of it beside', async (_what, text) => {
    const path = cursor(text);
    expect((await install('cursor')).stdout).toContain(`As it was before: ${path}.bak`);
    expect(readFileSync(path, 'utf8').startsWith(text.slice(0, 24))).toBe(true);
    expect(readFileSync(`${path}.bak`, 'utf8')).toBe(text);
    await uninstall('cursor');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is copied under a new name each time', async () => {
    const path = cursor('{}');
    writeFileSync(`${path}.bak`, 'older');
    await install('cursor');
    await uninstall('cursor');
    expect(readFileSync(`${path}.bak`, 'utf8')).toBe('older');
    expect(readFileSync(`${path}.bak.1`, 'utf8')).toBe('{}');
    expect(readFileSync(`${path}.bak.2`, 'utf8')).toContain('robotics');
  });

  it.skipIf(process.platform === 'win32')('keeps its mode, and stays a link', async () => {
    const path = cursor('');
    rmSync(path);
    writeFileSync(join(home, 'dotfile.json'), '{}', { mode: 0o600 });
    symlinkSync(join(home, 'dotfile.json'), path);
    await install('cursor');
    expect(readFileSync(join(home, 'dotfile.json'), 'utf8')).toContain('robotics');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${path}.bak`).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === 'win32').each([
    ['by its path', (target: string) => target],
    ['by way of another link', (target: string) => target],
    [
      'relative to where it lies',
      (target: string) => join('..', basename(dirname(target)), basename(target)),
    ],
  ])('that is a link to one not there yet, %s, stays a link, and the other is made', async (how, written) => {
    const path = cursor('');
    rmSync(path);
    const target = join(home, 'dotfiles', 'mcp.json');
    mkdirSync(dirname(target));
    const further = join(home, 'further.json');
    symlinkSync(how.includes('another') ? further : written(target), path);
    symlinkSync(target, further);
    expect(await install('cursor')).toMatchObject({ code: 0, stdout: expect.stringContaining('was made') });
    expect(readFileSync(target, 'utf8')).toContain('robotics');
    for (const link of [path, further]) expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['mcp.json']);
    expect(await uninstall('cursor')).toMatchObject({ code: 0 });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });

  it.skipIf(process.platform === 'win32').each(['file', 'directory'])(
    'that is lost behind a link of the %s into a directory that is not there is refused in words',
    async (what) => {
      const path = cursor('');
      rmSync(what === 'file' ? path : dirname(path), { recursive: true });
      const link = what === 'file' ? path : dirname(path);
      symlinkSync(join(home, 'away', what === 'file' ? 'mcp.json' : ''), link);
      const { code, stderr } = await install('cursor');
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link to') });
      expect(stderr).toContain(`there is no directory ${join(home, 'away')}`);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(existsSync(join(home, 'away'))).toBe(false);
    },
  );

  it.each([
    ['broken', '{"mcpServers": {', 'no valid JSON (line 1, column 17'],
    ['in another encoding', Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), 'not written in UTF-8'],
  ])('and is %s is refused and left as it is', async (_what, bytes, message) => {
    const path = cursor(bytes);
    for (const command of [install, uninstall]) {
      const { code, stdout, stderr } = await command('cursor');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`${path} was left as it is`);
      expect(stderr).toContain(message);
    }
    expect(readFileSync(path)).toEqual(Buffer.from(bytes));
    expect(readdirSync(dirname(path))).toEqual(['mcp.json']);
  });

  // To root no directory is read-only.
  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'in a read-only directory',
    async () => {
      const path = cursor('{}');
      chmodSync(dirname(path), 0o500);
      const { code, stderr } = await install('cursor');
      chmodSync(dirname(path), 0o700);
      expect(code).toBe(1);
      expect(stderr).toContain('EACCES');
      expect(readFileSync(path, 'utf8')).toBe('{}');
    },
  );

  it('cannot be where a directory is missing and cannot be made', async () => {
    writeFileSync(join(home, '.cursor'), 'a file');
    const { code, stderr } = await install('cursor');
    expect(code).toBe(1);
    expect(stderr).toContain('was left as it is');
    expect(readFileSync(join(home, '.cursor'), 'utf8')).toBe('a file');
  });
});

describe('wrong usage', () => {
  it.each([
    [['install'], 'Say for which host: claude-desktop'],
    [['install', 'cursr'], 'Did you mean cursor?'],
    [['install', 'emacs'], 'The hosts are claude-desktop'],
    [['install', 'cursor', '--htpp', 'x'], 'Did you mean --http?'],
    [['install', 'cursor', '--http', 'ftp://x'], '--http is an http(s) address'],
    [['install', 'claude-desktop', '--http', 'https://example.org'], 'custom connector'],
    [['install', 'windsurf', '--scope', 'project'], 'leave --scope out'],
    [['install', 'cursor', '--scope', 'world'], 'scope'],
    [['uninstall', 'cursr'], 'Did you mean cursor?'],
    [['isntall'], 'Did you mean install?'],
  ])('%j ends with 2 and says what to do', async (args, message) => {
    const { code, stdout, stderr } = await runHere(args, environment());
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
    expect(readdirSync(home)).toEqual([]);
  });
});
