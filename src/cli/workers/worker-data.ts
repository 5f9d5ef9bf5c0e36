import { type Agreed, type Agreement, isNewer, newestOf } from '../../data/subscribe/agreement.ts';
import type { FromWorker } from './messages.ts';

const NOTHING: Agreed = { held: [], servers: 0, ready: 0 };
/** A worker that cannot open what the others have is waited for no longer. */
const PATIENCE_MS = 10 * 60_000;
const LOOK_MS = 5_000;

/** What a worker knows of the data of the others, by way of the primary. */
export class WorkerAgreement implements Agreement {
  now: Agreed;
  onChange: () => void = () => undefined;
  readonly #tell: (message: FromWorker) => void;

  constructor(now: Agreed, tell: (message: FromWorker) => void) {
    this.now = now;
    this.#tell = tell;
  }

  announce(versions: readonly string[]): void {
    this.#tell({ type: 'holds', versions: [...versions] });
  }

  hear(now: Agreed): void {
    this.now = now;
    this.onChange();
  }
}

/**
 * In the primary: which data the workers have. They put a version into use together, as soon as all of them have it
 * and, where there are other servers, these have agreed on it too.
 */
export class WorkerData {
  /** Called whenever `now` has changed. */
  onChange: () => void = () => undefined;
  readonly #others: Agreement | undefined;
  readonly #workers = new Map<number, readonly string[]>();
  readonly #timer: NodeJS.Timeout;
  #agreed: string | undefined;
  #waitsSince: number | undefined;
  #said = '';

  constructor(others: Agreement | undefined) {
    this.#others = others;
    if (others !== undefined) others.onChange = () => this.#look();
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get now(): Agreed {
    const others = this.#others?.now ?? NOTHING;
    const held = [...new Set([...others.held, ...[...this.#workers.values()].flat()])].sort();
    return { ...others, version: this.#others === undefined ? this.#agreed : others.version, held };
  }

  /** A worker says which versions it can answer from. */
  take(worker: number, versions: readonly string[]): void {
    this.#workers.set(worker, versions);
    this.#look();
  }

  /** A worker has ended. */
  remove(worker: number): void {
    if (this.#workers.delete(worker)) this.#look();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const shared = this.#shared();
    const newest = newestOf(shared);
    if (this.#others === undefined && isNewer(newest, this.#agreed)) this.#agreed = newest;
    if (shared.length > 0) this.#others?.announce(shared);
    const said = JSON.stringify(this.now);
    if (said === this.#said) return;
    this.#said = said;
    this.onChange();
  }

  /** What every worker can answer from; all that any can, once the others were waited for long enough. */
  #shared(): string[] {
    const all = [...this.#workers.values()];
    const any = [...new Set(all.flat())];
    const shared = any.filter((version) => all.every((versions) => versions.includes(version)));
    if (!isNewer(newestOf(any), newestOf(shared))) this.#waitsSince = undefined;
    else this.#waitsSince ??= performance.now();
    const isOver = this.#waitsSince !== undefined && performance.now() - this.#waitsSince > PATIENCE_MS;
    return isOver ? any : shared;
  }
}
