import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Authenticator, TokenVerdict } from '../lib/caller.ts';
import { callerOf, type Scope, scopes } from '../lib/caller.ts';
import { isDataError } from '../lib/data-error.ts';
import type { KeySet } from './key-set.ts';

/** Only signatures by a private key: a shared secret, or none, does not prove who issued a token. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Tokens of other types, such as those of a logout, are signed by the same keys and mean something else. */
const accessTokenType = /^(?:application\/)?(?:at\+jwt|jwt)$/i;

const CLOCK_TOLERANCE_SECONDS = 30;

interface JwtOptions {
  /** Exactly as in the tokens. */
  readonly issuer: string;
  /** A token is for us if it names one of them. */
  readonly audiences: readonly string[];
  readonly keySet: KeySet;
}

/** Verifies access tokens that are JSON Web Tokens (RFC 9068) by their issuer's signature. */
export class JwtAuthenticator implements Authenticator {
  readonly #options: JwtOptions;

  constructor(options: JwtOptions) {
    this.#options = options;
  }

  async authenticate(token: string): Promise<TokenVerdict> {
    const { issuer, audiences, keySet } = this.#options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keySet.find, {
        issuer,
        audience: [...audiences],
        algorithms,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const { typ = 'JWT' } = protectedHeader;
      if (!accessTokenType.test(typ)) return refused('The token is no access token.');
      // A key-bound token is refused: this server does not verify possession of the key, so a stolen one would
      // work.
      if (payload.cnf !== undefined)
        return refused('The token is bound to a key, which is not checked here.');
      return { kind: 'known', caller: callerOf(`oauth:${nameIn(payload)}`, true, scopesIn(payload)) };
    } catch (error) {
      return isDataError(error, 'KEYS_UNAVAILABLE') ? { kind: 'unavailable' } : refused(problemOf(error));
    }
  }
}

function refused(problem: string): TokenVerdict {
  return { kind: 'refused', problem };
}

function problemOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return 'The token was issued for another service.';
    if (error.claim === 'iss') return 'The token was issued by somebody else.';
    if (error.claim === 'nbf') return 'The token is not valid yet.';
  }
  return 'The token is not valid here.';
}

/** RFC 9068 has `scope`, a text; some issuers have `scp`, a text or a list. What we do not know is passed over. */
function scopesIn({ scope, scp }: JWTPayload): Scope[] {
  const given = [scope, scp].flat().flatMap((part) => (typeof part === 'string' ? part.split(' ') : []));
  return scopes.filter((known) => given.includes(known));
}

function nameIn({ sub, client_id, azp }: JWTPayload): string {
  const name = [sub, client_id, azp].find((each) => typeof each === 'string' && each !== '');
  return String(name ?? 'unnamed')
    .replace(/[\p{C}\s]/gu, '?')
    .slice(0, 120);
}
