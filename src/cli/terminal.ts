import type { Readable, Writable } from 'node:stream';
import { inertText } from '../lib/inert.ts';
import { shorten } from '../lib/sanitize.ts';

/** The process as the commands see it. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly columns?: number; readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settles when the user or the system asks the program to end. */
  readonly stopped: Promise<void>;
  /** Has the listener called whenever the operator asks a running server for its counters. */
  readonly onReport?: (listener: () => void) => void;
  /** True inside an executable that brings its own Node.js. */
  readonly isStandalone?: boolean;
}

/** What a command ends with; 3 says to who asked for it that there is nothing new. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The command line, or an environment variable, says something that cannot be done: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Longer lines on standard error are cut. */
const LONGEST_LINE = 4_000;

/**
 * Says something on standard error. What of it was given as an argument, or comes from elsewhere, neither steers the
 * terminal nor begins a line.
 */
export function say({ stderr }: Pick<Terminal, 'stderr'>, text: string): void {
  const lines = text
    .split('\n')
    .map((line) => shorten(inertText(line.slice(0, 4 * LONGEST_LINE)), LONGEST_LINE));
  stderr.write(`${lines.join('\n  ')}\n`);
}

/** Reports a step to a person who waits; silent where standard error is no terminal. */
export function stepReporter(terminal: Terminal): (step: string) => void {
  return (step) => {
    if (terminal.stderr.isTTY) say(terminal, `${step} …`);
  };
}
