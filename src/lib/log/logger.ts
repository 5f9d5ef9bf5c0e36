import { type LogFields, renderJson, renderText, type Severity } from './render.ts';

/** From nothing to everything. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** What the operator reads. Fields may come from outside: they cannot begin a line or hide one. */
export interface Logger {
  /** True if entries of this severity are written; ask before making costly ones. */
  isOn(severity: Severity): boolean;
  write(severity: Severity, event: string, fields?: LogFields): void;
  /** Writes out what is still held back; call it before the process ends. */
  flush(): void;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes whole lines. */
  readonly sink: (text: string) => void;
  readonly now?: () => Date;
}

/** Lines are held back for so long, so that a busy server writes once for many. */
const HOLD_MS = 50;
/** Pieces of this size reach a pipe whole, also where several workers share it. */
const PIECE_BYTES = 4096;

/** Makes a logger. Errors are written at once, everything else with what comes soon after it. */
export function createLogger({ level, format, sink, now = () => new Date() }: LoggerOptions): Logger {
  const render = format === 'json' ? renderJson : renderText;
  const most = LOG_LEVELS.indexOf(level);
  let held: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = held;
    held = [];
    for (const piece of pieces(lines)) sink(piece);
  };
  const isOn = (severity: Severity): boolean => LOG_LEVELS.indexOf(severity) <= most;
  return {
    isOn,
    write: (severity, event, fields = {}) => {
      if (!isOn(severity)) return;
      held.push(`${render({ time: now().toISOString(), severity, event, fields })}\n`);
      if (severity === 'error' || held.length >= 1000) flush();
      else timer ??= setTimeout(flush, HOLD_MS).unref();
    },
    flush,
  };
}

/** Says nothing: for servers whose host wants no log. */
export const silentLogger: Logger = {
  isOn: () => false,
  write: () => undefined,
  flush: () => undefined,
};

function pieces(lines: readonly string[]): string[] {
  const made: string[] = [];
  let piece = '';
  for (const line of lines) {
    if (piece !== '' && Buffer.byteLength(piece) + Buffer.byteLength(line) > PIECE_BYTES) {
      made.push(piece);
      piece = '';
    }
    piece += line;
  }
  return piece === '' ? made : [...made, piece];
}
