import { percentFault } from '../lib/percent-encoding.ts';

/** Where a protected resource describes itself; RFC 9728, section 3. */
export const WELL_KNOWN = '/.well-known/oauth-protected-resource';

export interface ResourceMetadata {
  /** The address of the document, as callers know it. */
  readonly url: string;
  readonly document: object;
}

/** Tells clients who issues tokens for a resource; both are addresses as clients know them. */
export function resourceMetadata(resource: string, issuer: string): ResourceMetadata {
  const { origin, pathname } = new URL(resource);
  return {
    url: `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`,
    document: {
      resource,
      authorization_servers: [issuer],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
      resource_name: 'robotics-mcp',
    },
  };
}

/** RFC 8414, section 3.1, then OpenID Connect Discovery: the addresses at which an issuer describes itself. */
export function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const addresses = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(addresses)];
}

/** Why an address is refused that has more than a host before its path: requests cannot carry it. */
export const holdsUser = 'holds a user or password, which cannot be sent with it';

/** Says what is wrong with the address of an issuer; nothing if it may be used. */
export function whyNotAnIssuer(text: string): string | undefined {
  const fault = percentFault(text);
  if (fault !== undefined) return fault;
  if (!URL.canParse(text)) return 'is no address';
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment, which an issuer has not';
  if (url.username !== '' || url.password !== '') return holdsUser;
  return isSafe(url) ? undefined : 'is not https: only a service on this machine may do without';
}

/** True for a connection that nobody else can be on. */
export function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
