import type { StoreAddress } from '../contributions/postgres/address.ts';
import { KeyDocument } from '../contributions/postgres/key-document.ts';
import { DataError } from '../lib/data-error.ts';
import { type KeyEntry, type KeyPlace, parseKeys, writeKeys } from './keys.ts';

const MOST_TRIES = 5;

/** The keys in a database, which all servers with `--store` follow. */
export class StoreKeys implements KeyPlace {
  readonly shown: string;
  readonly #document: KeyDocument;

  constructor(address: StoreAddress) {
    this.shown = `the database ${address.shown}`;
    this.#document = new KeyDocument(address);
  }

  async read(): Promise<readonly KeyEntry[]> {
    const { text } = await this.#document.read();
    return parseKeys(text, this.shown);
  }

  async change(change: (keys: readonly KeyEntry[]) => readonly KeyEntry[]): Promise<readonly KeyEntry[]> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const { revision, text } = await this.#document.read();
      const keys = change(parseKeys(text, this.shown));
      if (await this.#document.replace(revision, writeKeys(keys))) return keys;
    }
    throw new DataError('KEYS', 'Others change the keys at the same time. Try again.');
  }

  async close(): Promise<void> {
    await this.#document.close();
  }
}
