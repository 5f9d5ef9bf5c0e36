import type { JournalStore } from '../../../src/contributions/journal/journal-store.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';

/** A lock that was not renewed for so long is free; in milliseconds. */
const STALE_MS = 6000;
/** Time stamps may be that much older than the time. */
const COARSEST_MS = 2000;
/** A holder whose steps wait for longer may be overtaken: in milliseconds. */
const SLOW_MS = 500;

/** What came of that is over after the longest hold and what is left of it. */
const UNSURE_MS = 20_000;

/** What is known of a piece of work. */
interface Work {
  holder?: { readonly process: SimulatedProcess; readonly at: number };
  /** Nobody holds it from then on; undefined where it is not known. */
  freeAt: number | undefined;
  /** Nobody gets it before. */
  heldUntil: number;
  /**
   * Several have asked at one time, or a holder was slow: one of them may hold the lock aside for a moment, put back what
   * was released, or release what another has taken over.
   */
  unsureUntil: number;
  /** Who asks for it just now. */
  asking: number;
  /** How often it was asked for. */
  asked: number;
}

/**
 * Who claims what, held against what claims promise: one at a time does a piece of work, for as long as they live, and
 * whoever comes after them finds it free. Promised where nothing fails and no clock is set.
 */
export class Claims {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  readonly #works = new Map<string, Work>();

  constructor(machine: Machine, fault: (what: string) => void) {
    this.#machine = machine;
    this.#fault = fault;
  }

  /** Claims a piece of work, holds it and settles it. */
  async run(
    store: JournalStore,
    process: SimulatedProcess,
    { work, holdMs, leaveMs }: { readonly work: string; readonly holdMs: number; readonly leaveMs?: number },
  ): Promise<void> {
    const known = this.#works.get(work) ?? { freeAt: 0, heldUntil: 0, unsureUntil: 0, asking: 0, asked: 0 };
    this.#works.set(work, known);
    const [begun, freeAt, others] = [this.#machine.now(), known.freeAt, known.asking];
    known.asking++;
    known.asked++;
    process.slowestMs = 0;
    const { asked } = known;
    const claim = await store.claim(work);
    known.asking--;
    const isAlone = others === 0 && known.asked === asked;
    if (!isAlone) known.unsureUntil = this.#machine.now() + UNSURE_MS;
    // Before the first event there may be no directory to claim anything in.
    if (claim === 'unavailable') return;
    if (claim === 'taken') {
      const isFree = freeAt !== undefined && begun >= freeAt + COARSEST_MS;
      if (isFree && isAlone && process.slowestMs < SLOW_MS)
        this.#note(known, `${work} is taken, and nobody holds it`);
      return;
    }
    if (process.slowestMs < SLOW_MS) this.#checkIsFree(work, known);
    const holder = { process, at: this.#machine.now() };
    known.holder = holder;
    known.freeAt = undefined;
    await process.system.clock.sleep(holdMs);
    const isOvertaken = known.holder !== holder;
    if (!isOvertaken) delete known.holder;
    const settledAt = this.#machine.now();
    await store.settle(claim, leaveMs);
    if (process.slowestMs >= SLOW_MS) known.unsureUntil = this.#machine.now() + UNSURE_MS;
    if (isOvertaken || known.holder !== undefined) return;
    known.heldUntil = settledAt + (leaveMs ?? 0);
    known.freeAt = this.#machine.now() + (leaveMs ?? 0);
  }

  #checkIsFree(work: string, known: Work): void {
    const { holder, heldUntil } = known;
    const now = this.#machine.now();
    if (now < heldUntil - COARSEST_MS) this.#note(known, `${work} is claimed too early`);
    if (holder === undefined || !this.#machine.isRunning(holder.process.pid)) return;
    const isFresh = now - holder.at < STALE_MS - COARSEST_MS;
    if (isFresh || this.#machine.slowestOf(holder.process) < SLOW_MS)
      this.#note(known, `${work} is claimed by two`);
  }

  #note({ unsureUntil }: Work, fault: string): void {
    if (!this.#machine.isDisturbed && this.#machine.now() >= unsureUntil) this.#fault(fault);
  }
}
