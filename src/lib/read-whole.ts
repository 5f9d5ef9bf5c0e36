import { openRegular } from './regular-file.ts';

/**
 * The bytes of a regular file. Unlike readFile, which copies pieces of half a megabyte one after the other on this thread,
 * it leaves the whole of a large file to one call on another thread.
 */
export async function readWhole(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await openRegular(path);
  try {
    const bytes = new Uint8Array((await file.stat()).size);
    let filled = 0;
    while (filled < bytes.byteLength) {
      const { bytesRead } = await file.read(bytes, filled, bytes.byteLength - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    // A file that became shorter meanwhile is told from its size.
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}
