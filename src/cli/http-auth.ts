import type { HttpAuth } from '../http/gate.ts';
import type { Logger } from '../lib/log/logger.ts';
import { platformDirectory } from '../lib/platform-directory.ts';
import { OAUTH_OPTIONS, type OptionValues } from './options.ts';
import { UsageError } from './terminal.ts';

/** Reads an issuer's keys, as JSON. Rejects with a sentence. */
export type ReadKeys = () => Promise<unknown>;

/** Reads the keys of the issuer that the options name from the issuer itself. */
export function issuerKeys({ 'oauth-issuer': issuer, 'oauth-jwks': jwks }: OptionValues): ReadKeys {
  return async () => {
    const { readKeySet } = await import('../auth/oauth/issuer.ts');
    return readKeySet(issuer ?? '', jwks);
  };
}

/** How callers over HTTP show who they are; undefined where nobody has to. Throws a UsageError. */
export async function httpAuth(
  values: OptionValues,
  log: Logger,
  readKeys: ReadKeys = issuerKeys(values),
): Promise<HttpAuth | undefined> {
  const { auth, private: isPrivate } = values;
  const idle = OAUTH_OPTIONS.find((name) => values[name] !== undefined && values[name].length > 0);
  if (auth !== 'oauth' && idle !== undefined) {
    throw new UsageError(`--${idle} is for tokens of an issuer: add --auth oauth.`);
  }
  if (auth === 'none') {
    if (isPrivate)
      throw new UsageError('--private wants to know who calls: add --auth keys or --auth oauth.');
    return undefined;
  }
  return auth === 'keys' ? keysAuth(values, log) : oauthAuth(values, log, readKeys);
}

async function keysAuth(values: OptionValues, log: Logger): Promise<HttpAuth> {
  const { keyFileIn } = await import('../auth/keys/key-file.ts');
  const { KeyVerifier } = await import('../auth/keys/key-verifier.ts');
  const path = keyFileIn(values['data-dir'] ?? platformDirectory());
  const onProblem = (error: unknown): void => log.write('error', 'failure', { reason: reasonOf(error) });
  const verifier = new KeyVerifier({ path, onProblem });
  return { verifier, isPrivate: values.private };
}

async function oauthAuth(values: OptionValues, log: Logger, read: ReadKeys): Promise<HttpAuth> {
  const { 'oauth-issuer': issuer, 'oauth-audience': audiences } = values;
  if (issuer === undefined || audiences.length === 0) {
    throw new UsageError(
      '--auth oauth needs --oauth-issuer and --oauth-audience, such as --oauth-audience https://robots.example.org/api/mcp.',
    );
  }
  const resource = values['oauth-resource'] ?? audiences.find((each) => /^https?:\/\//.test(each));
  if (resource === undefined || !URL.canParse(resource)) {
    throw new UsageError(
      'No --oauth-audience is an address: say with --oauth-resource where callers reach this endpoint.',
    );
  }
  const { JwtVerifier } = await import('../auth/oauth/jwt-verifier.ts');
  const { KeySet } = await import('../auth/oauth/key-set.ts');
  const { resourceMetadata } = await import('../auth/oauth/resource-metadata.ts');
  const keySet = new KeySet({
    read,
    onProblem: (error) => log.write('error', 'failure', { reason: reasonOf(error) }),
  });
  // So that the operator hears at once of what would keep callers out.
  void keySet.read();
  return {
    verifier: new JwtVerifier({ issuer, audiences, keySet }),
    isPrivate: values.private,
    metadata: resourceMetadata(resource, issuer),
  };
}

/** Warns where nobody could show who they are. */
export async function warnWithoutKeys(values: OptionValues, log: Logger): Promise<void> {
  if (values.auth !== 'keys') return;
  const { keyFileIn, readKeyFile } = await import('../auth/keys/key-file.ts');
  const path = keyFileIn(values['data-dir'] ?? platformDirectory());
  if (readKeyFile(path).some(({ sha256 }) => sha256 !== undefined)) return;
  const advice = `There is no key in ${path} yet. Add one: robotics-mcp keys add NAME --scope write`;
  log.write('warn', 'no keys', { advice });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
