/** A seeded source of chance: the same seed draws the same, on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('There is nothing to choose from.');
    return list[this.below(list.length)] as T;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** `length` letters of the alphabet. */
  word(alphabet: string, length: number): string {
    const letters = lettersOf(alphabet);
    let word = '';
    for (let drawn = 0; drawn < length; drawn++) word += this.pick(letters);
    return word;
  }
}

/** Alphabets are few, and words of them many. */
const alphabets = new Map<string, readonly string[]>();

function lettersOf(alphabet: string): readonly string[] {
  const known = alphabets.get(alphabet);
  if (known !== undefined) return known;
  const letters = [...alphabet];
  alphabets.set(alphabet, letters);
  return letters;
}
