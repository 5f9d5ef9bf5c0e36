import type { Caller } from '../lib/caller.ts';

/** What became of a token. */
export type Verdict =
  | { readonly kind: 'known'; readonly caller: Caller }
  /** The sentence may be shown to whoever sent the token. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** Nobody can say now: what the token is held against cannot be read. */
  | { readonly kind: 'unavailable' };

/** Tells from a bearer token who calls. */
export interface Authenticator {
  /** Never rejects. */
  authenticate(token: string): Promise<Verdict>;
}
