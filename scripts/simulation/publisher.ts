import { createPrivateKey, type KeyObject } from 'node:crypto';
import { fileOf } from '../../src/data/dataset/canonical.ts';
import { publicKeyOf } from '../../src/data/releases/signing.ts';
import { kinds } from '../../src/kinds/kinds.ts';
import type { SqlJsStatic } from '../../src/search/sqlite.ts';
import { datasetWith } from '../../test/data/dataset/fixture.ts';
import { sqliteEngine } from '../sync/small-versions.ts';
import type { SimulatedDisk } from './disk.ts';

/** What a private Ed25519 key of 32 bytes begins with in DER (RFC 8410, section 7). */
const PKCS8 = '302e020100300506032b657004220420';

/** The publisher's key, the same in each history. */
export const privateKey: KeyObject = createPrivateKey({
  key: Buffer.from(`${PKCS8}${'5a'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
export const publicKey = publicKeyOf(privateKey);
export const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

let loading: Promise<SqlJsStatic> | undefined;

/** The one engine of all histories. */
export function engine(): Promise<SqlJsStatic> {
  loading ??= sqliteEngine();
  return loading;
}

const { lines } = datasetWith();

/** Lays a dataset of a few records into a folder: the tests' own, of the day on which histories begin. */
export function layDataset(disk: SimulatedDisk, folder: string): void {
  for (const kind of kinds)
    disk.lay(`${folder}/${fileOf(kind)}`, Buffer.from(lines[kind].map((line) => `${line}\n`).join('')));
  disk.lay(`${folder}/VERSION`, Buffer.from('{ "version": "2026.01.01", "date": "2026-01-01" }\n'));
}
