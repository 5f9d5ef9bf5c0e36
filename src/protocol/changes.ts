import { datasetUri, readUri } from '../kinds/uris.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** Resources that are watched; more push out those that were named first. */
const MAX_WATCHED = 10_000;

/** While somebody listens, other processes' syncing is looked for without waiting for a question: one `stat`. */
const LOOK_MS = 2_000;

const snapshotUri = 'robotics://snapshot';

/** Told of resources that have changed. */
export type OnChanged = (uris: readonly string[]) => void;

/** Tells transports which of the resources that their callers watch are others since the data were replaced. */
export class Changes {
  readonly #watched = new Set<string>();
  readonly #listeners = new Set<OnChanged>();
  readonly #look: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `look` takes over what other processes have synced. */
  constructor(look: () => void) {
    this.#look = look;
  }

  /** Names a resource that somebody wants to hear of. */
  watch(uri: string): void {
    this.#watched.delete(uri);
    this.#watched.add(uri);
    const [oldest] = this.#watched;
    if (this.#watched.size > MAX_WATCHED && oldest !== undefined) this.#watched.delete(oldest);
  }

  /** Hears of changes until the function that is returned is called. */
  listen(listener: OnChanged): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(this.#look, LOOK_MS).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Compares what is watched, before and after other data were put in place. */
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

/** The resources that a message of the 2026-07-28 revision asks to hear of; none if it asks for something else. */
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
  if (uri === datasetUri || name.type === 'dataset') return true;
  const { kind, id } = name;
  if (!after.holds(kind)) return false;
  return JSON.stringify(before.find(kind, id)) !== JSON.stringify(after.find(kind, id));
}
