import { isAscii } from 'node:buffer';

/**
 * Variable-byte encoding of numbers up to 31 bits: seven bits per byte, lowest first; the high bit says that more
 * follow.
 */
export function encodeNumbers(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(5 * numbers.length);
  let at = 0;
  for (let rest of numbers) {
    for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
    bytes[at++] = rest;
  }
  return bytes.slice(0, at);
}

export function decodeNumbers(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length);
  return numbers.slice(0, decodeInto(numbers, 0, bytes));
}

/** So many bytes are copied at once where each is a number. */
const BLOCK = 4096;

/** Decodes numbers into a vector from a place on; returns the place behind the last. */
export function decodeInto(numbers: Uint16Array | Uint32Array, from: number, bytes: Uint8Array): number {
  let place = from;
  let number = 0;
  let shift = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (at % BLOCK === 0 && shift === 0) {
      const block = bytes.subarray(at, at + BLOCK);
      // A byte below 128 is a number by itself.
      if (isAscii(block)) {
        numbers.set(block, place);
        place += block.length;
        at += block.length - 1;
        continue;
      }
    }
    const byte = bytes[at] as number;
    number |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte > 0x7f) continue;
    numbers[place++] = number;
    number = 0;
    shift = 0;
  }
  return place;
}
