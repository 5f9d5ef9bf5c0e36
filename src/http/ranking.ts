/** How many each has of something, and who has most: kept up to date by steps of one, so that asking costs nothing. */
export class Ranking {
  readonly #counts = new Map<string, number>();
  /** Who has so many; the place in the list is the number. */
  readonly #holders: Set<string>[] = [];
  #most = 0;

  /** How many somebody has. */
  of(who: string): number {
    return this.#counts.get(who) ?? 0;
  }

  /** One of those who have most; nobody if nobody has any. */
  get first(): string | undefined {
    return this.#most === 0 ? undefined : this.#holders[this.#most]?.values().next().value;
  }

  add(who: string): void {
    const count = this.of(who) + 1;
    this.#move(who, count - 1, count);
    this.#most = Math.max(this.#most, count);
  }

  remove(who: string): void {
    const count = this.of(who);
    if (count === 0) return;
    this.#move(who, count, count - 1);
    if (this.#holders[this.#most]?.size === 0) this.#most -= 1;
  }

  #move(who: string, from: number, to: number): void {
    this.#holders[from]?.delete(who);
    if (to === 0) {
      this.#counts.delete(who);
      return;
    }
    this.#counts.set(who, to);
    let holders = this.#holders[to];
    if (holders === undefined) {
      holders = new Set();
      this.#holders[to] = holders;
    }
    holders.add(who);
  }
}
