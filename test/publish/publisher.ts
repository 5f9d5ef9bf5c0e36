import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContributionEvent } from '../../src/contributions/events.ts';
import { openStore } from '../../src/contributions/open.ts';
import { fileOf } from '../../src/data/dataset/canonical.ts';
import { generateKeys, readPrivateKey } from '../../src/data/releases/signing.ts';
import { kinds } from '../../src/kinds/kinds.ts';
import { type ReleaseOptions, release } from '../../src/publish/release.ts';
import { datasetWith } from '../data/dataset/fixture.ts';
import { sqlite } from '../helpers/catalogue.ts';

type Changes = Parameters<typeof datasetWith>[0];

/** A machine that publishes: a small dataset, a data directory and a releases directory, all in one that is gone at the end. */
export class Publisher {
  readonly root = mkdtempSync(join(tmpdir(), 'robotics-mcp-publisher-'));
  readonly dataset = join(this.root, 'dataset');
  readonly dir = join(this.root, 'releases');
  readonly data = join(this.root, 'data');
  readonly pair = newPair();

  constructor() {
    this.write();
  }

  /** Replaces the dataset by the valid one with some changes. */
  write(changes: Changes = {}, version = { version: '2026.11.20', date: '2026-11-20' }): void {
    const { lines } = datasetWith(changes);
    mkdirSync(this.dataset, { recursive: true });
    for (const kind of kinds) writeFileSync(join(this.dataset, fileOf(kind)), `${lines[kind].join('\n')}\n`);
    writeFileSync(join(this.dataset, 'VERSION'), `${JSON.stringify(version)}\n`);
  }

  /** Cuts a release on a day of November 2026. */
  release(day: number, more: Partial<ReleaseOptions> = {}) {
    const date = `2026-11-${String(day).padStart(2, '0')}`;
    return release({
      dir: this.dir,
      dataset: this.dataset,
      dataDirectory: this.data,
      day: date,
      signer: { key: this.pair.key, issuedAt: `${date}T04:00:00Z` },
      sqlite,
      ...more,
    });
  }

  /** Keeps events as a server does that people contribute to. */
  async contribute(...events: readonly ContributionEvent[]): Promise<void> {
    const store = openStore(this.data);
    store.since();
    await store.append(events);
    await store.close();
  }

  /** Every file of a directory with its bytes as text; locks left out. */
  files(dir = this.dir): Record<string, string> {
    const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.endsWith('.lock'),
    );
    const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
    return Object.fromEntries(
      paths.map((path) => [path.slice(dir.length + 1), readFileSync(path, 'latin1')]),
    );
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export function newPair() {
  const { privateKey, publicKey } = generateKeys();
  return { pem: privateKey, key: readPrivateKey(privateKey), publicKey };
}
