import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import {
  type Authority,
  isSameOrigin,
  isWeb,
  readAuthority,
  readOrigin,
  writeAuthority,
} from './authority.ts';
import { readTarget } from './target.ts';

/** Names of this server by which it may be called, and origins of web pages that may call it. `*` stands for any. */
export interface AllowedNames {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

const CORS_REQUEST_HEADERS =
  'content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id';
const CORS_METHODS = 'GET, HEAD, POST, OPTIONS';
const A_DAY = '86400';

/** An id that a proxy has given a request. */
const REQUEST_ID = /^[\w.:@/+-]{1,128}$/;

/** Why a request is not even looked at. */
interface OriginRefusal {
  /** 400 for a header that cannot be read (RFC 9110, section 7.2), 403 for one that names somebody else. */
  readonly status: 400 | 403;
  readonly message: string;
}

/**
 * Says why a request is refused, or nothing if it may pass. A web page can make its own name resolve to this
 * machine (DNS rebinding): what gives it away is the `Host` and the `Origin` that its browser sends. A target that names
 * a host is meant for that one, whatever the header says (RFC 9112, section 3.2.2); here both must be this server's.
 */
export function whyRefused(
  request: IncomingMessage,
  { allowedHosts, allowedOrigins }: AllowedNames,
): OriginRefusal | undefined {
  const { authority } = readTarget(request);
  const lacksHost = request.headers.host === undefined && request.httpVersion !== '1.0';
  if (lacksHost) return { status: 400, message: `The Host header is left out. ${WHICH_HOST}` };
  return (
    (authority === undefined ? undefined : whyHostRefused([authority], allowedHosts, 'The address')) ??
    whyHostRefused(request.headersDistinct.host ?? [], allowedHosts, 'The Host header') ??
    whyOriginRefused(request.headers.origin, allowedOrigins)
  );
}

function whyHostRefused(
  [given = '', ...more]: readonly string[],
  allowedHosts: readonly string[],
  whose: string,
): OriginRefusal | undefined {
  const authority = readAuthority(given);
  if (more.length > 0 || (authority === undefined && given !== '')) {
    return { status: 400, message: `${whose} ${UNREADABLE_HOST}` };
  }
  if (authority === undefined) return { status: 403, message: `${whose} ${FOREIGN_HOST}` };
  return isOwn(authority, allowedHosts) ? undefined : { status: 403, message: `${whose} ${FOREIGN_HOST}` };
}

/** True if a host is one of this server's names. */
function isOwn({ host }: Authority, allowedHosts: readonly string[]): boolean {
  return (
    allowedHosts.includes('*') ||
    localhostAllowedHostnames().includes(host) ||
    allowedHosts.some((allowed) => readAuthority(allowed)?.host === host)
  );
}

function whyOriginRefused(
  given: string | undefined,
  allowedOrigins: readonly string[],
): OriginRefusal | undefined {
  if (given === undefined) return undefined;
  const origin = readOrigin(given);
  if (origin === undefined && given !== 'null') return { status: 400, message: UNREADABLE_ORIGIN };
  if (allowedOrigins.includes('*')) return undefined;
  if (origin === undefined) return { status: 403, message: FOREIGN_ORIGIN };
  const isAllowed =
    (isWeb(origin.scheme) && isLoopback(origin.host)) ||
    allowedOrigins.some((allowed) => {
      const other = readOrigin(allowed);
      return other !== undefined && isSameOrigin(origin, other);
    });
  return isAllowed ? undefined : { status: 403, message: FOREIGN_ORIGIN };
}

const WHICH_HOST =
  'Send one, a name or an address with or without a port, such as localhost:8787 or [::1]:8787.';
const UNREADABLE_HOST = `is no host. ${WHICH_HOST}`;
const FOREIGN_HOST =
  'names another server. Use this server by its own name; its operator adds names with --allowed-hosts.';
const UNREADABLE_ORIGIN =
  'The Origin header is no origin. Send one such as https://example.org, without a path, or leave the header out.';
const FOREIGN_ORIGIN =
  'Web pages of this origin may not call this server. Its operator adds origins with --allowed-origins.';

/** The headers that let a page of an allowed origin read the answer; call it after `whyRefused`. */
export function corsHeaders(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined) return { vary: 'Accept, Origin' };
  return {
    vary: 'Accept, Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'www-authenticate',
  };
}

