import { describe, expect, it } from 'vitest';
import { carryOver } from '../../../src/cli/install/carry-over.ts';

const LOCAL = { command: '/usr/bin/node', args: ['/opt/cli.js'] };
const THERE = { url: 'https://new.example.net/api/mcp' };

describe('what was meant for another server', () => {
  it.each<[Record<string, string>, string]>([
    [{ url: 'https://old.example.org/mcp' }, 'another host'],
    [{ url: 'http://new.example.net/api/mcp' }, 'another scheme'],
    [{ url: 'https://new.example.net:8443/api/mcp' }, 'another port'],
    [{ url: THERE.url, httpUrl: 'https://old.example.org/mcp' }, 'two of them'],
    [{ url: 'no address' }, 'none that can be read'],
    [{ command: 'old' }, 'a program'],
    [{}, 'nothing'],
  ])('goes where %j stood (%s)', (former) => {
    const present = {
      ...former,
      headers: { Authorization: 'Bearer old' },
      bearer_token_env_var: 'TOKEN',
      oauth: { clientId: 'x' },
      trust: true,
      disabled: true,
    };
    expect(carryOver(THERE, present)).toEqual({
      entry: { ...THERE, disabled: true },
      kept: ['disabled'],
      otherServer: ['headers', 'bearer_token_env_var', 'oauth', 'trust'],
      otherCode: [],
    });
  });

  it('stays where the same server stood, by another path', () => {
    const present = { httpUrl: 'https://new.example.net/mcp', headers: { Authorization: 'Bearer mine' } };
    const { entry, kept, otherServer } = carryOver(THERE, present);
    expect(entry).toEqual({ ...THERE, headers: present.headers });
    expect([kept, otherServer]).toEqual([['headers'], []]);
  });
});

describe('what loads other code', () => {
  it.each([
    'NODE_OPTIONS',
    'node_options',
    'NODE_PATH',
    'NODE_COMPILE_CACHE',
    'LD_PRELOAD',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'OPENSSL_CONF',
    'BASH_ENV',
  ])('%s is not kept, what stands beside it is', (name) => {
    const present = { command: 'old', env: { A: 'b', [name]: '--require /tmp/evil.js' } };
    expect(carryOver(LOCAL, present)).toEqual({
      entry: { ...LOCAL, env: { A: 'b' } },
      kept: ['env.A'],
      otherServer: [],
      otherCode: [`env.${name}`],
    });
  });

  it.each(['cwd', 'envFile', 'working_directory'])(
    '%s is not kept, nor an env of which nothing is left',
    (key) => {
      const present = { command: 'old', env: { LD_PRELOAD: 'x' }, [key]: '/evil' };
      expect(carryOver(LOCAL, present)).toMatchObject({ entry: LOCAL, otherCode: ['env.LD_PRELOAD', key] });
    },
  );

  it.each(['NODE_EXTRA_CA_CERTS', 'NODE_ENV', 'PATH', 'ROBOTICS_MCP_HOME', 'constructor'])(
    '%s does not',
    (name) => {
      const present = { env: { [name]: 'x' } };
      expect(carryOver(LOCAL, present)).toMatchObject({
        entry: { env: { [name]: 'x' } },
        kept: [`env.${name}`],
      });
    },
  );
});

it.each([undefined, null, 'text', [1]])('of an entry that is none (%j) nothing is kept', (present) => {
  expect(carryOver(LOCAL, present).entry).toEqual(LOCAL);
});
