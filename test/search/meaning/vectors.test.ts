import { expect, it } from 'vitest';
import {
  addTimes,
  DIMENSIONS,
  PackedVectors,
  packed,
  unitOf,
  VECTOR_BYTES,
} from '../../../src/search/meaning/vectors.ts';

/** Numbers that look drawn, and are the same on every run. */
function vectorOf(seed: number): Float32Array {
  return unitOf(Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(seed * 91 + i * (seed + 7))));
}

function packedRows(...vectors: readonly Float32Array[]): PackedVectors {
  return new PackedVectors(new Uint8Array(vectors.flatMap((vector) => [...packed(vector)])));
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
}

it('half a byte a number keeps what a vector says', () => {
  const unpacked = new Float32Array(DIMENSIONS);
  addTimes(unpacked, packed(vectorOf(3)), 1);
  expect(cosine(unitOf(unpacked), vectorOf(3))).toBeGreaterThan(0.99);
});

it('cosines are those of the vectors, in each row', () => {
  const rows = packedRows(vectorOf(1), vectorOf(2), vectorOf(5));
  expect(rows.rows).toBe(3);
  for (const [row, seed] of [1, 2, 5].entries())
    expect(rows.cosine(row, vectorOf(4))).toBeCloseTo(cosine(vectorOf(seed), vectorOf(4)), 1);
  expect(rows.cosine(1, vectorOf(2))).toBeGreaterThan(0.99);
});

it('distances count the signs that differ', () => {
  const one = vectorOf(6);
  const turned = one.map((value, i) => (i < 40 ? -value : value));
  const rows = packedRows(
    one,
    one.map((value) => -value),
    turned,
  );
  // A number near to nothing has the sign of none.
  const unsure = one.filter((value) => Math.round((value / Math.max(...one.map(Math.abs))) * 7) === 0).length;
  const [same = 0, contrary = 0, partly = 0] = rows.distances(one);
  expect(same).toBe(0);
  expect(contrary).toBeGreaterThanOrEqual(DIMENSIONS - unsure);
  expect(partly).toBeLessThanOrEqual(40);
  expect(partly).toBeGreaterThanOrEqual(40 - unsure);
});

it('a vector of nothing is near to none', () => {
  const rows = packedRows(new Float32Array(DIMENSIONS));
  expect(rows.cosine(0, vectorOf(1))).toBe(0);
  expect(packed(new Float32Array(DIMENSIONS))).toHaveLength(VECTOR_BYTES);
});
