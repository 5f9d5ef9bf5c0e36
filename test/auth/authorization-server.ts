import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A key of the issuer; `jwk` is its public half. */
interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function makeSigningKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** An OAuth 2.1 authorization server on this machine, with one client that may use client_credentials. */
export interface AuthorizationServer {
  readonly issuer: string;
  /** The public keys that it shows; change them to rotate. */
  readonly published: JWK[];
  /** Paths that were asked for, in their order. */
  readonly asked: string[];
  /** What it signs with. */
  key: SigningKey;
  /** Answers everything by 500 while true. */
  broken: boolean;
  /** Answers nothing before this has resolved. */
  delay: Promise<void>;
  /** What it says of itself, if not the truth. */
  metadata: Record<string, unknown>;
  /** A token as it would issue it, with these claims in place of its own; undefined takes one out. */
  token(claims?: Record<string, unknown>, header?: { typ?: string; key?: SigningKey }): Promise<string>;
  close(): Promise<void>;
}

export const client = { id: 'robot-bench', secret: 'not much of a secret' };

/** `path` is that of the issuer; `resource` is whom its tokens are for unless a client asks for another. */
export async function startAuthorizationServer(
  resource: string,
  path = '',
  discovery: 'oauth' | 'openid' = 'oauth',
): Promise<AuthorizationServer> {
  const key = await makeSigningKey('first');
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${path}`;
  const self: AuthorizationServer = {
    issuer,
    published: [key.jwk],
    asked: [],
    key,
    broken: false,
    delay: Promise.resolve(),
    metadata: {},
    token: (claims = {}, { typ = 'at+jwt', key: by = self.key } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const payload = {
        iss: issuer,
        aud: resource,
        sub: 'ana',
        scope: 'read write',
        iat: now,
        exp: now + 600,
      };
      return new SignJWT({ ...payload, ...claims })
        .setProtectedHeader({ alg: by.alg, kid: by.kid, typ })
        .sign(by.privateKey);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const metadataPath =
    discovery === 'oauth'
      ? `/.well-known/oauth-authorization-server${path}`
      : `${path}/.well-known/openid-configuration`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = request.url ?? '';
    self.asked.push(asked);
    await self.delay;
    if (self.broken) return send(response, 500, { error: 'server_error' });
    if (asked === metadataPath) return send(response, 200, describe());
    if (asked === '/keys') return send(response, 200, { keys: self.published });
    if (asked === '/token' && request.method === 'POST') return issue(request, response);
    send(response, 404, {});
  }

  function describe(): object {
    return {
      issuer,
      jwks_uri: `${origin}/keys`,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      ...self.metadata,
    };
  }

  async function issue(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${basic}`)
      return send(response, 401, { error: 'invalid_client' });
    if (form.get('grant_type') !== 'client_credentials')
      return send(response, 400, { error: 'unsupported_grant_type' });
    const scope = form.get('scope') ?? 'read';
    const access_token = await self.token({
      sub: client.id,
      scope,
      aud: form.get('resource') ?? resource,
    });
    send(response, 200, { access_token, token_type: 'Bearer', expires_in: 600, scope });
  }
  return self;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
