import { platformDirectory } from '../server/open-data.ts';
import type { HttpAuth } from '../transports/http/gate.ts';
import { OAUTH_OPTIONS, type OptionValues } from './options.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** How callers over HTTP show who they are; undefined where nobody has to. Throws a UsageError. */
export async function httpAuth(values: OptionValues, terminal: Terminal): Promise<HttpAuth | undefined> {
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
  return auth === 'keys' ? keysAuth(values, terminal) : oauthAuth(values, terminal);
}

async function keysAuth(values: OptionValues, terminal: Terminal): Promise<HttpAuth> {
  const { keyFileIn, readKeyFile } = await import('../auth/keys/key-file.ts');
  const { KeyVerifier } = await import('../auth/keys/key-verifier.ts');
  const path = keyFileIn(values['data-dir'] ?? (await platformDirectory()));
  if (readKeyFile(path).every(({ sha256 }) => sha256 === undefined)) {
    terminal.stderr.write(
      `robotics-mcp: There is no key in ${path} yet. Add one: robotics-mcp keys add NAME --scope write\n`,
    );
  }
  const verifier = new KeyVerifier({ path, onProblem: (error) => tell(error, terminal) });
  return { verifier, isPrivate: values.private };
}

async function oauthAuth(values: OptionValues, terminal: Terminal): Promise<HttpAuth> {
  const { 'oauth-issuer': issuer, 'oauth-audience': audiences, 'oauth-jwks': jwks } = values;
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
  const { findKeySet } = await import('../auth/oauth/issuer.ts');
  const { resourceMetadata } = await import('../auth/oauth/resource-metadata.ts');
  const keySet = new KeySet({
    address: async () => jwks ?? findKeySet(issuer),
    onProblem: (error) => tell(error, terminal),
  });
  // So that the operator hears at once of what would keep callers out.
  void keySet.read();
  return {
    verifier: new JwtVerifier({ issuer, audiences, keySet }),
    isPrivate: values.private,
    metadata: resourceMetadata(resource, issuer),
  };
}

function tell(error: unknown, terminal: Terminal): void {
  terminal.stderr.write(`robotics-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
}
