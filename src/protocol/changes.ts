import { datasetUri, readUri } from '../kinds/uris.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** Most resources that are watched; further ones evict the oldest. */
const MAX_WATCHED = 10_000;

/** Poll interval while there are listeners, to notice that another process has synced: one `stat`. */
const LOOK_MS = 2_000;

const snapshotUri = 'robotics://snapshot';

/** Called with the resources that have changed. */
export type OnChanged = (uris: readonly string[]) => void;

/** Notifies transports which of the watched resources changed when the data were replaced. */
export class Changes {
  readonly #watched = new Set<string>();
  readonly #listeners = new Set<OnChanged>();
  readonly #look: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `look` loads what other processes have synced. */
  constructor(look: () => void) {
    this.#look = look;
  }

  /** Starts watching a resource. */
  watch(uri: string): void {
    this.#watched.delete(uri);
    this.#watched.add(uri);
    const [oldest] = this.#watched;
    if (this.#watched.size > MAX_WATCHED && oldest !== undefined) this.#watched.delete(oldest);
  }

  /** Registers a listener; the function returned removes it. */
  listen(listener: OnChanged): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(this.#look, LOOK_MS).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Compares the watched resources before and after the data were replaced. */
  tell(before: Catalogue, after: Catalogue): void {
    if (this.#listeners.size === 0) return;
    const changed = [...this.#watched].filter((uri) => hasChanged(uri, before, after));
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** The resources to which a message of the 2026-07-28 revision subscribes; none for any other message. */
export function listenedTo(message: unknown): readonly string[] {
  const { method, params } = message as {
    method?: unknown;
    params?: { notifications?: { resourceSubscriptions?: unknown } };
  };
  if (method !== 'subscriptions/listen') return [];
  const uris = params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

function hasChanged(uri: string, before: Catalogue, after: Catalogue): boolean {
  if (uri === snapshotUri) return true;
  const name = readUri(uri);
  if (name === undefined || name.type === 'schema') return false;
  if (uri === datasetUri || name.type === 'dataset' || name.type === 'changes') return true;
  const { kind, id } = name;
  if (!after.holds(kind)) return false;
  return JSON.stringify(before.find(kind, id)) !== JSON.stringify(after.find(kind, id));
}
