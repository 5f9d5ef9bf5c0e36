/** The levels at which something can be said. */
export type Severity = 'error' | 'warn' | 'info' | 'debug';

/** What an entry says beside its event; what is undefined is left out. */
export type LogFields = Readonly<Record<string, string | number | boolean | object | undefined>>;

export interface LogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly severity: Severity;
  readonly event: string;
  readonly fields: LogFields;
}

/** Values that need no quotes. */
const PLAIN = /^[\w./:@+[\]-]+$/;
/** Characters that could end a line, hide text or turn its direction on a terminal. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line to read: time, severity, event, then `name=value` pairs. */
export function renderText({ time, severity, event, fields }: LogEntry): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${textOf(value)}`);
  return [time, severity.padEnd(5), event, ...pairs].join(' ');
}

/** One JSON object on a line. */
export function renderJson({ time, severity, event, fields }: LogEntry): string {
  return escapeUnsafe(JSON.stringify({ time, level: severity, event, ...fields }));
}

function textOf(value: LogFields[string]): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return escapeUnsafe(JSON.stringify(value));
}

/** JSON leaves some of them as they are; as escapes they mean the same. */
function escapeUnsafe(json: string): string {
  return json.replace(UNSAFE, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
