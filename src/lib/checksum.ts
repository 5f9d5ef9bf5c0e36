/**
 * FNV-1a of 32 bits: it tells a damaged text from a whole one, and nobody gains by making two alike. Node's cryptography
 * would take longer to load than a search.
 */
export function checksum(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

/** The same as eight hexadecimal digits. */
export function checksumHex(text: string): string {
  return checksum(text).toString(16).padStart(8, '0');
}

/** The sign in front of a checksum, which parts what is written before it too. */
const SIGN = '~';

/** A text that a caller hands back as it is, with its checksum. */
export function withChecksum(text: string): string {
  return `${text}${SIGN}${checksumHex(text)}`;
}

/** The text before its checksum; undefined for one that is damaged. */
export function readChecked(checked: string): string | undefined {
  const end = checked.lastIndexOf(SIGN);
  const text = checked.slice(0, Math.max(0, end));
  return end > 0 && checked.slice(end + 1) === checksumHex(text) ? text : undefined;
}
