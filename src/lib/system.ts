import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSystem } from './file-system.ts';
import { diskFiles } from './file-system.ts';

/** The time of day, and what is to happen later. */
export interface Clock {
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
export interface ProcessTable {
  readonly pid: number;
  isRunning(pid: number): boolean;
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
}

export const realClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  repeat: (ms, task) => {
    const timer = setInterval(task, ms).unref();
    return () => clearInterval(timer);
  },
};

export const realRandom: Random = {
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

/** This machine. */
export const realSystem: System = {
  files: diskFiles,
  clock: realClock,
  random: realRandom,
  processes: realProcesses,
};
