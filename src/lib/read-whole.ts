import { openRegular } from './regular-file.ts';

/**
 * The bytes of a regular file, or `length` of them from a position on. Unlike Node's readFile, which copies pieces of half
 * a megabyte one after the other on this thread, it leaves the whole of a large file to one call on another thread.
 */
export async function readWhole(
  path: string,
  range?: { readonly from: number; readonly length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await openRegular(path);
  try {
    const { from, length } = range ?? { from: 0, length: (await file.stat()).size };
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    // A file that became shorter meanwhile is told from its size.
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}
