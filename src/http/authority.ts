import { isIPv6 } from 'node:net';

/** A host and perhaps a port, in the one spelling in which two that are the same compare as equal. */
export interface Authority {
  /** A name or an IPv4 address in lower case, or an IPv6 address in brackets, as the URL Standard shortens it. */
  readonly host: string;
  /** Without leading zeros; empty where none is given. */
  readonly port: string;
}

/** The names of hosts in DNS and IPv4 addresses: what RFC 3986 allows a registered name beyond them is none of either. */
const NAME = /^[a-z0-9._-]{1,253}$/i;
const PORT = /^\d{0,10}$/;
const HIGHEST_PORT = 65_535;

/**
 * Reads `host [":" port]` as the header Host has it (RFC 9110, section 7.2; RFC 3986, section 3.2, without userinfo).
 * Undefined for anything else: it is never read as an address, which would let `user@host` or `host/path` pass.
 */
export function readAuthority(text: string): Authority | undefined {
  const [, bracketed, name = '', digits = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/s.exec(text) ?? [];
  if (!PORT.test(digits) || Number(digits) > HIGHEST_PORT) return undefined;
  const port = digits === '' ? '' : String(Number(digits));
  if (bracketed === undefined) return NAME.test(name) ? { host: name.toLowerCase(), port } : undefined;
  // A zone, as in fe80::1%eth0, is meant for the machine of whoever writes it.
  if (!isIPv6(bracketed) || bracketed.includes('%')) return undefined;
  return { host: new URL(`http://[${bracketed}]`).hostname, port };
}

export function writeAuthority({ host, port }: Authority): string {
  return port === '' ? host : `${host}:${port}`;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** An origin (RFC 6454) but for `null`. */
interface Origin extends Authority {
  /** In lower case. */
  readonly scheme: string;
}

/**
 * Reads `scheme "://" host [ ":" port ]` as the header Origin has it; the port that the scheme implies is left out. Pages
 * that are no web's, such as `file://`, may have no host.
 */
export function readOrigin(text: string): Origin | undefined {
  const [, given = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? [];
  const scheme = given.toLowerCase();
  if (scheme !== '' && rest === '' && !isWeb(scheme)) return { scheme, host: '', port: '' };
  const authority = readAuthority(rest);
  if (scheme === '' || authority === undefined) return undefined;
  return {
    scheme,
    host: authority.host,
    port: authority.port === DEFAULT_PORTS[scheme] ? '' : authority.port,
  };
}

/** True for the schemes of the web. */
export function isWeb(scheme: string): boolean {
  return Object.hasOwn(DEFAULT_PORTS, scheme);
}

export function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port;
}
