import type { Readable, Writable } from 'node:stream';

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

/** What a command ends with. */
export type ExitCode = 0 | 1 | 2;

/** The command line, or an environment variable, says something that cannot be done: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Prints a result: as JSON for programs, or as text for people. */
export function print({ stdout }: Terminal, json: boolean, value: unknown, text: () => string): void {
  stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text());
}

/** Reports a step to a person who waits; silent where standard error is no terminal. */
export function stepReporter({ stderr }: Terminal): (step: string) => void {
  return (step) => {
    if (stderr.isTTY) stderr.write(`${step} …\n`);
  };
}
