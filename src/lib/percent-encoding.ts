/**
 * What percent-encoded text stands for (RFC 3986, section 2.1, in UTF-8); undefined where a % begins no byte, or the bytes
 * are no UTF-8.
 */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Says what is wrong with the percent-encoding of an address; nothing if every % begins a byte, of whatever encoding. */
export function percentFault(address: string): string | undefined {
  return /%(?![0-9a-f]{2})/i.test(address)
    ? 'has a % that no two hex digits follow; write a % itself as %25'
    : undefined;
}
