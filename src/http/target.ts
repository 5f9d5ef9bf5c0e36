import type { IncomingMessage } from 'node:http';

/** What a request is for, as it was sent: decoding it, or reading `//host` as a host, would let other spellings in. */
interface Target {
  /** The host that the target itself names; undefined where it leaves that to the header. */
  readonly authority: string | undefined;
  readonly path: string;
  /** With its question mark; empty if there is none. */
  readonly query: string;
}

/** A request that has an address. */
export type Addressed = Pick<IncomingMessage, 'url'>;

/** Targets in absolute form, with what stands behind the host. Those of other schemes are nothing that is here. */
const ABSOLUTE = /^http:\/\/([^/?#]*)(.*)$/is;

/** Reads the target of a request in origin form or in absolute form (RFC 9112, sections 3.2.1 and 3.2.2). */
export function readTarget({ url = '/' }: Addressed): Target {
  const [, authority, rest = url] = ABSOLUTE.exec(url) ?? [];
  const start = rest.indexOf('?');
  const [path, query] = start < 0 ? [rest, ''] : [rest.slice(0, start), rest.slice(start)];
  return { authority, path: path || '/', query };
}
