/** Bounds of the cache. */
interface CacheLimits {
  readonly entries: number;
  /** Of the answers and the questions, in bytes of memory. */
  readonly bytes: number;
}

const DEFAULT_LIMITS: CacheLimits = { entries: 4_000, bytes: 16 * 1024 * 1024 };

/** An answer longer than this part of the whole would push out too many others. */
const LARGEST_SHARE = 1 / 16;

/** A string takes two bytes a character, once it has a letter beyond Latin-1. */
const BYTES_PER_CHARACTER = 2;
/** In characters: spellings take at most 4 MB beside the answers. */
const LONGEST_SPELLING = 500;
/** What an entry takes beside its texts. */
const ENTRY_BYTES = 200;

/**
 * An LRU cache of answers as JSON text, by question. They hold for one state of the data and one day: the first
 * question to another state empties it.
 */
export class AnswerCache {
  readonly #limits: CacheLimits;
  /** In the order in which they were last asked for. */
  readonly #answers = new Map<string, string>();
  /** Questions by the text in which they were asked, before their arguments were read. */
  readonly #spellings = new Map<string, string>();
  #state = '';
  #size = 0;

  constructor(limits: CacheLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#size;
  }

  get entries(): number {
    return this.#answers.size;
  }

  /** The answer to a question about this state of the data. */
  get(state: string, question: string): string | undefined {
    if (state !== this.#state) this.#empty(state);
    const answer = this.#answers.get(question);
    if (answer === undefined) return undefined;
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    return answer;
  }

  /** True if the answer to a question spelt so may be cached. */
  knows(spelling: string): boolean {
    return this.#spellings.has(spelling);
  }

  /** The answer to the question that was learnt under a spelling. */
  spelt(state: string, spelling: string): string | undefined {
    if (state !== this.#state) this.#empty(state);
    const question = this.#spellings.get(spelling);
    return question === undefined ? undefined : this.get(state, question);
  }

  /** Learns how a question was spelt; long spellings are not worth their memory. */
  learn(state: string, spelling: string, question: string): void {
    if (state !== this.#state || spelling.length > LONGEST_SPELLING || this.#spellings.has(spelling)) return;
    this.#spellings.set(spelling, question);
    const [oldest] = this.#spellings.keys();
    if (this.#spellings.size > this.#limits.entries && oldest !== undefined) this.#spellings.delete(oldest);
  }

  set(state: string, question: string, answer: string): void {
    // The data changed while the answer was being made.
    if (state !== this.#state) return;
    const bytes = bytesOf(question, answer);
    if (bytes > this.#limits.bytes * LARGEST_SHARE) return;
    this.#remove(question);
    this.#answers.set(question, answer);
    this.#size += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#limits.entries && this.#size <= this.#limits.bytes) return;
      this.#remove(oldest);
    }
  }

  #remove(question: string): void {
    const answer = this.#answers.get(question);
    if (answer === undefined) return;
    this.#answers.delete(question);
    this.#size -= bytesOf(question, answer);
  }

  #empty(state: string): void {
    this.#answers.clear();
    this.#spellings.clear();
    this.#size = 0;
    this.#state = state;
  }
}

function bytesOf(question: string, answer: string): number {
  return BYTES_PER_CHARACTER * (question.length + answer.length) + ENTRY_BYTES;
}
