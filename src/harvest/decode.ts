/** Where a text says in what encoding it is. */
export interface Stated {
  /** The content-type header of its answer, if there is one. */
  readonly contentType?: string | null | undefined;
}

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { bytes: [0xfe, 0xff], label: 'utf-16be' },
  { bytes: [0xff, 0xfe], label: 'utf-16le' },
] as const;

/**
 * Bytes as text, in the encoding that a byte order mark, the header or the XML declaration states, else UTF-8. What
 * is stated in vain, because the bytes are UTF-8, is passed over; other bytes that do not fit are a problem, not
 * replaced. The problem continues a sentence that begins with what was read.
 */
export function decode(
  bytes: Uint8Array,
  { contentType }: Stated = {},
): { readonly text: string } | { readonly problem: string } {
  const mark = marks.find(({ bytes: wanted }) => wanted.every((byte, i) => bytes[i] === byte));
  const label = mark?.label ?? charsetOf(contentType) ?? declared(bytes) ?? 'utf-8';
  const asUtf8 = label.startsWith('utf-16') ? undefined : strictly('utf-8', bytes);
  const text = asUtf8 ?? strictly(label, bytes);
  if (text !== undefined) return { text };
  return { problem: `is not in the encoding that it states (${label.slice(0, 40)})` };
}

function charsetOf(contentType: string | null | undefined): string | undefined {
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

function declared(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase();
}

function strictly(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
