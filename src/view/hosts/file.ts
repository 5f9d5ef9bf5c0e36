import { type Abilities, HostError, type ToolResult } from './host.ts';
import { PageHost } from './page.ts';

/** What `call show --html` lays into a file: what is shown, and whole records of it by id. */
export interface SavedPage {
  readonly shown: unknown;
  readonly records: Readonly<Record<string, unknown>>;
}

/** A file with its data inside: there is nobody to ask. */
export class FileHost extends PageHost {
  readonly abilities: Abilities = { call: false, fullscreen: false, shell: true };
  readonly #records: SavedPage['records'];

  constructor(page: SavedPage) {
    super(page.shown);
    this.#records = page.records;
  }

  /** Answers with the whole records that the file holds. */
  async call(_tool: string, { ids }: { readonly ids?: unknown }): Promise<ToolResult> {
    const [id, ...others] = Array.isArray(ids) ? (ids as string[]) : [];
    const record = others.length > 0 || id === undefined ? undefined : this.#records[id];
    if (record !== undefined) return { structuredContent: record };
    throw new HostError('This file holds what it shows and no more. Ask the program for the rest.');
  }

  visited(): void {}
}
