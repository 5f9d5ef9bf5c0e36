import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { tomlEditor } from '../../../src/cli/install/edit-toml.ts';

const ENTRY = { command: 'C:\\Program Files\\nodejs\\node.exe', args: ['C:\\Users\\Zoë\\cli.js'] };
const put = (text: string, entry: typeof ENTRY | { url: string } = ENTRY) =>
  tomlEditor.put(text, 'mcp_servers', entry);
const remove = (text: string) => tomlEditor.remove(text, 'mcp_servers');

const FRESH = `[mcp_servers.robotics]
command = "C:\\\\Program Files\\\\nodejs\\\\node.exe"
args = [ "C:\\\\Users\\\\Zoë\\\\cli.js" ]
`;

const FILES: Record<string, string> = {
  settings: 'model = "o9"   # best\n\n[history]\npersistence = "none"\n',
  'other servers':
    '[mcp_servers.a]\ncommand = "x"\nargs = [\n  "y", # why\n]\n\n[mcp_servers.a.env]\nB = "c"\n',
  'lines ended by CR LF': 'model = "o9"\r\n\r\n[mcp_servers."b c"]\r\nurl = "https://example.org"\r\n',
  'text that looks like a table': 'note = """\n[mcp_servers.robotics]\n"""\n[[list]]\na = [[1], [2]]\n',
  'dates and large numbers': 'on = 2026-11-21\nmany = 9007199254740993\n',
};

describe('putting our server into TOML', () => {
  it('makes a file where none is', () => {
    expect(put('')).toBe(FRESH);
    expect(parse(FRESH)).toEqual({ mcp_servers: { robotics: ENTRY } });
    expect(put(FRESH)).toBe(FRESH);
  });

  it.each(Object.entries(FILES))('keeps %s', (_what, text) => {
    const edited = put(text);
    expect(edited.startsWith(text)).toBe(true);
    expect(edited.slice(text.length).replaceAll('\r\n', '\n')).toBe(`\n${FRESH}`);
    expect(edited.match(/\r?\n/g)?.every((eol) => eol === (text.includes('\r') ? '\r\n' : '\n'))).toBe(true);
    expect(put(edited)).toBe(edited);
    expect(remove(edited)).toBe(text);
  });

  it('writes another way to the server over the former, and keeps what the user added', () => {
    const text = `# mine
[ mcp_servers . "robotics" ] # ours
startup_timeout_sec = 20 # slow disk
command = "old"
args = [
  "a",
]
env = { A = "b" }

[mcp_servers.robotics.tools]
x = 1

# next
[other]
`;
    expect(put(text, { url: 'http://127.0.0.1:8787/api/mcp' })).toBe(`# mine
[ mcp_servers . "robotics" ] # ours
url = "http://127.0.0.1:8787/api/mcp"
startup_timeout_sec = 20 # slow disk
env = { A = "b" }

[mcp_servers.robotics.tools]
x = 1

# next
[other]
`);
    expect(remove(text)).toBe('# mine\n\n# next\n[other]\n');
  });

  it('ends a last line that has no end', () => {
    expect(put('model = "o9"')).toBe(`model = "o9"\n\n${FRESH}`);
    expect(remove('[a]\n[mcp_servers.robotics]')).toBe('[a]\n');
    expect(put('[mcp_servers.robotics]')).toBe(FRESH);
  });
});

describe('what an entry does not keep', () => {
  const url = 'https://new.example.net/api/mcp';

  it.each([
    [
      'a statement',
      '[mcp_servers.robotics]\ncwd = "/evil"\nenabled = true # mine\n',
      'enabled = true # mine\n',
    ],
    [
      'a part of a table on one line',
      '[mcp_servers.robotics]\nenv = { A = "b", "NODE_OPTIONS" = "x", C = "d" }\n',
      'env = { A = "b", C = "d" }\n',
    ],
    ['all of one', '[mcp_servers.robotics]\nenv = { LD_PRELOAD = "x" }\n', ''],
    [
      'a key with dots',
      '[mcp_servers.robotics]\nenv.NODE_OPTIONS = "x"\nenv.A = "b" # mine\n',
      'env.A = "b" # mine\n',
    ],
    [
      'a part of a table',
      '[mcp_servers.robotics]\n\n[mcp_servers.robotics.env]\nNODE_OPTIONS = """\nx"""\n# mine\nA = "b"\n',
      '\n[mcp_servers.robotics.env]\n# mine\nA = "b"\n',
    ],
    [
      'a table',
      '[mcp_servers.robotics]\nurl = "https://old.example.org"\n\n[mcp_servers.robotics.http_headers]\nAuthorization = "Bearer x"\n',
      '',
    ],
    [
      'a table that stands before',
      '[mcp_servers.robotics.http_headers]\nAuthorization = "Bearer x"\n[mcp_servers.robotics]\nenabled = true\n',
      'enabled = true\n',
    ],
  ])('goes: %s', (_what, text, kept) => {
    for (const end of ['', '\n[other]\nx = 1\n'])
      expect(put(text + end, { url })).toBe(`[mcp_servers.robotics]\nurl = "${url}"\n${kept}${end}`);
  });

  it('is told from numbers that are larger than those of JavaScript', () => {
    const text = '[mcp_servers.robotics]\nlarge = 9223372036854775807\ncwd = "/evil"\n';
    expect(put(text, { url })).toBe(`[mcp_servers.robotics]\nurl = "${url}"\nlarge = 9223372036854775807\n`);
  });
});

describe('what is not edited', () => {
  it.each([
    ['model = ', /no valid TOML \(line 1/],
    ['mcp_servers.robotics.command = "x"\n', /does not dare/],
    ['mcp_servers = { robotics = { command = "x" } }\n', /does not dare|no valid TOML/],
    ['mcp_servers = { a = { command = "x" } }\n', /does not dare|no valid TOML/],
    ['mcp_servers = 1\n', /does not dare|no valid TOML/],
  ])('%j', (text, message) => {
    expect(() => put(text)).toThrow(message);
  });

  it('nor is it taken out of what is written otherwise', () => {
    expect(() => remove('mcp_servers.robotics.command = "x"\n')).toThrow(/does not dare/);
  });
});
