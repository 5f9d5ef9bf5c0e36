/** A body that was read as JSON, or why it was not. */
type JsonBody =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'no-json' }
  /** It holds so many values that reading it would hold up everybody else. */
  | { readonly kind: 'too-many' };

/** Members and entries of all objects and lists: fifty long calls have a tenth of it. */
export const MOST_VALUES = 20_000;

/** Reads JSON in UTF-8. */
export function readJson(bytes: Buffer): JsonBody {
  // A value takes a byte and what parts it from the next one another.
  if (bytes.byteLength > 2 * MOST_VALUES && holdsMore(bytes, MOST_VALUES)) return { kind: 'too-many' };
  try {
    return { kind: 'value', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { kind: 'no-json' };
  }
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0));

/** True if JSON begins or parts more than `most` values. Signs within texts do not count. */
function holdsMore(bytes: Buffer, most: number): boolean {
  let count = 0;
  let isText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      // What a backslash precedes ends no text.
      if (byte === BACKSLASH) i++;
    } else if ((byte === COMMA || byte === LIST || byte === OBJECT) && ++count > most) return true;
  }
  return false;
}
