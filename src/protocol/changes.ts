import { datasetUri, readUri } from '../kinds/uris.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** Most resources that are watched. Over HTTP there are fewer places for all; of one connection they are the oldest. */
const MAX_WATCHED = 10_000;

/** Poll interval while there are listeners, to notice that another process has synced: one `stat`. */
const LOOK_MS = 2_000;

const snapshotUri = 'robotics://snapshot';

/** Called with the resources that have changed. */
type OnChanged = (uris: readonly string[]) => void;

/** Notifies transports which of the watched resources changed when the data were replaced. */
export class Changes {
  /** For how many streams or connections each resource is watched. */
  readonly #watched = new Map<string, number>();
  readonly #listeners = new Set<OnChanged>();
  readonly #look: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `look` loads what other processes have synced. */
  constructor(look: () => void) {
    this.#look = look;
  }

  /** Starts watching a resource for one more. */
  watch(uri: string): void {
    const count = this.#watched.get(uri) ?? 0;
    this.#watched.delete(uri);
    this.#watched.set(uri, count + 1);
    const [oldest] = this.#watched.keys();
    if (this.#watched.size > MAX_WATCHED && oldest !== undefined) this.#watched.delete(oldest);
  }

  /** Watches a resource for one fewer. */
  unwatch(uri: string): void {
    const count = this.#watched.get(uri) ?? 0;
    if (count > 1) this.#watched.set(uri, count - 1);
    else this.#watched.delete(uri);
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
    const changed = [...this.#watched.keys()].filter((uri) => hasChanged(uri, before, after));
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** True for the message with which a caller of the 2026-07-28 revision opens a stream of changes. */
export function listensToChanges(message: unknown): boolean {
  return (message as { method?: unknown }).method === 'subscriptions/listen';
}

/** The resources to which a message of the 2026-07-28 revision subscribes; none for any other message. */
export function listenedTo(message: unknown): readonly string[] {
  if (!listensToChanges(message)) return [];
  const { params } = message as { params?: { notifications?: { resourceSubscriptions?: unknown } } };
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
