/** What may differ from run to run, each by its name; the name stands in its place. */
const masks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['CURSOR', /(?<="next_cursor":\s*")[^"]*(?=")/g],
  // In a text for people, which may stand in JSON: no cursor has a quote or a backslash.
  ['CURSOR', /(?<=next_cursor: |--cursor )[^\s"'\\]+/g],
  // The header of HTTP tells the true time; everything else tells that of the comparison's clock.
  ['DATE', /(?<=^date: ).*$/gim],
  ['REQUEST', /(?<=^x-request-id: )[0-9a-f]{8}-[0-9a-z]+$/gim],
  ['UUID', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['PORT', /(?<=\b(127\.0\.0\.1|localhost|\[::1\]):)\d{5}\b/g],
  // What "keys" and "release keygen" draw.
  ['KEY', /\brmcp_[\w…-]+/g],
  ['KEY_ID', /(?<="id":\s*")[a-z0-9]{8}(?=",\s*"name":\s*"[^"]*",\s*"scopes")/g],
  ['KEY_ID', /^[a-z0-9]{8}(?= {2}(active|revoked|expired))|(?<=Its id is )[a-z0-9]{8}/gm],
  ['KEY_ID', /^[a-z0-9]{8}(?= \([^)]*\): revoked)|(?<=already \()[a-z0-9]{8}(?=\))/gm],
  ['PUBLIC_KEY', /[\w+/]{43}=|(?<=^Key id: +)[0-9a-f]{16}/gm],
];

/** Text with everything that may differ from run to run masked; times are those of this day. */
export function masked(text: string, day: string): string {
  const times = new RegExp(`${day}T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z`, 'g');
  return masks.reduce((rest, [name, pattern]) => rest.replace(pattern, name), text.replace(times, 'TIME'));
}

/** Hides the cursors of an answer, which may be written in other ways from version to version. */
export function withoutCursors(text: string): string {
  return text
    .replace(/("next_cursor":\s*")[^"]*"/g, '$1CURSOR"')
    .replace(/next_cursor: \S+/g, 'next_cursor: CURSOR');
}
