import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { removeFolder, temporaryFolder } from '../../../../scripts/harness/processes.ts';
import { wasmFile } from '../../../../scripts/harness/program.ts';
import { Publisher, type Released } from '../../../../scripts/sync/publisher.ts';
import { serveOffer } from '../../../../scripts/sync/serve-offer.ts';
import { smallVersions, sqliteEngine } from '../../../../scripts/sync/small-versions.ts';
import type { PublisherKey } from '../../../../src/data/releases/publisher-keys.ts';
import type { ReleaseSource } from '../../../../src/data/releases/release-source.ts';
import { generateKeys } from '../../../../src/data/releases/signing.ts';
import { apply } from '../../../../src/data/subscribe/apply.ts';
import { type SyncOptions, sync } from '../../../../src/data/subscribe/sync.ts';
import type { HttpServer } from '../../../../src/http/serve.ts';
import type { SqlJsStatic } from '../../../../src/search/sqlite.ts';

/** Of a version that the key's thief has made, so that nothing newer can come for thousands of years. */
export const FAR = { version: '9999.12.28', date: '9999-12-28' };

/** Records of each kind. */
const SHARE = 10;

/** A publisher with three versions, whose key a thief has, and clients that have the second one. */
export class AttackFixture {
  readonly engine: SqlJsStatic;
  readonly publisher: Publisher;
  /** Somebody with a key of his own, and data under the name of the newest version. */
  readonly stranger: Publisher;
  /** The key that comes after the publisher's; every honest manifest is signed by both. */
  readonly next = generateKeys();
  /** What the service hands out just now. */
  offered: ReleaseSource;
  readonly #folder = temporaryFolder();
  #service: HttpServer | undefined;
  readonly #versions: Released[] = [];
  #far: Released | undefined;
  #homes = 0;

  private constructor(engine: SqlJsStatic) {
    this.engine = engine;
    this.publisher = new Publisher(engine);
    this.stranger = new Publisher(engine);
    this.offered = this.publisher.offer();
  }

  static async open(): Promise<AttackFixture> {
    const { versionOf, recordsOf } = smallVersions(SHARE);
    const fixture = new AttackFixture(await sqliteEngine());
    for (const n of [1, 2, 3])
      fixture.#versions.push(await fixture.publisher.release(versionOf(n), recordsOf(n)));
    fixture.#far = await fixture.publisher.release(FAR, recordsOf(4));
    await fixture.stranger.release(versionOf(3), recordsOf(5));
    fixture.#service = await serveOffer({
      manifest: () => fixture.offered.manifest(),
      snapshotPart: (version, part) => fixture.offered.snapshotPart(version, part),
      deltaPart: (from, part) => fixture.offered.deltaPart(from, part),
    });
    await fixture.#settle();
    return fixture;
  }

  /** Where the service is that hands out what is offered. */
  get address(): string {
    return this.#service?.url ?? '';
  }

  async close(): Promise<void> {
    await this.#service?.close();
    removeFolder(this.#folder);
  }

  /** A version by its number, 1 to 3. */
  version(n: number): Released {
    const released = this.#versions[n - 1];
    if (released === undefined) throw new Error(`There is no version ${n}.`);
    return released;
  }

  /** The thief's version. */
  get far(): Released {
    if (this.#far === undefined) throw new Error('The fixture is not set.');
    return this.#far;
  }

  /** Bytes of the largest snapshot that there is. */
  get snapshotBytes(): number {
    return Math.max(...[...this.#versions, this.far].map(({ manifest }) => manifest.snapshot.size_bytes));
  }

  /** The content hash of a version that was ever made by the publisher's key. */
  contentOf(version: string): string | undefined {
    const all = [...this.#versions, this.far];
    return all.find(({ manifest }) => manifest.version === version)?.manifest.content_sha256;
  }

  /** What an honest service hands out when a version is its newest. */
  offerOf({ manifest }: Released): ReleaseSource {
    return { ...this.publisher.offer(), manifest: async () => this.signed(manifest) };
  }

  /** The text of the delta that leads on from a version. */
  deltaText(from: string): string {
    return brotliDecompressSync(this.publisher.delta(from) ?? new Uint8Array()).toString('utf8');
  }

  /** An envelope with the signatures of both keys. */
  signed(manifest: object): string {
    const [own, next] = [this.publisher.sign(manifest), this.publisher.sign(manifest, this.next.privateKey)];
    const { payload, signatures } = JSON.parse(own);
    return JSON.stringify({ payload, signatures: [...signatures, ...JSON.parse(next).signatures] });
  }

  /** The options of a client that trusts the publisher, and applies what it fetched in this very thread. */
  client(home: string, address: string, options: Partial<SyncOptions> = {}): SyncOptions {
    return {
      home,
      address,
      version: '1.2.3',
      wasm: wasmFile,
      apply: (task) => apply(task),
      trust: { keys: this.keys, allowUnsigned: false },
      ...options,
    };
  }

  get keys(): readonly PublisherKey[] {
    return [this.publisher.key];
  }

  /** A data directory in which the second version is in use. */
  newHome(): string {
    this.#homes += 1;
    const home = join(this.#folder, `home-${this.#homes}`);
    cpSync(join(this.#folder, 'settled'), home, { recursive: true });
    return home;
  }

  async #settle(): Promise<void> {
    const home = join(this.#folder, 'settled');
    mkdirSync(home);
    this.offered = this.offerOf(this.version(2));
    await sync(this.client(home, this.address));
  }
}
