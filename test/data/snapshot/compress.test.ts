import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { pack, unpack } from '../../../src/data/snapshot/compress.ts';
import { sha256 } from '../../../src/data/snapshot/manifest.ts';

const file = Buffer.from('Robots carry boxes, and boxes carry labels. '.repeat(500));

it.each(['snapshot', 'delta'] as const)('gives back a %s as it was, always packed the same', async (kind) => {
  const [first, second] = [await pack(file, kind), await pack(file, kind)];
  expect(Buffer.from(await unpack(first.bytes, first.stated)).equals(file)).toBe(true);
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true);
  expect(first.stated).toEqual({
    sha256: sha256(file),
    size_bytes: file.byteLength,
    compressed_sha256: sha256(first.bytes),
    compressed_bytes: first.bytes.byteLength,
  });
});

it('finds every flipped bit', async () => {
  const { bytes, stated } = await pack(Buffer.from(new Random(1).word('robot ', 60)), 'delta');
  for (let bit = 0; bit < bytes.byteLength * 8; bit++) {
    const flipped = Uint8Array.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await expect(unpack(flipped, stated)).rejects.toThrow('SHA-256');
  }
});

it('refuses another length before it looks any further', async () => {
  const { bytes, stated } = await pack(file, 'delta');
  await expect(unpack(bytes.subarray(1), stated)).rejects.toThrow(/instead of/);
  await expect(unpack(Buffer.concat([bytes, bytes]), stated)).rejects.toThrow(/instead of/);
});

it('gives up what would grow beyond its stated size', async () => {
  const bomb = brotliCompressSync(Buffer.alloc(64_000_000), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
  expect(bomb.byteLength).toBeLessThan(10_000);
  const stated = {
    sha256: sha256('x'),
    size_bytes: 1000,
    compressed_sha256: sha256(bomb),
    compressed_bytes: bomb.byteLength,
  };
  await expect(unpack(bomb, stated)).rejects.toThrow('decompresses to more than 1000 bytes');
});

it.each([
  ['a smaller file', Buffer.from('short'), /has 5 bytes/],
  ['another file of the size', Buffer.alloc(9), /SHA-256/],
])('refuses %s than the one stated', async (_what, other, message) => {
  const bytes = brotliCompressSync(other);
  const stated = { size_bytes: 9, sha256: sha256('the right'), compressed_bytes: bytes.byteLength };
  await expect(unpack(bytes, { ...stated, compressed_sha256: sha256(bytes) })).rejects.toThrow(message);
});

it('refuses what is no Brotli', async () => {
  const bytes = Buffer.from('no Brotli at all');
  const stated = { size_bytes: 9, sha256: sha256('x'), compressed_bytes: bytes.byteLength };
  await expect(unpack(bytes, { ...stated, compressed_sha256: sha256(bytes) })).rejects.toThrow(
    'decompressed',
  );
});
