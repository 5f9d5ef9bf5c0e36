import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { passwordFor, readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';

it.each([
  ['postgres://node@127.0.0.1:5433/robots', { host: '127.0.0.1', port: 5433, user: 'node', tls: 'disable' }],
  ['postgresql://node@localhost/robots', { port: 5432, database: 'robots', tls: 'disable' }],
  ['postgres://node@[::1]/robots', { host: '::1', tls: 'disable' }],
  ['postgres:///robots?host=/run/pg&user=node&port=7', { host: '/run/pg', user: 'node', port: 7 }],
  ['postgres://n%40ode@db.example.org/robots?sslmode=require', { user: 'n@ode', tls: 'require' }],
  ['postgres://node@db.example.org/robots?sslmode=disable', { tls: 'disable' }],
  ['postgres://node@127.0.0.1/robots?sslmode=no-verify', { tls: 'no-verify' }],
  [
    'postgres://node@db/robots?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    { tls: 'verify-full', rootCertificate: '/etc/ca.pem' },
  ],
])('reads %s', (text, expected) => {
  expect(readStoreAddress(text)).toMatchObject(expected);
});

it.each([
  ['', 'no address of PostgreSQL'],
  ['http://node@127.0.0.1/robots', 'no address of PostgreSQL'],
  ['postgres://node:geheim@127.0.0.1/robots', 'password'],
  ['postgres://node@127.0.0.1/robots?password=geheim', 'password'],
  ['postgres://127.0.0.1/robots', 'no role'],
  ['postgres://node@127.0.0.1/', 'no database'],
  ['postgres://node@127.0.0.1/robots?port=0', 'port'],
  ['postgres://node@127.0.0.1/robots?port=geheim', 'port'],
  ['postgres://node@127.0.0.1/robots?options=-c', '"options"'],
  ['postgres://node@db.example.org/robots', 'another machine'],
  ['postgres://node@db.example.org/robots?sslmode=prefer', 'disable, require, verify-full, no-verify'],
  ['postgres://n%zzode@127.0.0.1/robots', '%'],
])('refuses %s and does not repeat it', (text, words) => {
  let message = '';
  try {
    readStoreAddress(text);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain(words);
  expect(message).not.toContain('geheim');
});

it('reads the password from the environment, or from the first line of its file that fits', () => {
  const place = temporaryDirectory();
  const path = join(place.path, 'pgpass');
  const lines = [
    '# a comment',
    'other:*:*:*:no',
    '127.0.0.1:5432:robots:ana:no',
    '*:*:robots:node:a\\:b\\\\c',
  ];
  mkdirSync(place.path, { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  const address = readStoreAddress('postgres://node@127.0.0.1/robots');
  expect(passwordFor(address, { PGPASSFILE: path })).toBe('a:b\\c');
  expect(passwordFor(address, { PGPASSFILE: path, PGPASSWORD: 'x' })).toBe('x');
  expect(passwordFor(address, { PGPASSFILE: join(place.path, 'none') })).toBeUndefined();
  const other = readStoreAddress('postgres://node@127.0.0.1/others');
  expect(passwordFor(other, { PGPASSFILE: path })).toBeUndefined();
  place.remove();
});
