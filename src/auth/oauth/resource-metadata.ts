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
