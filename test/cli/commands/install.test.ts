import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clients } from '../../../src/cli/install/clients.ts';
import { editFile } from '../../../src/cli/install/config-file.ts';
import { PROGRAM, runHere, run as runProgram } from '../../helpers/program.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'robotics mcp ü ')));
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
    expect(readFileSync(path, 'utf8')).not.toMatch(/robotics"?\s*[:\]]/);
    expect((await uninstall(id)).stdout).toBe(`There is no "robotics" in ${path}.\n`);
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['claude-code', { type: 'http', url: 'https://example.org/api/mcp' }],
    ['cursor', { url: 'https://example.org/api/mcp' }],
    ['vscode', { type: 'http', url: 'https://example.org/api/mcp' }],
    ['windsurf', { serverUrl: 'https://example.org/api/mcp' }],
    ['gemini-cli', { httpUrl: 'https://example.org/api/mcp' }],
    ['zed', { url: 'https://example.org/api/mcp' }],
    ['cline', { type: 'streamableHttp', url: 'https://example.org/api/mcp' }],
    ['roo', { type: 'streamable-http', url: 'https://example.org/api/mcp' }],
    ['continue', { type: 'streamable-http', url: 'https://example.org/api/mcp' }],
    ['opencode', { type: 'remote', url: 'https://example.org/api/mcp', enabled: true }],
    ['copilot-cli', { type: 'http', url: 'https://example.org/api/mcp', tools: ['*'] }],
    ['lm-studio', { url: 'https://example.org/api/mcp' }],
  ])('%s: an address is printed, and nothing written', async (id, entry) => {
    const printed = await runHere(
      ['install', id, '--http', 'https://example.org/api/mcp', '--print'],
      environment(),
    );
    const others: Record<string, string> = { vscode: 'servers', zed: 'context_servers', opencode: 'mcp' };
    const container = others[id] ?? 'mcpServers';
    expect(JSON.parse(printed.stdout)).toEqual({ [container]: { robotics: entry } });
    expect(printed.stderr).toContain(fileOf(id));
    expect(readdirSync(home)).toEqual([]);
  });

  it('goose: an address is printed as YAML', async () => {
    const { stdout } = await runHere(
      ['install', 'goose', '--http', 'https://example.org/api/mcp', '--print'],
      environment(),
    );
    expect(stdout).toBe(
      'extensions:\n  robotics:\n    enabled: true\n    type: "streamable_http"\n    name: "robotics"\n' +
        '    uri: "https://example.org/api/mcp"\n    timeout: 300\n',
    );
  });

  it('Junie takes no address, and says where one goes', async () => {
    const { code, stderr } = await runHere(
      ['install', 'jetbrains', '--http', 'https://example.org/api/mcp'],
      environment(),
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('AI Assistant')]);
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

  it('with an entry of another server says what of it is kept and what is not', async () => {
    const path = cursor(
      '{"mcpServers":{"robotics":{"url":"https://old.example.org/mcp","headers":{"Authorization":"Bearer s3cret"},' +
        '"env":{"NODE_OPTIONS":"--require /tmp/evil.js","A":"b"},"cwd":"/evil","disabled":false}}}',
    );
    const { stdout } = await runHere(
      ['install', 'cursor', '--http', 'https://other.example.net/api/mcp'],
      environment(),
    );
    expect(stdout).toContain('Kept of what stood there: env.A, disabled.\n');
    expect(stdout).toContain('Not kept, since it was meant for another server: headers.\n');
    expect(stdout).toContain(
      'Not kept, since it can make the host load other code: env.NODE_OPTIONS, cwd.\n',
    );
    expect(stdout).not.toContain('s3cret');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      mcpServers: {
        robotics: { url: 'https://other.example.net/api/mcp', env: { A: 'b' }, disabled: false },
      },
    });
  });

  it.each([
    ['access_token', true],
    ['api-key', true],
    ['key', true],
    ['sig', true],
    ['page', false],
    ['keyboard', false],
    ['design', false],
  ])(
    'gets an address with "%s" in its query, and the user is told if that is a secret: %s',
    async (name, isTold) => {
      const { code, stdout } = await runHere(
        ['install', 'cursor', '--http', `https://example.org/api/mcp?${name}=s3cret`],
        environment(),
      );
      expect([code, stdout.includes(`"${name}" looks like a secret`)]).toEqual([0, isTold]);
      expect(stdout).not.toContain('s3cret');
    },
  );

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
    const target = join(home, 'dotfile.json');
    // What the user is told names the file itself, and the copy lies beside that one.
    expect((await install('cursor')).stdout).toContain(`is in ${path} (which leads to ${target}).`);
    expect(readFileSync(target, 'utf8')).toContain('robotics');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    for (const file of [target, `${target}.bak`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path))).toEqual(['mcp.json']);
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

