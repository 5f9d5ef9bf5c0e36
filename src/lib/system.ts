import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliDecompress } from 'node:zlib';
import type { FileSystem } from './file-system.ts';
import { diskFiles } from './file-system.ts';

/** The time of day, and what is to happen later. */
interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds; rejects when the signal is aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Does something every so many milliseconds until the function returned is called; keeps no process alive. */
  repeat(ms: number, task: () => void): () => void;
}

export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  /** So many bytes as hexadecimal digits, which nobody can guess. */
  hex(bytes: number): string;
}

/** The process that runs the program, and whether others still run. */
interface ProcessTable {
  readonly pid: number;
  isRunning(pid: number): boolean;
}

/** What other threads do, since it takes as long as many answers. */
export interface Aside {
  /** SHA-256 in hexadecimal digits. */
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  compress(bytes: Uint8Array, options: BrotliOptions): Promise<Uint8Array>;
  /** Rejects with Node's ERR_BUFFER_TOO_LARGE beyond `maxOutputLength`. */
  decompress(bytes: Uint8Array, options: BrotliOptions): Promise<Uint8Array>;
}

/**
 * The machine on which the program runs, as far as what it keeps depends on it. Code that writes, locks or waits
 * takes one, so that tests can put a simulated machine in its place that loses power at any step.
 */
export interface System {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly random: Random;
  readonly processes: ProcessTable;
  readonly aside: Aside;
}

export const realClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  repeat: (ms, task) => {
    const timer = setInterval(task, ms).unref();
    return () => clearInterval(timer);
  },
};

const realRandom: Random = {
  fraction: Math.random,
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};

const realProcesses: ProcessTable = {
  pid: process.pid,
  isRunning: (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ESRCH';
    }
  },
};

export const realAside: Aside = {
  sha256: async (bytes) =>
    Buffer.from(await globalThis.crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
  compress: promisify<Uint8Array, BrotliOptions, Uint8Array>(brotliCompress),
  decompress: promisify<Uint8Array, BrotliOptions, Uint8Array>(brotliDecompress),
};

/** This machine. */
export const realSystem: System = {
  files: diskFiles,
  clock: realClock,
  random: realRandom,
  processes: realProcesses,
  aside: realAside,
};
