import { setImmediate as turn } from 'node:timers/promises';
import { isKind, type Kind, kindIndexes, kinds, type RecordOf, type RecordsByKind } from '../kinds/kinds.ts';
import { parseQuery } from '../text/query.ts';
import { type History, readHistory } from './change-table.ts';
import { type IndexTerms, readIndexTerms } from './index-terms.ts';
import { KindStore } from './kind-store.ts';
import { type MeaningData, type MeaningState, readMeaning, stateOfMeaning } from './meaning/stored.ts';
import { readStoredRecords } from './records.ts';
import type { SearchOutcome, SearchRequest } from './search.ts';
import { all, closeDatabase, type Database } from './sqlite.ts';

/** Version and origin of the data, as the snapshot states them. */
export interface DatasetInfo {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** SHA-256 over the records. */
  readonly content_sha256: string;
}

/** Number of catalogues that this process has opened. */
let opened = 0;

/**
 * The records of one dataset version in memory, overlaid with what has been contributed since. All access to the
 * database goes through here.
 */
export class Catalogue {
  readonly info: DatasetInfo;
  readonly #db: Database;
  readonly #stores = new Map<Kind, KindStore<Kind>>();
  readonly #serial = ++opened;
  readonly #contributed = new Map<Kind, Set<string>>();
  #changes = 0;
  #history: History | undefined;

  /** Takes over a database made by `buildSnapshot`. */
  constructor(db: Database) {
    this.#db = db;
    // No other process has the file open: without this SQLite looks for a foreign journal at every query.
    db.run('PRAGMA locking_mode = EXCLUSIVE');
    this.info = readInfo(db);
  }

  /** Differs between any two states of the data in this process; the same state gives the same answers. */
  get state(): string {
    return `${this.#serial}.${this.#changes}`;
  }

  /** What recent versions changed, this one last. */
  get history(): History {
    if (this.#history !== undefined) return this.#history;
    const read = readHistory(this.#db);
    const { version, date } = this.info;
    this.#history = read.length > 0 ? read : [{ version, date, kinds: {} }];
    return this.#history;
  }

  /** Ids of the records that were added or corrected since the snapshot. */
  contributed(kind: Kind): ReadonlySet<string> {
    return this.#contributed.get(kind) ?? new Set();
  }

  /** True for the name of a kind that it has records of. */
  holds(kind: string): kind is Kind {
    return isKind(kind);
  }

  /** Records by kind. */
  counts(): Record<Kind, number> {
    return Object.fromEntries(kinds.map((kind) => [kind, this.store(kind).count])) as Record<Kind, number>;
  }

  /**
   * The store of a kind with its columns, from which tools build filters. Created on first use, since one query is
   * about one kind.
   */
  store<K extends Kind>(kind: K): KindStore<K> {
    let store = this.#stores.get(kind);
    if (store === undefined) {
      store = new KindStore<Kind>(this.#db, kindIndexes[kind] as never);
      this.#stores.set(kind, store);
    }
    return store as unknown as KindStore<K>;
  }

  /** The record with this id, or else with this alias. */
  find<K extends Kind>(kind: K, idOrAlias: string): RecordOf<K> | undefined {
    const store = this.store(kind);
    const index = store.indexOf(idOrAlias);
    return index === undefined ? undefined : store.record(index);
  }

  search(kind: Kind, request: SearchRequest): SearchOutcome {
    return this.store(kind).search(request);
  }

  /** Ids whose name starts with the text or is a typo away from it: for "did you mean". */
  namesLike(kind: Kind, text: string, max: number): string[] {
    return this.store(kind).namesLike(text, max);
  }

  /** Adds a record to those of the snapshot, or replaces the one with the same id. */
  put<K extends Kind>(kind: K, record: RecordOf<K>): void {
    this.#changes += 1;
    this.#contributed.set(kind, new Set([...this.contributed(kind), record.id]));
    this.store(kind).put(record);
  }

  /** The index terms of the snapshot's papers. */
  indexTerms(): IndexTerms {
    return readIndexTerms(this.#db);
  }

  /** By what records are found beside their words. */
  meaning(): MeaningData {
    return readMeaning(this.#db);
  }

  /** Whether records are found by what they mean, or why not. */
  get meaningState(): MeaningState {
    return stateOfMeaning(this.#db);
  }

  /** Does what the first search of each kind would have to do. Other work goes on between kinds. */
  async warm(): Promise<void> {
    const request = { text: parseQuery('robot'), filters: [], facets: [], limit: 1 };
    for (const kind of kinds) {
      this.search(kind, request);
      await turn();
    }
  }

  /** Every record, sorted by id. Works on snapshots of every format up to the current one. */
  records(): RecordsByKind {
    return readStoredRecords(this.#db);
  }

  /** Frees the database; the catalogue is unusable afterwards. */
  close(): void {
    closeDatabase(this.#db);
  }
}

function readInfo(db: Database): DatasetInfo {
  const rows = all(db, 'SELECT name, value FROM meta');
  const meta = new Map(rows.map(({ name, value }) => [name as string, value as string]));
  return {
    version: meta.get('version') ?? '',
    date: meta.get('date') ?? '',
    content_sha256: meta.get('content_sha256') ?? '',
  };
}
