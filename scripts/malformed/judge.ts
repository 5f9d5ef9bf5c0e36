/** What came back on one connection, and what is wrong with it. */
export interface Judgement {
  readonly statuses: readonly number[];
  /** Sentences; none if all is well. */
  readonly faults: readonly string[];
}

/** Nothing of these was sent, so that a server that says one says it of itself. */
const internals: readonly [string, RegExp][] = [
  ['a stack', /\bat (?:async )?[\w.<>]+ \(|\.[cm]?[jt]s:\d+/],
  ['a path of this machine', /\/(?:home|root|tmp|usr|work|node_modules)\/|file:\/\/\/|[A-Z]:\\\\/],
  [
    'SQL',
    /\b(?:SELECT|INSERT|UPDATE|DELETE)\b.{1,60}\b(?:FROM|INTO|WHERE|SET)\b|sqlite|no such (?:table|column)|: syntax error/,
  ],
  [
    'an error of the language',
    /\b(?:Type|Range|Reference|Syntax|Zod)Error\b|is not a function|undefined is not/,
  ],
  ['an error of the system', /\bE(?:NOENT|ACCES|CONN\w+|MFILE|PIPE)\b/],
];

const statusLine = /HTTP\/1\.[01] (\d{3}) /g;

/** Holds against an answer what no malformed request may bring about. */
export function judge(received: string): Judgement {
  const statuses = [...received.matchAll(statusLine)].map(([, status]) => Number(status));
  const bad = statuses.filter((status) => status >= 500 && status !== 503);
  const leaks = internals.filter(([, pattern]) => pattern.test(received)).map(([what]) => what);
  return {
    statuses,
    faults: [
      ...bad.map((status) => `answered ${status}`),
      ...leaks.map((what) => `told ${what}`),
      ...(received !== '' && !received.startsWith('HTTP/1.') ? ['answered no HTTP'] : []),
    ],
  };
}
