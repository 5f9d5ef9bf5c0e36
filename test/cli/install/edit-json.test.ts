import { describe, expect, it } from 'vitest';
import { jsonEditor } from '../../../src/cli/install/edit-json.ts';

const ENTRY = { command: '/usr/bin/node', args: ['/opt/robotics mcp/cli.js'] };
const put = (text: string, entry: typeof ENTRY | { url: string } = ENTRY) =>
  jsonEditor.put(text, 'mcpServers', entry);
const remove = (text: string) => jsonEditor.remove(text, 'mcpServers');

const FRESH = `{
  "mcpServers": {
    "robotics": {
      "command": "/usr/bin/node",
      "args": [
        "/opt/robotics mcp/cli.js"
      ]
    }
  }
}
`;

/** Files as people have them, with the line that the edit brings at `@`. */
const FILES: Record<string, string> = {
  'other servers': '{\n  "mcpServers": {\n    "a": {"x":1}\n  }\n}\n',
  'a trailing comma': '{\n  "mcpServers": {\n    "a":  { "x": 1 },\n  },\n}\n',
  'comments around':
    '// mine\n{\n  "mcpServers": {\n    // first\n    "a": {"x":1} // last\n    /* end */\n  }\n}\n',
  'a comment after a comma': '{\n  "mcpServers": {\n    "a": {"x":1}, // last\n  }\n}',
  'a comment that looks like JSON': '{\n  "mcpServers": {\n    "a": {"x":"//"} // "b": {},\n  }\n}',
  tabs: '{\n\t"theme":"dark",\n\t"mcpServers": {\n\t\t"a": {"x":1}\n\t}\n}\n',
  'four spaces': '{\n    "mcpServers": {\n        "a": {}\n    },\n    "z": [1,2,  3]\n}\n',
  'lines ended by CR LF': '{\r\n  "mcpServers": {\r\n    "a": {"x":1}\r\n  }\r\n}\r\n',
  'all on one line': '{"a":1,"mcpServers":{"b":{"command":"x"}},"c":[1, 2]}',
  'an empty object of servers': '{\n  "mcpServers": {},\n  "b": 1\n}\n',
  'a comment in an empty object': '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
};

describe('putting our server into JSON', () => {
  it('makes a file where none is', () => {
    expect(put('')).toBe(FRESH);
    expect(put(' \n')).toBe(FRESH);
    expect(put(FRESH)).toBe(FRESH);
  });

  it.each(Object.entries(FILES))('keeps %s', (_what, text) => {
    const edited = put(text);
    for (const line of text.split(/\r?\n/).filter((each) => /"a"|"z"|\/\/|\/\*/.test(each))) {
      const [before = ''] = line.replace(/\}\}.*$/, '').split(' //');
      expect(edited).toContain(before);
    }
    expect(
      edited.match(/\r?\n/g)?.every((eol) => eol === (text.includes('\r') ? '\r\n' : '\n')) ?? true,
    ).toBe(true);
    expect(put(edited)).toBe(edited);
  });

  it.each(Object.entries(FILES))('and is gone without a trace from %s', (_what, text) => {
    expect(remove(put(text))).toBe(text);
  });

  it('adds the object of servers to a file without one, and leaves it there', () => {
    const edited = put('{\n  "theme": "dark" // best\n}\n');
    expect(edited).toBe(`{\n  "theme": "dark", // best\n${FRESH.slice(2).replace(/\n$/, '')}\n`);
    expect(remove(edited)).toBe('{\n  "theme": "dark", // best\n  "mcpServers": {}\n}\n');
  });

  it('writes another way to the server over the former, and keeps what the user added', () => {
    const text =
      '{\n  "mcpServers": {\n    "robotics": {"command": "old", "env": {"A": "b"}},\n    "b":  {}\n  }\n}\n';
    expect(put(text, { url: 'http://127.0.0.1:8787/api/mcp' })).toBe(`{
  "mcpServers": {
    "robotics": {
      "url": "http://127.0.0.1:8787/api/mcp",
      "env": {
        "A": "b"
      }
    },
    "b":  {}
  }
}
`);
  });
});

it('an entry does not keep what loads other code, nor what was meant for another server', () => {
  const text =
    '{"mcpServers": {"robotics": {"url": "https://old.example.org", "headers": {"Authorization": "x"}, "cwd": "/evil",' +
    ' "env": {"NODE_OPTIONS": "x", "A": "b"}}}}';
  const entry = { url: 'https://new.example.net/mcp' };
  expect(JSON.parse(put(text, entry))).toEqual({ mcpServers: { robotics: { ...entry, env: { A: 'b' } } } });
});

it('nothing is too deep that anybody writes, and what is says so', () => {
  const nested = (levels: number) => `{"a": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect(remove(put(nested(200)))).toContain(nested(200).slice(0, -1));
  for (const levels of [201, 20_000, 1_000_000]) {
    expect(() => put(nested(levels))).toThrow('nested more than 200 levels deep');
    expect(() => jsonEditor.find(nested(levels), 'mcpServers')).toThrow('nested more than 200 levels deep');
  }
  // Brackets in texts and comments are none.
  const text = `{"a": "${'['.repeat(300)}" /* ${'{'.repeat(300)} */}`;
  expect(remove(put(text))).toContain(text.slice(0, -'" /* */}'.length - 300));
});

describe('taking it out', () => {
  it.each([
    ['{"mcpServers":{"robotics":{}, "b":{}}}', '{"mcpServers":{ "b":{}}}'],
    ['{"mcpServers":{"b":{}, "robotics":{}}}', '{"mcpServers":{"b":{}}}'],
    ['{"mcpServers":{"b":{}, "robotics":{}, "c":{}}}', '{"mcpServers":{"b":{}, "c":{}}}'],
    ['{"mcpServers":{ // x\n"robotics":{} }}', '{"mcpServers":{ // x\n }}'],
    [
      '{"mcpServers":{\n  "b":{}, // about b\n  "robotics":{}, // ours\n  "c":{}\n}}',
      '{"mcpServers":{\n  "b":{}, // about b\n   // ours\n  "c":{}\n}}',
    ],
    [
      '{"mcpServers":{\n  "b":{} // about b\n  , "robotics":{}\n}}',
      '{"mcpServers":{\n  "b":{} // about b\n  \n}}',
    ],
    ['{"other":{}}', '{"other":{}}'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(remove(text)).toBe(expected);
  });
});

describe('what is not edited', () => {
  it.each([
    ['{"mcpServers": {', /line 1, column 17/],
    ['{\n  "a": 1\n  "b": 2\n}', /line 3, column 3/],
    ['[]', /no JSON object/],
    ['// nothing', /JSON/],
    ['{"mcpServers": []}', /"mcpServers" is no object/],
    ['{"mcpServers": {}, "mcpServers": {}}', /"mcpServers" twice/],
    ['{"mcpServers": {"robotics": {}, "robotics": {}}}', /"robotics" twice/],
  ])('%j', (text, message) => {
    expect(() => put(text)).toThrow(message);
    expect(() => remove(text)).toThrow(message);
  });
});
