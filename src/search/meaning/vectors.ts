/** Numbers of a vector. */
export const DIMENSIONS = 128;
/** Two whole numbers from -7 to 7 a byte, each 8 more than it is: the upper bit says that it is not below 0. */
export const VECTOR_BYTES = DIMENSIONS / 2;
/** Signs of a vector, in numbers of 32 bits. */
const CODE_WORDS = DIMENSIONS / 32;
const ZERO = 8;
const LARGEST = 7;
/** The upper bit of each of eight numbers. */
const SIGNS = 0x88888888;

/** A vector in four bits a number, up to its length. */
export function packed(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = new Uint8Array(VECTOR_BYTES);
  const inBits = (value: number) => ZERO + (largest === 0 ? 0 : Math.round((value / largest) * LARGEST));
  for (let i = 0; i < VECTOR_BYTES; i++)
    bytes[i] = inBits(vector[2 * i] as number) | (inBits(vector[2 * i + 1] as number) << 4);
  return bytes;
}

/** Adds a packed vector, times a number, to another. */
export function addTimes(sum: Float32Array, bytes: Uint8Array, factor: number): void {
  for (let i = 0; i < VECTOR_BYTES; i++) {
    const pair = bytes[i] as number;
    sum[2 * i] = (sum[2 * i] as number) + factor * ((pair & 15) - ZERO);
    sum[2 * i + 1] = (sum[2 * i + 1] as number) + factor * ((pair >> 4) - ZERO);
  }
}

/** A vector made as long as 1; one of nothing stays so. */
export function unitOf(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Packed vectors of rows, from 0 on, one behind the other, and the signs of each. */
export class PackedVectors {
  readonly #bytes: Uint8Array;
  readonly #codes: Uint32Array;
  readonly rows: number;

  /** The bytes have to begin at a multiple of four of their buffer. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.rows = bytes.length / VECTOR_BYTES;
    this.#codes = codesOf(bytes);
  }

  /** The cosine of a vector, of which the length is 1, and that of a row. */
  cosine(row: number, vector: Float32Array): number {
    const bytes = this.#bytes;
    let [dot, squares] = [0, 0];
    for (let i = 0, at = row * VECTOR_BYTES; i < DIMENSIONS; i += 2, at++) {
      const pair = bytes[at] as number;
      const first = (pair & 15) - ZERO;
      const second = (pair >> 4) - ZERO;
      dot += first * (vector[i] as number) + second * (vector[i + 1] as number);
      squares += first * first + second * second;
    }
    return squares === 0 ? 0 : dot / Math.sqrt(squares);
  }

  /** Of each row how many signs differ from those of a vector. */
  distances(vector: Float32Array): Uint8Array {
    const [a = 0, b = 0, c = 0, d = 0] = codesOf(packed(vector));
    const codes = this.#codes;
    const distances = new Uint8Array(this.rows);
    for (let row = 0, at = 0; row < distances.length; row++, at += CODE_WORDS) {
      distances[row] =
        ones((codes[at] as number) ^ a) +
        ones((codes[at + 1] as number) ^ b) +
        ones((codes[at + 2] as number) ^ c) +
        ones((codes[at + 3] as number) ^ d);
    }
    return distances;
  }

  /** The vector of a row, of length 1. */
  unit(row: number): Float32Array {
    const vector = new Float32Array(DIMENSIONS);
    addTimes(vector, this.#bytes.subarray(row * VECTOR_BYTES, (row + 1) * VECTOR_BYTES), 1);
    return unitOf(vector);
  }
}

/** The signs of packed vectors: a bit each, those of four times eight numbers in one another. */
function codesOf(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const codes = new Uint32Array(numbers.length / 4);
  for (let i = 0, at = 0; i < codes.length; i++, at += 4) {
    codes[i] =
      (((numbers[at] as number) & SIGNS) >>> 3) |
      (((numbers[at + 1] as number) & SIGNS) >>> 2) |
      (((numbers[at + 2] as number) & SIGNS) >>> 1) |
      ((numbers[at + 3] as number) & SIGNS);
  }
  return codes;
}

/** How many bits of a number of 32 are set. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
