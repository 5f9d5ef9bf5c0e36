import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportSPKI, importJWK, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { metadataAddresses, resourceMetadata, whyNotAnIssuer } from '../../src/auth/addresses.ts';
import { JwtAuthenticator } from '../../src/auth/jwt-authenticator.ts';
import { findKeySet, KEY_SET_TIMES, KeySet, readKeySet } from '../../src/auth/key-set.ts';
import {
  type AuthorizationServer,
  makeSigningKey,
  startAuthorizationServer,
} from './authorization-server.ts';

const resource = 'https://robots.example.org/api/mcp';
let server: AuthorizationServer;
let authenticator: JwtAuthenticator;
let keySet: KeySet;
let problems: Error[];
let clock: number;
let timeoutMs: number;
/** How often the issuer was begun to be read. */
let readings: number;

beforeEach(async () => {
  server = await startAuthorizationServer(resource);
  problems = [];
  clock = 1_000_000;
  timeoutMs = 2_000;
  readings = 0;
  keySet = new KeySet({
    read: () => {
      readings += 1;
      return readKeySet(server.issuer, undefined, timeoutMs);
    },
    onProblem: (error) => problems.push(error as Error),
    now: () => clock,
  });
  authenticator = new JwtAuthenticator({ issuer: server.issuer, audiences: ['other', resource], keySet });
});
afterEach(() => server.close());

async function problemOf(token: string): Promise<string> {
  const verdict = await authenticator.authenticate(token);
  if (verdict.kind !== 'refused') throw new Error(`It was not refused: ${JSON.stringify(verdict)}`);
  return verdict.problem;
}

function readsOfKeys(): number {
  return server.asked.filter((path) => path === '/keys').length;
}

const seconds = () => Math.floor(Date.now() / 1000);

describe('a token that is taken', () => {
  it('gives its caller the scopes that are known here', async () => {
    const verdict = await authenticator.authenticate(await server.token({ scope: 'openid write profile' }));
    expect(verdict).toMatchObject({ kind: 'known', caller: { name: 'oauth:ana', known: true } });
    expect(verdict.kind === 'known' && [...verdict.caller.scopes].sort()).toEqual(['read', 'write']);
  });

  it.each([
    ['a text', { scp: 'read operator' }, ['operator', 'read']],
    ['a list', { scp: ['operator'] }, ['operator']],
    ['nothing', {}, []],
    ['something else', { scope: { write: true } }, []],
  ])('may have its scopes as %s', async (_name, claims, expected) => {
    const verdict = await authenticator.authenticate(await server.token({ scope: undefined, ...claims }));
    expect(verdict.kind === 'known' && [...verdict.caller.scopes].sort()).toEqual(expected);
  });

  it.each(['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'])('may be signed by %s', async (alg) => {
    server.key = await makeSigningKey('another', alg);
    server.published.splice(0, 1, server.key.jwk);
    expect((await authenticator.authenticate(await server.token())).kind).toBe('known');
  });

  it.each(['JWT', 'jwt', 'application/at+jwt'])('may be of type %s', async (typ) => {
    expect((await authenticator.authenticate(await server.token({}, { typ }))).kind).toBe('known');
  });

  it('may be for others too', async () => {
    const token = await server.token({ aud: ['https://elsewhere.example.org', resource] });
    expect((await authenticator.authenticate(token)).kind).toBe('known');
  });

  it('names its caller on one line, by the client where there is no person', async () => {
    for (const [claims, name] of [
      [{ sub: 'a\nb c\u202e' }, 'oauth:a?b?c?'],
      [{ sub: undefined, client_id: 'bench' }, 'oauth:bench'],
      [{ sub: '', azp: 'app' }, 'oauth:app'],
    ] as const) {
      expect(await authenticator.authenticate(await server.token(claims))).toMatchObject({
        caller: { name },
      });
    }
  });
});

