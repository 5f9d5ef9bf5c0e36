import { escapedJson } from './inert.ts';

/** The levels at which something can be said. */
type Severity = 'error' | 'warn' | 'info' | 'debug';

/** What an entry says beside its event; what is undefined is left out. */
type LogFields = Readonly<Record<string, string | number | boolean | object | undefined>>;

interface LogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly severity: Severity;
  readonly event: string;
  readonly fields: LogFields;
}

/** Values that need no quotes. */
const PLAIN = /^[\w./:@+[\]-]+$/;

/** One line to read: time, severity, event, then `name=value` pairs. */
function renderText({ time, severity, event, fields }: LogEntry): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${textOf(value)}`);
  return [time, severity.padEnd(5), event, ...pairs].join(' ');
}

/** One JSON object on a line. */
function renderJson({ time, severity, event, fields }: LogEntry): string {
  return escapedJson({ time, level: severity, event, ...fields });
}

function textOf(value: LogFields[string]): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return escapedJson(value);
}

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
  /** Flushes buffered lines; call it before the process ends. */
  flush(): void;
}

interface LoggerOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes whole lines. */
  readonly sink: (text: string) => void;
  readonly now?: () => Date;
}

/** Lines are buffered for so long, so that a busy server writes many at once. */
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

/** Discards everything: for servers whose host wants no log. */
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
