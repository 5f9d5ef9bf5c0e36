/** What a caller may do: ask, contribute, or see what is the operator's alone. */
export const scopes = ['read', 'write', 'operator'] as const;
export type Scope = (typeof scopes)[number];

/** Who asks, as far as the server knows. */
export interface Caller {
  /** For the log and the operator's queue; never a secret. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** True if the caller is authenticated, or owns the process. */
  readonly known: boolean;
  /** All that an answer may depend on: callers with the same rights get the same answer. */
  readonly rights: string;
}

/** The user who started the program: on stdio and in a shell. */
export const LOCAL_USER: Caller = callerOf('local', true, scopes);

/** Everybody, over HTTP without authentication. */
export const ANYONE: Caller = callerOf('anyone', false, ['read', 'write']);

/** A caller without a token, where authentication is on and reading is open. */
export const STRANGER: Caller = callerOf('stranger', false, ['read']);

/** A caller of whom nothing was said: may do nothing. */
export const NOBODY: Caller = callerOf('nobody', false, []);

/** A caller with these scopes; who may write may read. */
export function callerOf(name: string, known: boolean, given: Iterable<Scope>): Caller {
  const held = new Set(given);
  if (held.has('write')) held.add('read');
  const rights = `${known ? 'known' : 'unknown'}:${scopes.filter((scope) => held.has(scope)).join(',')}`;
  return Object.freeze({ name, known, scopes: held, rights });
}

/** What became of a token. */
export type TokenVerdict =
  | { readonly kind: 'known'; readonly caller: Caller }
  /** The sentence may be shown to whoever sent the token. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** Unknown for now: the keys cannot be read. */
  | { readonly kind: 'unavailable' };

/** Identifies the caller by a bearer token. */
export interface Authenticator {
  /** Never rejects. */
  authenticate(token: string): Promise<TokenVerdict>;
}