describe('a token that is refused', () => {
  it.each([
    ['has expired', { exp: 1_700_000_000 }, 'The token has expired.'],
    ['never expires', { exp: undefined }, 'The token is not valid here.'],
    ['is not valid yet', { nbf: 4_000_000_000 }, 'The token is not valid yet.'],
    [
      'is for another service',
      { aud: 'https://elsewhere.example.org' },
      'The token was issued for another service.',
    ],
    ['is for nobody', { aud: undefined }, 'The token was issued for another service.'],
    [
      'is for the beginning of our address',
      { aud: 'https://robots.example.org' },
      'The token was issued for another service.',
    ],
    [
      'is by another issuer',
      { iss: 'https://elsewhere.example.org' },
      'The token was issued by somebody else.',
    ],
    ['is by nobody', { iss: undefined }, 'The token was issued by somebody else.'],
    ['is bound to a key', { cnf: { jkt: 'abc' } }, 'The token is bound to a key, which is not checked here.'],
  ])('%s', async (_name, claims, problem) => {
    expect(await problemOf(await server.token(claims))).toBe(problem);
  });

  it.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt'])('is of type %s', async (typ) => {
    expect(await problemOf(await server.token({}, { typ }))).toBe('The token is no access token.');
  });

  it('is signed by nobody', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: server.issuer, aud: resource, exp: seconds() + 600, scope: 'write' };
    for (const alg of ['none', 'None', 'NONE', '']) {
      for (const signature of ['', 'AAAA']) {
        const token = `${part({ alg, typ: 'at+jwt' })}.${part(claims)}.${signature}`;
        expect(await problemOf(token)).toBe('The token is not valid here.');
      }
    }
    // No key is looked for where the algorithm is none of ours.
    expect(server.asked).toEqual([]);
  });

  it('is signed with the public key as a shared secret', async () => {
    const { jwk } = server.key;
    const publicKey = await importJWK(jwk, 'ES256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('It is no public key.');
    const secrets = [await exportSPKI(publicKey), JSON.stringify(jwk), String(jwk.x)];
    for (const secret of secrets) {
      for (const alg of ['HS256', 'HS384', 'HS512']) {
        const token = await new SignJWT({ scope: 'write' })
          .setProtectedHeader({ alg, kid: 'first', typ: 'at+jwt' })
          .setIssuer(server.issuer)
          .setAudience(resource)
          .setExpirationTime('10 minutes')
          .sign(Buffer.from(secret));
        expect(await problemOf(token)).toBe('The token is not valid here.');
      }
    }
  });

  it('is signed by a key of somebody else, under a name that is known or not', async () => {
    for (const kid of ['first', 'other']) {
      const key = await makeSigningKey(kid);
      expect(await problemOf(await server.token({}, { key }))).toBe('The token is not valid here.');
    }
  });

  it('brings a key of its own', async () => {
    const key = await makeSigningKey('own');
    for (const header of [
      { jwk: key.jwk },
      { jku: 'https://elsewhere.example.org/keys' },
      { x5u: 'https://e.org' },
    ]) {
      const token = await new SignJWT({ scope: 'write' })
        .setProtectedHeader({ alg: 'ES256', kid: 'own', ...header })
        .setIssuer(server.issuer)
        .setAudience(resource)
        .setExpirationTime('10 minutes')
        .sign(key.privateKey);
      expect(await problemOf(token)).toBe('The token is not valid here.');
    }
  });

  it('was altered anywhere', async () => {
    const token = await server.token({ scope: 'read' });
    const [header = '', , signature = ''] = token.split('.');
    const claims = { iss: server.issuer, aud: resource, exp: seconds() + 600, scope: 'write' };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    for (const altered of [
      `${header}.${payload}.${signature}`,
      token.slice(0, -8),
      `${token}.x`,
      'a.b.c',
      'abc',
      '..',
    ]) {
      expect(await problemOf(altered)).toBe('The token is not valid here.');
    }
  });
});