/** The further headers of a preflight's answer. */
export function preflightHeaders(): Record<string, string> {
  return {
    allow: CORS_METHODS,
    'access-control-allow-methods': CORS_METHODS,
    'access-control-allow-headers': CORS_REQUEST_HEADERS,
    'access-control-max-age': A_DAY,
  };
}

/** Says why a server may not listen at this address under these names, or nothing if it may. */
export function whyNotListen(host: string, allowedHosts: readonly string[]): string | undefined {
  const wrong = allowedHosts.find((name) => name !== '*' && readAuthority(name) === undefined);
  if (wrong !== undefined) {
    return `--allowed-hosts has "${wrong}", which is no host. Write a name or an address such as robots.example.org, without https:// and without a path.`;
  }
  if (isLoopback(host) || allowedHosts.length > 0) return undefined;
  return (
    `${host} can be reached from other machines. Say under which names with --allowed-hosts ` +
    `(for example --allowed-hosts robots.example.org), or --allowed-hosts '*' if any name will do.`
  );
}

/** True for addresses and names that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * The address of the caller. With `proxies` in front of this server, each of which adds the address that it was
 * called from, it is the one that the outermost of them saw; what callers write themselves comes before it.
 */
export function callerAddress(request: IncomingMessage, proxies: number): string {
  const own = plain(request.socket.remoteAddress ?? 'unknown');
  if (proxies === 0) return own;
  const named = plain(entry(request.headers['x-forwarded-for'], proxies) ?? '');
  return isIP(named) === 0 ? own : named;
}

/** True if a request says that a proxy has passed it on (RFC 7239, or the header that most write). */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

/** What the address of this server depends on, as a caller sees it. */
export interface Addressing extends Pick<AllowedNames, 'allowedHosts'> {
  /** Number of trusted proxies in front. */
  readonly proxies: number;
}

/**
 * The scheme and host under which the caller reached the service, for pages that show its address. The host that a proxy
 * tells has to be a name of this server, as any other: a proxy may pass on what its caller wrote.
 */
export function publicOrigin(request: IncomingMessage, { proxies, allowedHosts }: Addressing): string {
  const forwarded = proxies === 0 ? undefined : entry(request.headers['x-forwarded-host'], proxies);
  const scheme = proxies === 0 ? undefined : entry(request.headers['x-forwarded-proto'], proxies);
  const told = readAuthority(forwarded ?? '');
  const authority =
    told !== undefined && isOwn(told, allowedHosts)
      ? told
      : readAuthority(readTarget(request).authority ?? request.headers.host ?? '');
  const host = authority === undefined ? 'localhost' : writeAuthority(authority);
  return `${scheme?.toLowerCase() === 'https' ? 'https' : 'http'}://${host}`;
}

/** The id that a trusted proxy gave the request, if it is fit to be shown. */
export function givenRequestId(request: IncomingMessage, proxies: number): string | undefined {
  const given = request.headers['x-request-id'];
  return proxies > 0 && typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined;
}

/** The entry that the outermost proxy wrote; a shorter list was written by fewer, and its first entry is meant. */
function entry(value: string | string[] | undefined, proxies: number): string | undefined {
  const entries = (Array.isArray(value) ? value.join(',') : (value ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return entries.at(-Math.min(proxies, entries.length));
}

/** Without a port, without brackets, and IPv4 as such, so that one caller has one spelling. */
function plain(address: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  const [ip = '', ...zone] = bare.split('%');
  if (!isIPv6(ip)) return bare;
  const shortest = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  return mappedIPv4(shortest) ?? [shortest, ...zone].join('%');
}

/** The IPv4 address that an IPv6 address stands for (RFC 4291, section 2.5.5.2), in the spelling of the URL Standard. */
function mappedIPv4(shortest: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bits = [high, low].map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
}
