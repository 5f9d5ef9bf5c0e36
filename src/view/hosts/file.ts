import {
  type Abilities,
  type Host,
  HostError,
  type HostEvent,
  type OutgoingFile,
  type ToolResult,
} from './host.ts';
import { downloadByPage, onSystemTheme } from './page.ts';

/** What `call show --html` lays into a file: what is shown, and whole records of it by id. */
export interface SavedPage {
  readonly shown: unknown;
  readonly records: Readonly<Record<string, unknown>>;
}

/** A file with its data inside: there is nobody to ask. */
export class FileHost implements Host {
  readonly abilities: Abilities = { call: false, fullscreen: false };
  readonly #page: SavedPage;

  constructor(page: SavedPage) {
    this.#page = page;
  }

  start(listener: (event: HostEvent) => void): void {
    onSystemTheme(() => listener({ type: 'theme' }));
    listener({ type: 'ready' });
    listener({ type: 'result', result: { structuredContent: this.#page.shown } });
  }

  /** Answers with the whole records that the file holds. */
  async call(_tool: string, { ids }: { readonly ids?: unknown }): Promise<ToolResult> {
    const [id, ...others] = Array.isArray(ids) ? (ids as string[]) : [];
    const record = others.length > 0 || id === undefined ? undefined : this.#page.records[id];
    if (record !== undefined) return { structuredContent: record };
    throw new HostError('This file holds what it shows and no more. Ask the program for the rest.');
  }

  openLink(): boolean {
    return false;
  }

  async download(file: OutgoingFile): Promise<boolean> {
    downloadByPage(file);
    return true;
  }

  tellModel(): void {}

  visited(): void {}

  toggleFullscreen(): void {}
}