describe('the keys of an issuer', () => {
  it('are read once for many tokens', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => server.token()));
    await Promise.all(tokens.map((token) => authenticator.authenticate(token)));
    expect(readsOfKeys()).toBe(1);
  });

  it('are read again when they rotate, but seldom', async () => {
    const old = await server.token();
    expect((await authenticator.authenticate(old)).kind).toBe('known');
    server.key = await makeSigningKey('second');
    server.published.splice(0, 1, server.key.jwk);
    const fresh = await server.token();
    for (let tries = 0; tries < 5; tries += 1) await problemOf(fresh);
    expect(readsOfKeys()).toBe(1);
    clock += KEY_SET_TIMES.cooldown;
    expect((await authenticator.authenticate(fresh)).kind).toBe('known');
    expect(readsOfKeys()).toBe(2);
    // The old key is gone, and so are its tokens.
    expect(await problemOf(old)).toBe('The token is not valid here.');
  });

  it('are read again after a while', async () => {
    await authenticator.authenticate(await server.token());
    clock += KEY_SET_TIMES.fresh + 1;
    await authenticator.authenticate(await server.token());
    await expect.poll(readsOfKeys).toBe(2);
  });

  it('are read again while no token comes, so that one of a dropped key is refused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      keySet.watch();
      await expect.poll(readsOfKeys).toBe(1);
      const old = await server.token();
      expect((await authenticator.authenticate(old)).kind).toBe('known');
      server.key = await makeSigningKey('second');
      server.published.splice(0, 1, server.key.jwk);
      clock += KEY_SET_TIMES.fresh;
      vi.advanceTimersByTime(KEY_SET_TIMES.fresh);
      await expect.poll(async () => (await authenticator.authenticate(old)).kind).toBe('refused');
    } finally {
      vi.useRealTimers();
    }
  });

  describe('of an issuer that answers nothing for long', () => {
    let known: string;
    let answer: () => void;
    beforeEach(async () => {
      known = await server.token();
      expect((await authenticator.authenticate(known)).kind).toBe('known');
      server.delay = new Promise((resolve) => {
        answer = resolve;
      });
      server.asked.length = 0;
      clock += KEY_SET_TIMES.fresh + 1;
    });

    const isPending = (promise: Promise<unknown>) =>
      Promise.race([promise.then(() => false), new Promise((resolve) => setTimeout(resolve, 200, true))]);

    it('let tokens of known keys pass at once, however many ask', async () => {
      // The issuer answers nothing until the end of this test: had one of these waited, it would not come back.
      for (let tries = 0; tries < 50; tries += 1) {
        expect((await authenticator.authenticate(known)).kind).toBe('known');
      }
      expect(readings).toBe(2);
      await expect.poll(() => server.asked.length).toBe(1);
      answer();
      await expect.poll(readsOfKeys).toBe(1);
    });

    it('let them pass also while tokens of unknown keys wait, which ask once for all of them', async () => {
      const other = await makeSigningKey('second');
      const strange = await Promise.all(
        Array.from({ length: 20 }, (_, i) => server.token({}, { key: { ...other, kid: `k${i}` } })),
      );
      const waiting = strange.map((token) => authenticator.authenticate(token));
      expect(await isPending(Promise.race(waiting))).toBe(true);
      expect((await authenticator.authenticate(known)).kind).toBe('known');
      expect(server.asked).toHaveLength(1);
      server.published.push({ ...other.jwk, kid: 'k7' });
      answer();
      const kinds = (await Promise.all(waiting)).map(({ kind }) => kind);
      expect(kinds).toEqual(kinds.map((_, i) => (i === 7 ? 'known' : 'refused')));
      // And not again for a while.
      for (const token of strange) await authenticator.authenticate(token);
      expect(readsOfKeys()).toBe(1);
    });

    it('are given up in time, and a token of an unknown key is told to come again', async () => {
      timeoutMs = 300;
      const strange = await server.token({}, { key: await makeSigningKey('second') });
      expect((await authenticator.authenticate(strange)).kind).toBe('unavailable');
      expect(problems.at(-1)?.message).toContain('timeout');
      // Until the pause is over nothing is asked for; what was sent before may still arrive.
      const before = readings;
      expect((await authenticator.authenticate(strange)).kind).toBe('unavailable');
      expect((await authenticator.authenticate(known)).kind).toBe('known');
      expect(readings).toBe(before);
    });
  });

  it('let nobody in while they cannot be read, and are not asked for all the time', async () => {
    server.broken = true;
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await authenticator.authenticate(await server.token())).kind).toBe('unavailable');
    }
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain('answers 500');
    server.broken = false;
    clock += KEY_SET_TIMES.pause;
    expect((await authenticator.authenticate(await server.token())).kind).toBe('known');
  });

  it('are held on to while the issuer is away, though not for ever', async () => {
    const token = await server.token();
    await authenticator.authenticate(token);
    server.broken = true;
    clock += KEY_SET_TIMES.fresh + 1;
    expect((await authenticator.authenticate(token)).kind).toBe('known');
    clock += KEY_SET_TIMES.stale;
    expect((await authenticator.authenticate(token)).kind).toBe('unavailable');
  });
});

