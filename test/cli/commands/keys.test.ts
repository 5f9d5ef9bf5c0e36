import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { runHere } from '../../helpers/program.ts';

let place: ReturnType<typeof temporaryDirectory>;
let env: Record<string, string>;

beforeEach(() => {
  place = temporaryDirectory();
  env = { ROBOTICS_MCP_HOME: place.path };
});
afterEach(() => place.remove());

function keys(...args: string[]) {
  return runHere(['keys', ...args], env);
}

it('adds a key, shown once and alone on standard output, lists it without its secret, and revokes it', async () => {
  const added = await keys('add', 'Ana, laptop', '--scope', 'write');
  expect(added.code).toBe(0);
  expect(added.stdout).toMatch(/^rmcp_[a-z0-9]{8}_[\w-]{43}\n$/);
  const secret = added.stdout.trim();
  expect(added.stderr).toContain('shown once');
  expect(added.stderr).not.toContain(secret);

  const listed = await keys('list');
  expect(listed.stdout).toMatch(/ID +STATUS +SCOPES .*\n\w{8} +active +write .* Ana, laptop\n$/);
  expect(listed.stdout).not.toContain(secret);

  const revoked = await keys('revoke', 'Ana, laptop');
  expect(revoked.stdout).toMatch(/^\w{8} \(Ana, laptop\): revoked\n$/);
  expect((await keys('list')).stdout).toContain('revoked');
});

it('speaks JSON to programs', async () => {
  const { stdout } = await keys('add', 'ci', '--scope', 'read,operator', '--expires', '2099-12-31', '--json');
  const added = JSON.parse(stdout);
  expect(added).toMatchObject({
    name: 'ci',
    scopes: ['read', 'operator'],
    expires: '2099-12-31',
    status: 'active',
  });
  const { key, ...known } = added;
  expect(JSON.parse((await keys('list', '--json')).stdout)).toEqual([known]);
  expect(JSON.parse((await keys('revoke', known.id, '--json')).stdout)).toMatchObject([
    { id: known.id, status: 'revoked' },
  ]);
  expect(key).toContain(known.id);
});

describe('refuses', () => {
  it.each([
    ['nothing to do', [], 'Say what to do'],
    ['another action', ['make'], 'action is one of add'],
    ['no name', ['add', '--scope', 'read'], 'one name'],
    ['two names', ['add', 'ana', 'bo', '--scope', 'read'], 'one name'],
    ['a name of two lines', ['add', 'ana\nbo', '--scope', 'read'], 'one line'],
    ['no scope', ['add', 'ana'], '--scope'],
    ['another scope', ['add', 'ana', '--scope', 'admin'], 'not "admin"'],
    ['a day that is none', ['add', 'ana', '--scope', 'read', '--expires', '2027-02-30'], '--expires'],
    ['nothing to revoke', ['revoke'], 'Name a key'],
    ['an option of another command', ['list', '--port', '1'], 'port'],
  ])('%s, as wrong usage', async (_name, args, told) => {
    const { code, stderr, stdout } = await keys(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  });

  it('a name that is taken, and one that nobody has, as failures', async () => {
    await keys('add', 'ana', '--scope', 'read');
    expect(await keys('add', 'ana', '--scope', 'read')).toMatchObject({ code: 1 });
    expect(await keys('revoke', 'bo')).toMatchObject({ code: 1 });
  });
});

describe('--auth', () => {
  it.each([
    ['--private alone', ['--http', '--private'], '--auth keys'],
    ['another way', ['--http', '--auth', 'password'], 'none, keys or oauth'],
    ['stdio', ['--auth', 'keys'], 'add --http'],
    ['a tool for known callers where nobody is', ['--http', '--tools', 'submit_robot'], '--auth keys'],
    ['oauth without an issuer', ['--http', '--auth', 'oauth'], '--oauth-issuer'],
    [
      'an issuer whom anybody could play',
      ['--http', '--auth', 'oauth', '--oauth-issuer', 'http://login.example.org'],
      'is not https',
    ],
    [
      'keys that anybody could alter',
      ['--http', '--auth', 'oauth', '--oauth-jwks', 'http://login.example.org/keys'],
      'https address',
    ],
    [
      'an audience that is no address, where none is given',
      [
        '--http',
        '--auth',
        'oauth',
        '--oauth-issuer',
        'https://login.example.org',
        '--oauth-audience',
        'robotics',
      ],
      '--oauth-resource',
    ],
    [
      'an issuer for keys',
      ['--http', '--auth', 'keys', '--oauth-issuer', 'https://login.example.org'],
      'add --auth oauth',
    ],
  ])('refuses %s', async (_name, args, told) => {
    const { code, stderr } = await runHere(args, env);
    expect(code).toBe(2);
    expect(stderr).toContain(told);
  });
});
