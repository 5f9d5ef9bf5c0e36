import { createServer } from 'node:net';
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as OldCredentials } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resourceMetadata } from '../../src/auth/addresses.ts';
import { JwtAuthenticator } from '../../src/auth/jwt-authenticator.ts';
import { KeySet, readKeySet } from '../../src/auth/key-set.ts';
import { type HttpServer, serveHttp } from '../../src/http/serve.ts';
import { type AuthorizationServer, client, startAuthorizationServer } from '../auth/authorization-server.ts';
import { post } from '../helpers/http.ts';
import { createProductService } from '../helpers/product-service.ts';

let issuer: AuthorizationServer;
let server: HttpServer;
let url: string;
let metadataUrl: string;
let closeService: () => Promise<void>;

const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'The mass is wrong.' };
const write = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'report_error', arguments: report },
};

async function serve(isPrivate: boolean): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/api/mcp`;
  issuer = await startAuthorizationServer(url);
  const keySet = new KeySet({
    read: () => readKeySet(issuer.issuer),
    onProblem: (error) => {
      throw error;
    },
  });
  const metadata = resourceMetadata(url, issuer.issuer);
  metadataUrl = metadata.url;
  const service = await createProductService({ authenticated: true });
  closeService = service.close;
  server = await serveHttp(service, {
    host: '127.0.0.1',
    port,
    allowedHosts: [],
    allowedOrigins: ['https://app.example.org'],
    limits: { quiet: 20 },
    auth: {
      authenticator: new JwtAuthenticator({ issuer: issuer.issuer, audiences: [url], keySet }),
      isPrivate,
      metadata,
    },
    onError: (error) => {
      throw error;
    },
  });
}

afterEach(async () => {
  await server.close();
  await closeService();
  await issuer.close();
});

/** The address of the server stands in the tokens, so that it has to be known before. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

describe('over plain HTTP', () => {
  beforeEach(() => serve(false));

  it('tells at both addresses who issues tokens, to pages of allowed origins too', async () => {
    const { origin } = new URL(url);
    for (const path of ['', '/api/mcp']) {
      const address = `${origin}/.well-known/oauth-protected-resource${path}`;
      const answer = await fetch(address, { headers: { origin: 'https://app.example.org' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
      expect(await answer.json()).toEqual({
        resource: url,
        authorization_servers: [issuer.issuer],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
        resource_name: 'robotics-mcp',
      });
      expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
      expect((await fetch(address, { method: 'OPTIONS' })).status).toBe(204);
      const posted = await fetch(address, { method: 'POST', body: '{}' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await fetch(address, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    }
    expect((await fetch(`${origin}/.well-known/oauth-protected-resource/other`)).status).toBe(404);
    expect((await fetch(`${origin}/.well-known/oauth-authorization-server`)).status).toBe(404);
  });

  it('challenges as the specification has it', async () => {
    const missing = await post(url, write);
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="robotics-mcp", scope="write", resource_metadata="${metadataUrl}"`,
    ]);
    const expired = await post(url, write, {
      authorization: `Bearer ${await issuer.token({ exp: 1_700_000_000 })}`,
    });
    expect([expired.status, expired.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="robotics-mcp", error="invalid_token", error_description="The token has expired.", scope="write", resource_metadata="${metadataUrl}"`,
    ]);
    const narrow = await post(url, write, {
      authorization: `Bearer ${await issuer.token({ scope: 'read' })}`,
    });
    expect([narrow.status, narrow.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer realm="robotics-mcp", error="insufficient_scope", scope="write", resource_metadata="${metadataUrl}"`,
    ]);
  });

  it('tells hosts that read results alone how to sign in', async () => {
    const missing = await post(url, write);
    expect(missing.body).toMatchObject({ id: 1, result: { isError: true } });
    const { structuredContent, _meta } = missing.body.result;
    expect(structuredContent.error.code).toBe('UNAUTHENTICATED');
    const [challenge] = _meta['mcp/www_authenticate'];
    expect(challenge).toContain(`resource_metadata="${metadataUrl}"`);
    expect(challenge).toMatch(/error="insufficient_scope".*error_description="[^"]+"/);
    const narrow = await post(url, write, {
      authorization: `Bearer ${await issuer.token({ scope: 'read' })}`,
    });
    expect(narrow.body.result).toMatchObject({
      structuredContent: { error: { code: 'FORBIDDEN' } },
      _meta: { 'mcp/www_authenticate': [expect.stringContaining('scope="write"')] },
    });
    // A batch, and a message that calls no tool, is refused as before.
    expect((await post(url, [write])).body.error.data.code).toBe('UNAUTHENTICATED');
  });

  it('takes a token that allows it', async () => {
    const headers = { authorization: `Bearer ${await issuer.token()}` };
    expect((await post(url, write, headers)).body.result.structuredContent.status).toBe('queued');
  });

  it('answers 503 while the issuer cannot be asked', async () => {
    const headers = { authorization: `Bearer ${await issuer.token()}` };
    expect((await post(url, write, headers)).status).toBe(200);
    const elsewhere = await startAuthorizationServer(url);
    elsewhere.broken = true;
    const keySet = new KeySet({
      read: () => readKeySet(elsewhere.issuer),
      onProblem: () => undefined,
    });
    const authenticator = new JwtAuthenticator({ issuer: elsewhere.issuer, audiences: [url], keySet });
    const other = await serveHttp(await createProductService({ authenticated: true }), {
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [],
      allowedOrigins: [],
      limits: { quiet: 20 },
      auth: { authenticator, isPrivate: false },
      onError: () => undefined,
    });
    const answer = await post(other.url, write, { authorization: `Bearer ${await elsewhere.token()}` });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    await other.close();
    await elsewhere.close();
  });
});

describe.each([
  ['reading open', false],
  ['all private', true],
])('clients find their way to a token by themselves, %s', (_name, isPrivate) => {
  beforeEach(() => serve(isPrivate));

  const credentials = () => ({
    clientId: client.id,
    clientSecret: client.secret,
    scope: 'write',
    expectedIssuer: issuer.issuer,
  });

  it.each(['legacy', { pin: '2026-07-28' }] as const)('SDK 2, %j', async (mode) => {
    const authProvider = new ClientCredentialsProvider(credentials());
    const caller = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await caller.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    const result = await caller.callTool({ name: 'report_error', arguments: report });
    expect(result.structuredContent).toMatchObject({ status: 'queued' });
    const { tools } = await caller.listTools();
    expect(tools.map(({ name }) => name)).toContain('report_error');
    await caller.close();
  });

  it('SDK 1', async () => {
    const authProvider = new OldCredentials(credentials());
    const caller = new OldClient({ name: 'test', version: '1' });
    const transport = new OldTransport(new URL(url), { authProvider });
    await caller.connect(transport as Parameters<OldClient['connect']>[0]);
    const result = await caller.callTool({ name: 'report_error', arguments: report });
    expect(result.structuredContent).toMatchObject({ status: 'queued' });
    await caller.close();
  });

  it('SDK 1 and 2 with a token in hand', async () => {
    const headers = { authorization: `Bearer ${await issuer.token()}` };
    const older = new OldClient({ name: 'test', version: '1' });
    const newer = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const old = new OldTransport(new URL(url), { requestInit: { headers } });
    await older.connect(old as Parameters<OldClient['connect']>[0]);
    await newer.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    for (const caller of [older, newer]) {
      const result = await caller.callTool({ name: 'report_error', arguments: report });
      expect(result.structuredContent).toMatchObject({ status: 'queued' });
      await caller.close();
    }
  });
});
