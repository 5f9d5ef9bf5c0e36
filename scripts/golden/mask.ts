/** What may differ from run to run, each by its name; the name stands in its place. */
const masks: readonly (readonly [name: string, pattern: RegExp, replacement?: string])[] = [
  ['CURSOR', /("next_cursor":\s*")[^"]*"/g, '$1CURSOR"'],
  ['CURSOR', /(next_cursor: |--cursor )\S+/g, '$1CURSOR'],
  // Over HTTP the Date header; inside, only what the clock of the comparison can have said.
  ['DATE', /^(date: ).*$/gim, '$1DATE'],
  ['REQUEST', /\b[0-9a-f]{8}-\d+\b(?!-)/g],
  ['UUID', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['PORT', /\b(127\.0\.0\.1|localhost|\[::1\]):\d{4,5}\b/g, '$1:PORT'],
  ['DURATION', /\b\d+(\.\d+)? ?(ms|µs|s|seconds?|minutes?)\b(?= (ago|old|up|running)|[,;)\n]|$)/gm],
  ['LOG_TIME', /^\d\d:\d\d:\d\d(\.\d+)?(?= )/gm],
  ['STYLE_OR_SNAPSHOT_HASH', /("sha256":\s*")[0-9a-f]{64}"/g, '$1HASH"'],
  ['PID', /\bpid \d+\b/g],
];

/** Text with everything that may differ from run to run masked; times are those of this day. */
export function masked(text: string, day: string): string {
  const times = new RegExp(`${day}T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z`, 'g');
  return masks.reduce(
    (rest, [name, pattern, replacement]) => rest.replace(pattern, replacement ?? name),
    text.replace(times, 'TIME'),
  );
}

/** Hides the cursors of an answer, which may be written in other ways from version to version. */
export function withoutCursors(text: string): string {
  return text
    .replace(/("next_cursor":\s*")[^"]*"/g, '$1CURSOR"')
    .replace(/next_cursor: \S+/g, 'next_cursor: CURSOR');
}
