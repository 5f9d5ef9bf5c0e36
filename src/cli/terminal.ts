import type { Readable, Writable } from 'node:stream';

/** All that the commands see of the process. */
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
