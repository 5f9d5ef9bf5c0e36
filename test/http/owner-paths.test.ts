import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, STRANGER } from '../../src/lib/caller.ts';
import { createRegistry } from '../../src/tools/registry.ts';
import { type RunningServer, startServer } from '../helpers/http.ts';
import { run } from '../helpers/program.ts';

const CHALLENGE = '/.well-known/openai-apps-challenge';

describe('the file by which OpenAI knows whose a host is', () => {
  let server: RunningServer;
  let origin: string;
  beforeAll(async () => {
    server = await startServer({ challenge: 'token-of-openai' });
    origin = new URL(server.url).origin;
  });
  afterAll(() => server.close());

  it('is answered as it is, to everybody who reads', async () => {
    const answer = await fetch(origin + CHALLENGE);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'token-of-openai',
    ]);
    expect((await fetch(origin + CHALLENGE, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(origin + CHALLENGE, { method: 'POST', body: '{}' })).status).toBe(405);
  });

  it('is not there where none is given', async () => {
    const other = await startServer();
    expect((await fetch(new URL(other.url).origin + CHALLENGE)).status).toBe(404);
    await other.close();
  });

  it.each([
    ['is not there', undefined, 'ENOENT'],
    ['holds several lines', 'one\ntwo', 'does not hold one token'],
    ['is empty', ' \n', 'does not hold one token'],
  ])('is refused at the start if the file %s', async (_what, content, says) => {
    const directory = mkdtempSync(join(tmpdir(), 'robotics-mcp-'));
    const file = join(directory, 'challenge.txt');
    if (content !== undefined) writeFileSync(file, content);
    const { code, stderr } = await run(['--http', '--port', '0', '--openai-challenge', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    rmSync(directory, { recursive: true });
  });
});

describe('the server card at its own paths', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it.each(['/api/mcp/server-card', '/.well-known/mcp/server-card.json'])('%s', async (path) => {
    const url = new URL(path, server.url);
    // The helper's service has no documents: that it is asked for one is what differs from a path where nothing is.
    expect((await fetch(new URL('/api/mcp/card', server.url))).status).toBe(404);
    expect((await fetch(url)).status).not.toBe(404);
    const posted = await fetch(url, { method: 'POST', body: '{}' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204);
    expect((await fetch(`${url}?ready`)).status).toBe(400);
  });
});

describe('how tools say that they want a sign-in', () => {
  const registry = (signIn?: 'optional' | 'required') =>
    createRegistry({
      select: 'default',
      readOnly: false,
      authenticated: true,
      signIn,
      context: async () => {
        throw new Error('Nothing is called.');
      },
      onInternalError: () => undefined,
    });
  const schemes = (signIn: 'optional' | 'required' | undefined, caller = STRANGER) =>
    Object.fromEntries(
      registry(signIn)
        .definitions(caller)
        .map((tool) => [tool.name, (tool as { securitySchemes?: object }).securitySchemes]),
    );

  it('reads for all and writes for those who have signed in, and strangers see both', () => {
    const found = schemes('optional');
    expect(found.search_robots).toEqual([{ type: 'noauth' }]);
    expect(found.report_error).toEqual([{ type: 'oauth2', scopes: ['write'] }]);
    expect(found.submit_robot).toEqual([{ type: 'oauth2', scopes: ['write'] }]);
    expect(registry('optional').has('report_error', STRANGER)).toBe(false);
  });

  it('reads for those who have signed in where all is private', () => {
    expect(schemes('required').search_robots).toEqual([{ type: 'oauth2', scopes: ['read'] }]);
  });

  it('has the same in _meta, beside the view', () => {
    const show = registry('optional')
      .definitions(STRANGER)
      .find(({ name }) => name === 'show');
    expect(show?._meta).toMatchObject({ securitySchemes: [{ type: 'noauth' }], ui: {} });
  });

  it('says nothing of it where nobody can sign in, and shows strangers what they may use', () => {
    const found = schemes(undefined);
    expect(Object.keys(found)).not.toContain('report_error');
    expect(Object.values(found).filter((each) => each !== undefined)).toEqual([]);
    const known = schemes('optional', callerOf('reader', true, ['read']));
    expect(Object.keys(known)).not.toContain('report_error');
  });
});
