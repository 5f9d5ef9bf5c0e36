/** Says what is wrong with the address of an issuer; nothing if it may be used. */
export function whyNotAnIssuer(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is no address';
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment, which an issuer has not';
  return isSafe(url) ? undefined : 'is not https: only a service on this machine may do without';
}

/** True for a connection that nobody else can be on. */
export function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
