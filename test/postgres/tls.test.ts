import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { checkStore } from '../../src/contributions/postgres/check.ts';
import { startServer } from './server.ts';

const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find(
  (path) => statSync(path, { throwIfNoEntry: false }) !== undefined,
);

describe.skipIf(postgresPrograms() === undefined || openssl === undefined)(
  'a protected connection',
  { timeout: 120_000 },
  () => {
    const server = startServer();
    let certificate = '';

    beforeAll(async () => {
      const { data } = server();
      const [key, cert] = [join(data, 'tls.key'), join(data, 'tls.crt')];
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      const files = ['-keyout', key, '-out', cert];
      const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, '-days', '2', ...subject];
      execFileSync(openssl ?? '', args, { stdio: 'ignore' });
      const { uid, gid } = statSync(data);
      for (const file of [key, cert]) chownSync(file, uid, gid);
      chmodSync(key, 0o600);
      certificate = join(data, '..', 'ca.pem');
      copyFileSync(cert, certificate);
      await server().sql(`ALTER SYSTEM SET ssl_key_file = '${key}'`);
      await server().sql(`ALTER SYSTEM SET ssl_cert_file = '${cert}'`);
      await server().sql('ALTER SYSTEM SET ssl = on');
      await server().kill();
      await server().resume();
    });

    const lookAt = async (host: string, parameters: string) => {
      const text = `postgres://node@${host}:${server().port}/postgres?${parameters}`;
      const checks = await checkStore(readStoreAddress(text));
      return { ok: checks.every(({ isSound }) => isSound), says: checks[0]?.says };
    };

    it('is made where the certificate is known, and its name fits', async () => {
      for (const mode of ['require', 'verify-full']) {
        expect(await lookAt('localhost', `sslmode=${mode}&sslrootcert=${certificate}`)).toMatchObject({
          ok: true,
          says: expect.stringContaining('its certificate checked'),
        });
      }
      expect(await lookAt('localhost', 'sslmode=no-verify')).toMatchObject({ ok: true });
    });

    it('is refused in words where it is not', async () => {
      for (const [host, parameters] of [
        ['localhost', 'sslmode=require'],
        ['127.0.0.1', `sslmode=verify-full&sslrootcert=${certificate}`],
        ['localhost', 'sslmode=require&sslrootcert=/nowhere.pem'],
      ] as const) {
        const { ok, says } = await lookAt(host, parameters);
        expect(ok, parameters).toBe(false);
        expect(says).toMatch(/cannot be protected|nowhere\.pem/);
      }
    });
  },
);
