import { isIPv4 } from 'node:net';

/** Says why a server may not listen at this address, or nothing if it may. */
export function whyNotListen(host: string, allowedHosts: readonly string[]): string | undefined {
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
