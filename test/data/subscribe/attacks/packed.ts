import { brotliCompressSync, constants } from 'node:zlib';
import type { PackedFile } from '../../../../src/data/releases/release-manifest.ts';
import type { Packed } from '../../../../src/data/snapshot/compress.ts';
import { sha256 } from '../../../../src/data/snapshot/manifest.ts';

/** A file as it is sent, and what is stated of it; compressed as fast as can be, since size does not matter here. */
export function packedFast(content: Uint8Array): Packed {
  const bytes = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const stated: PackedFile = {
    sha256: sha256(content),
    size_bytes: content.byteLength,
    compressed_sha256: sha256(bytes),
    compressed_bytes: bytes.byteLength,
  };
  return { bytes, stated };
}