describe.skipIf(process.platform === 'win32')('a file that is another than its name says', () => {
  const THEIRS = '{"token":"secret"}';
  const project = () => join(home, 'project');
  const put = (scope: 'user' | 'project', path: string) =>
    editFile({ path, scope, folder: scope === 'user' ? home : project() }, () => '{"robotics":1}');
  /** A project with a link in it, and the link. */
  const linked = (name: string, target: string) => {
    const link = join(project(), name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
    return link;
  };

  it.each([
    ['to a file', '../secret.json', '.mcp.json', 'secret.json'],
    ['to none yet', '../none.json', '.mcp.json', 'none.json'],
    ['by the directory', '..', '.cursor', 'secret.json'],
    ['by the directory, to none yet', '..', '.cursor', 'none.json'],
  ])('in a project, by a link out of it %s, is refused by name', async (_what, target, name, file) => {
    writeFileSync(join(home, 'secret.json'), THEIRS);
    const link = linked(name, target);
    const leads = `it leads by a link to ${join(home, file)}, outside the project ${project()}`;
    const path = target === '..' ? join(link, file) : link;
    await expect(put('project', path)).rejects.toThrow(leads);
    expect(readFileSync(join(home, 'secret.json'), 'utf8')).toBe(THEIRS);
    expect(readdirSync(home).sort()).toEqual(['project', 'secret.json']);
    expect(readdirSync(project())).toEqual([name]);
  });

  it('in a project, by a link that stays in it, is edited, with the copy beside it', async () => {
    const link = linked('.mcp.json', 'shared/mcp.json');
    mkdirSync(join(project(), 'shared'));
    const place = join(project(), 'shared', 'mcp.json');
    writeFileSync(place, THEIRS);
    expect(await put('project', link)).toEqual({ done: 'changed', backup: `${place}.bak`, leadsTo: place });
    expect(readFileSync(`${place}.bak`, 'utf8')).toBe(THEIRS);
    expect(readdirSync(project()).sort()).toEqual(['.mcp.json', 'shared']);
  });

  it('a home that is itself behind a link is no link in it', async () => {
    const real = join(home, 'real');
    mkdirSync(real);
    symlinkSync(real, join(home, 'home'));
    const path = join(home, 'home', '.cursor', 'mcp.json');
    const file = { path, scope: 'user', folder: join(home, 'home') } as const;
    expect(await editFile(file, () => '{}')).toEqual({ done: 'created' });
  });

  it('a directory that a variable of the environment names may be out of the home', async () => {
    const file = {
      path: join(home, 'codex', 'config.toml'),
      scope: 'user',
      folder: join(home, 'me'),
    } as const;
    expect(await editFile(file, () => 'a = 1')).toEqual({ done: 'created' });
  });

  // Who may give files to others is root alone.
  it.skipIf(process.getuid?.() !== 0)(
    'a link of the user’s may lead out of the home to what is theirs',
    async () => {
      const me = join(home, 'me');
      const [own, others] = [join(home, 'own.json'), join(home, 'others.json')];
      mkdirSync(me);
      for (const path of [own, others]) writeFileSync(path, THEIRS);
      for (const path of [me, own]) chownSync(path, 65_534, 65_534);
      for (const [name, target] of [
        ['own', own],
        ['others', others],
      ] as const)
        symlinkSync(target, join(me, name));
      const edit = (name: string) =>
        editFile({ path: join(me, name), scope: 'user', folder: me }, () => '{"robotics":1}');
      expect(await edit('own')).toMatchObject({ leadsTo: own });
      await expect(edit('others')).rejects.toThrow(
        `it leads by a link to ${others}, outside the home folder ${me}`,
      );
      expect(readFileSync(others, 'utf8')).toBe(THEIRS);
    },
  );

  it.skipIf(process.getuid?.() !== 0)('is its owner’s as before, and so is the copy', async () => {
    const path = cursor('{}');
    chownSync(path, 65_534, 65_533);
    chmodSync(path, 0o640);
    expect(await put('user', path)).toMatchObject({ backup: `${path}.bak` });
    for (const each of [path, `${path}.bak`])
      expect(statSync(each)).toMatchObject({ uid: 65_534, gid: 65_533, mode: 0o100640 });
  });

  it('is refused where nobody may write to it', async () => {
    const path = cursor('{}');
    chmodSync(path, 0o444);
    await expect(put('user', path)).rejects.toThrow('it is read-only');
    expect([readFileSync(path, 'utf8'), readdirSync(dirname(path))]).toEqual(['{}', ['mcp.json']]);
  });

  it.each(['itself', 'behind a link'])('a pipe, %s, is refused at once and stays one', async (where) => {
    const path = cursor('');
    rmSync(path);
    const pipe = where === 'itself' ? path : join(home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    if (pipe !== path) symlinkSync(pipe, path);
    for (const command of [install, uninstall]) {
      const { code, stderr } = await command('cursor');
      expect([code, stderr]).toEqual([1, expect.stringContaining('is a pipe or device, not a file')]);
    }
    expect(statSync(pipe).isFIFO()).toBe(true);
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
