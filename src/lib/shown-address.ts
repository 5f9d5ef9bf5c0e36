/** Scheme; host with whatever stands before and behind it; path. */
const PARTS = /^((?:[a-z][a-z\d+.-]*:)?\/\/)?([^/]*)(.*)$/is;
/** A host, and a port if there is one. */
const PLACE = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s;

/**
 * An address as messages and logs show it, and a text that was to be one: without user, password, query and fragment, any
 * of which may be a secret. What no address has, such as a port of letters, is taken for a part of a password.
 */
export function shownAddress(text: string): string {
  const [address = '', ...query] = text.trim().split(/[?#]/);
  const [, scheme = '', authority = '', path = ''] = PARTS.exec(address) ?? [];
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  const [, host = '', port] = PLACE.exec(place) ?? [];
  if (port !== undefined && !/^\d*$/.test(port)) return `${scheme}${host}:…`;
  return `${scheme}${place}${path.replace(/^.*@/s, '/…')}${query.length > 0 ? '?…' : ''}`;
}