describe('an issuer', () => {
  it('is asked for its keys in the order of the specification', () => {
    expect(metadataAddresses('https://a.example.org')).toEqual([
      'https://a.example.org/.well-known/oauth-authorization-server',
      'https://a.example.org/.well-known/openid-configuration',
    ]);
    expect(metadataAddresses('https://a.example.org/tenant/')).toEqual([
      'https://a.example.org/.well-known/oauth-authorization-server/tenant',
      'https://a.example.org/.well-known/openid-configuration/tenant',
      'https://a.example.org/tenant/.well-known/openid-configuration',
    ]);
  });

  it('may have a path, and OpenID Connect alone', async () => {
    const other = await startAuthorizationServer(resource, '/tenant', 'openid');
    try {
      expect(await findKeySet(other.issuer)).toBe(`${new URL(other.issuer).origin}/keys`);
      expect(other.asked).toHaveLength(3);
    } finally {
      await other.close();
    }
  });

  it.each([
    ['describes somebody else', { issuer: 'https://elsewhere.example.org' }, 'describes https://elsewhere'],
    ['has its keys where anybody may alter them', { jwks_uri: 'http://keys.example.org/' }, 'https address'],
    ['has no keys', { jwks_uri: undefined }, 'no issuer with keys'],
  ])('is not believed if it %s', async (_name, metadata, told) => {
    server.metadata = metadata;
    await expect(findKeySet(server.issuer)).rejects.toThrow(told);
    expect((await authenticator.authenticate(await server.token())).kind).toBe('unavailable');
  });

  it('is not followed to another address', async () => {
    const elsewhere = createServer((_request, response) => {
      response.writeHead(302, { location: server.issuer });
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    await expect(findKeySet(`http://127.0.0.1:${port}`)).rejects.toThrow('cannot be read');
    expect(server.asked).toEqual([]);
    elsewhere.close();
  });

  it.each([
    ['https://login.example.org/tenant', undefined],
    ['http://127.0.0.1:9000', undefined],
    ['http://localhost:9000', undefined],
    ['http://login.example.org', 'is not https'],
    ['http://127.0.0.1.example.org', 'is not https'],
    ['ftp://login.example.org', 'is not https'],
    ['https://login.example.org?x=1', 'has a query'],
    ['login.example.org', 'is no address'],
  ])('%s: %s', (text, problem) => {
    const told = whyNotAnIssuer(text);
    if (problem === undefined) expect(told).toBeUndefined();
    else expect(told).toContain(problem);
  });
});

it('describes the resource at the address that RFC 9728 gives it', () => {
  const { url, document } = resourceMetadata(resource, 'https://login.example.org');
  expect(url).toBe('https://robots.example.org/.well-known/oauth-protected-resource/api/mcp');
  expect(document).toMatchObject({ resource, authorization_servers: ['https://login.example.org'] });
  expect(resourceMetadata('https://robots.example.org', 'https://l.example.org').url).toBe(
    'https://robots.example.org/.well-known/oauth-protected-resource',
  );
});
