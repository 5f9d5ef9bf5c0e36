import { type ProgramPlace, programPlace } from '../../lib/program.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import { type SqlJsStatic, startSqlite } from '../../search/sqlite.ts';
import { compareVersions, type Manifest, SNAPSHOT_FORMAT } from '../snapshot/manifest.ts';
import { loadEngine, manifestIn, openStated, reasonOf } from '../snapshot/open.ts';
import type { ReadAhead } from '../snapshot/read-ahead.ts';
import type { CurrentData, SeenData, SyncStore } from './store.ts';

/** The location and origin of the data in use. */
export interface DataOrigin {
  readonly manifest: Manifest;
  /** Folder with the file that the manifest names. */
  readonly directory: string;
  /** Absent for the data that came with the program. */
  readonly synced?: CurrentData;
}

export interface Newest {
  readonly origin: DataOrigin;
  /** The synced data are newer, and cannot be used: a sentence for the operator. */
  readonly warning?: string;
}

/** Where the data lie that came with the program, and its engine. */
export type DataPlace = Pick<ProgramPlace, 'dir' | 'wasm'>;

/** The data that came with the program, and those that were synced: whichever is newer. */
export class DataSource {
  readonly #store: SyncStore | undefined;
  readonly #ahead: ReadAhead | undefined;
  readonly #place: DataPlace;
  #engine: Promise<SqlJsStatic> | undefined;
  #bundled: Manifest | undefined;

  /** `ahead`: what is being read already. */
  constructor(store: SyncStore | undefined, ahead?: ReadAhead, place: DataPlace = programPlace()) {
    this.#store = store;
    this.#place = place;
    this.#ahead = ahead;
  }

  /** Changes when other data may be the newest: one `stat`. */
  stamp(): string | undefined {
    return this.#store?.stamp();
  }

  /** What has been seen of the service; undefined if nothing has, or if it cannot be read. */
  async seen(): Promise<SeenData | undefined> {
    return this.#store?.seen().catch(() => undefined);
  }

  async newest(): Promise<Newest> {
    const bundled = await this.bundledOrigin();
    const store = this.#store;
    if (store?.stamp() === undefined) return { origin: bundled };
    try {
      const synced = await store.current();
      if (synced === undefined || compareVersions(synced.manifest.version, bundled.manifest.version) <= 0)
        return { origin: bundled };
      return { origin: { manifest: synced.manifest, directory: store.directory, synced } };
    } catch (error) {
      return { origin: bundled, warning: unusable(error) };
    }
  }

  /**
   * Opens the newest data that can be opened, or those of `version` where they are still there. Rejects with a
   * SnapshotError if not even the bundled ones can.
   */
  async openNewest(version?: string): Promise<Newest & { readonly catalogue: Catalogue }> {
    // SQLite compiles while the manifests are read.
    this.#loadEngine();
    const newest = await this.newest();
    const origin = (version !== undefined && (await this.#before(newest.origin, version))) || newest.origin;
    try {
      return { ...newest, origin, catalogue: await this.open(origin) };
    } catch (error) {
      if (origin.synced === undefined) throw error;
      const bundled = await this.bundledOrigin();
      return { origin: bundled, catalogue: await this.open(bundled), warning: unusable(error) };
    }
  }

  /** The data of a version that are older than the newest. */
  async #before({ manifest }: DataOrigin, version: string): Promise<DataOrigin | undefined> {
    if (manifest.version === version) return undefined;
    const current = await this.#store?.current().catch(() => undefined);
    const synced = [current, current?.before].find((each) => each?.manifest.version === version);
    if (synced?.format === SNAPSHOT_FORMAT && this.#store !== undefined) {
      return { manifest: synced.manifest, directory: this.#store.directory, synced };
    }
    const bundled = await this.bundledOrigin();
    return bundled.manifest.version === version ? bundled : undefined;
  }

  /** Opens data, with the one engine that all versions share. */
  open({ manifest, directory, synced }: DataOrigin): Promise<Catalogue> {
    const system = this.#store?.system;
    const options = { trusted: synced === undefined, ahead: this.#ahead, ...(system && { system }) };
    return openStated(manifest, directory, this.#loadEngine(), options);
  }

  #loadEngine(): Promise<SqlJsStatic> {
    this.#engine ??= this.#ahead?.engine.then(startSqlite) ?? loadEngine(this.#place.wasm);
    // The error is reported when something is opened with it.
    this.#engine.catch(() => undefined);
    return this.#engine;
  }

  /** The data that came with the program. */
  async bundledOrigin(): Promise<DataOrigin> {
    this.#bundled ??= await manifestIn(this.#place.dir, this.#store?.system.files);
    return { manifest: this.#bundled, directory: this.#place.dir };
  }
}

function unusable(error: unknown): string {
  return `The synced data cannot be used, so those that came with the program are. ${reasonOf(error)} To fetch them again: robotics-mcp sync.`;
}
