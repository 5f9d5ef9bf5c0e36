import { constants } from 'node:zlib';
import { DataError } from '../../lib/data-error.ts';
import { type Aside, realAside } from '../../lib/system.ts';
import type { PackedFile } from '../releases/release-manifest.ts';
import { sha256 } from './manifest.ts';

/** How hard Brotli tries: a snapshot gains 3 % by ten times the time, a delta a seventh by milliseconds. */
const quality = { snapshot: 6, delta: constants.BROTLI_MAX_QUALITY } as const;

export interface Packed {
  readonly bytes: Uint8Array;
  readonly stated: PackedFile;
}

/** Compresses a file with Brotli and states what must be known to check it. The same bytes give the same bytes. */
export async function pack(file: Uint8Array, kind: keyof typeof quality, aside = realAside): Promise<Packed> {
  const bytes = await aside.compress(file, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality[kind],
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: file.byteLength,
    },
  });
  return {
    bytes,
    stated: {
      sha256: sha256(file),
      size_bytes: file.byteLength,
      compressed_sha256: sha256(bytes),
      compressed_bytes: bytes.byteLength,
    },
  };
}

/**
 * Decompresses a file that is exactly what was stated, and no larger. Throws a DataError, not_as_stated, for any other; one that
 * would grow beyond its stated size is given up as soon as it does.
 */
export async function unpack(bytes: Uint8Array, stated: PackedFile, aside = realAside): Promise<Uint8Array> {
  if (bytes.byteLength !== stated.compressed_bytes) {
    throw notAsStated(`it has ${bytes.byteLength} bytes instead of ${stated.compressed_bytes}`);
  }
  if (sha256(bytes) !== stated.compressed_sha256) throw notAsStated('it does not have the stated SHA-256');
  const file = await decompressed(bytes, stated.size_bytes, aside);
  if (file.byteLength !== stated.size_bytes) {
    throw notAsStated(`decompressed it has ${file.byteLength} bytes instead of ${stated.size_bytes}`);
  }
  if (sha256(file) !== stated.sha256) throw notAsStated('decompressed it does not have the stated SHA-256');
  return file;
}

async function decompressed(bytes: Uint8Array, maxBytes: number, aside: Aside): Promise<Uint8Array> {
  try {
    return await aside.decompress(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const what = isTooLarge ? `it decompresses to more than ${maxBytes} bytes` : 'it cannot be decompressed';
    throw notAsStated(what, error);
  }
}

/** The message says in what a file is not what its manifest states. */
function notAsStated(message: string, cause?: unknown): DataError {
  return new DataError('not_as_stated', message, cause);
}
