import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlEditor } from '../../../src/cli/install/edit-yaml.ts';

const ENTRY = {
  enabled: true,
  type: 'stdio',
  name: 'robotics',
  cmd: '/usr/bin/node',
  args: ['/opt/a b/cli.js'],
  timeout: 300,
};
const put = (text: string, entry = ENTRY) => yamlEditor.put(text, 'extensions', entry);
const remove = (text: string) => yamlEditor.remove(text, 'extensions');

const GOOSE = `# mine
active_provider: anthropic
GOOSE_MODE: "smart_approve"   # ask

extensions:
  developer:
    bundled: true
    name: developer   # keep

  memory:
    enabled: true
    type: builtin

# behind
slash_commands:
  - command: "run-tests"
`;

describe('a YAML configuration', () => {
  it.each([
    ['none', ''],
    ['comments alone', '# mine\n'],
    ['other settings', 'GOOSE_MODE: auto\n'],
    ['no line end', 'GOOSE_MODE: auto'],
    ['no servers yet', 'a: 1\nextensions:\nb: 2\n'],
    ['an empty mapping', 'a: 1\nextensions: {} # none\nb: 2\n'],
    ['servers', GOOSE],
    ['servers set in by four', 'extensions:\n    a:\n        x: 1\n'],
    ['servers at the end, without a line end', 'extensions:\n  a:\n    x: 1'],
    ['Windows line ends', GOOSE.replaceAll('\n', '\r\n')],
    ['a block of text at the end', 'extensions:\n  a:\n    description: |\n      two\n      lines\n'],
  ])('with %s gets our entry, and all else stays', (_what, text) => {
    const edited = put(text);
    expect(parse(edited).extensions.robotics).toEqual(ENTRY);
    const { robotics: _ours, ...others } = parse(edited).extensions;
    expect(others).toEqual(parse(text)?.extensions ?? {});
    expect(put(edited)).toBe(edited);
    for (const line of text.split('\n').filter((each) => !/^extensions/.test(each)))
      expect(edited).toContain(line.trimEnd());
    expect(parse(remove(edited))?.extensions?.robotics).toBeUndefined();
  });

  it('is the same again when it is taken out', () => expect(remove(put(GOOSE))).toBe(GOOSE));

  it('gets a new entry in the place of the old, with what its user added', () => {
    const before = put(GOOSE).replace(
      'timeout: 300',
      'timeout: 900\n    envs: {"A": "b", "NODE_OPTIONS": "--require /evil"}',
    );
    const edited = put(before, { ...ENTRY, args: ['/new/cli.js'] });
    expect(parse(edited).extensions.robotics).toEqual({
      ...ENTRY,
      args: ['/new/cli.js'],
      timeout: 900,
      envs: { A: 'b' },
    });
    expect(edited.startsWith(GOOSE.slice(0, 60))).toBe(true);
  });

  it.each([
    ['no YAML', 'a: [1\n', 'no valid YAML'],
    ['a list', '- a\n', 'no mapping'],
    ['a name twice', 'a: 1\na: 2\n', 'no valid YAML'],
    ['two documents', 'a: 1\n---\nb: 2\n', 'no valid YAML'],
    ['servers in one line', 'extensions: {a: {x: 1}}\n', 'does not dare'],
    ['servers that are no mapping', 'extensions: none\n', 'does not dare'],
    ['what ends the document behind it', 'a: 1\n...\n', 'dare'],
  ])('that is %s is left alone', (_what, text, says) => {
    expect(() => put(text)).toThrow(says);
  });

  it('takes nothing out where nothing is', () => {
    for (const text of ['', GOOSE, 'extensions: {a: {x: 1}}\n']) expect(remove(text)).toBe(text);
  });
});
