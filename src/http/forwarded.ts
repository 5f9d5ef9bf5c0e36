import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** A name or address, with or without a port, as it may stand in a Host header. */
const HOST = /^[a-z0-9._-]{1,253}(:\d{1,5})?$|^\[[0-9a-f:.]{2,45}\](:\d{1,5})?$/i;
/** An id that a proxy has given a request. */
const REQUEST_ID = /^[\w.:@/+-]{1,128}$/;

/**
 * The address of the caller. With `proxies` in front of this server, each of which adds the address that it was
 * called from, it is the one that the outermost of them saw; what callers write themselves stands before it.
 */
export function callerAddress(request: IncomingMessage, proxies: number): string {
  const own = plain(request.socket.remoteAddress ?? 'unknown');
  if (proxies === 0) return own;
  const named = plain(entry(request.headers['x-forwarded-for'], proxies) ?? '');
  return isIP(named) === 0 ? own : named;
}

/** The scheme and host under which the caller reached the service, for the page that shows its address. */
export function publicOrigin(request: IncomingMessage, proxies: number): string {
  const own = request.headers.host ?? 'localhost';
  if (proxies === 0) return `http://${own}`;
  const scheme = entry(request.headers['x-forwarded-proto'], proxies)?.toLowerCase();
  const host = entry(request.headers['x-forwarded-host'], proxies);
  return `${scheme === 'https' ? 'https' : 'http'}://${host !== undefined && HOST.test(host) ? host : own}`;
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
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
