import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expandHome } from '../../src/lib/home-path.ts';

it.each([
  ['~', '/home/ana'],
  ['~/', '/home/ana/'],
  ['~/robots', '/home/ana/robots'],
  ['~/a b/~c', '/home/ana/a b/~c'],
  ['/srv/~/x', '/srv/~/x'],
  ['./~', './~'],
  ['./$HOME', './$HOME'],
  ['data', 'data'],
  ['a$HOME', 'a$HOME'],
])('%j is %s', (path, expected) => {
  expect(expandHome(path, '--data-dir', '/home/ana')).toBe(path.startsWith('~') ? join(expected) : expected);
});

it.each(['~bob', '~bob/x', '~+', '~-/x', '~~/x', '$HOME/x', `\${HOME}/x`, '%APPDATA%\\x', '$XDG_DATA_HOME'])(
  '%j is for a shell alone, and is not repeated',
  (path) => {
    expect(() => expandHome(path, 'ROBOTICS_MCP_HOME', '/home/ana')).toThrow(
      /^ROBOTICS_MCP_HOME begins with what only a shell knows [^$%]*Write the path out/,
    );
  },
);

it('~ is refused where no home directory is known', () => {
  expect(() => expandHome('~/x', '--out', '')).toThrow('--out begins with');
});
