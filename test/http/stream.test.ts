import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerFactory } from '../../src/protocol/server-factory.ts';
import { withFixtures } from '../conformance/fixtures/add-fixtures.ts';
import { post, type RunningServer, startServer } from '../helpers/http.ts';
import { createSmallService } from '../helpers/small-service.ts';

const both = 'application/json, text/event-stream';
const progress = call('test_tool_with_progress', {}, { progressToken: 'p' });
const question = call('test_elicitation', { message: 'Well?' });

let server: RunningServer;
beforeAll(async () => {
  const factory = withFixtures(createServerFactory(createSmallService(), () => undefined));
  server = await startServer({ factory });
});
afterAll(() => server.close());

describe('a request of the handshake era', () => {
  it('is answered by a stream if something is said before the answer', async () => {
    const response = await send(progress, both);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsIn(await response.text());
    expect(events.map(({ params, id }) => params?.progress ?? id)).toEqual([0, 50, 100, 7]);
    expect(events.at(-1)?.result).toMatchObject({ content: [{ type: 'text', text: 'p' }] });
  });

  it.each([
    ['nothing is said before', call('test_simple_text'), both],
    ['the caller reads no stream', progress, 'application/json'],
    ['the caller takes anything', progress, '*/*'],
    ['the caller takes no stream', progress, 'application/json, text/event-stream;q=0'],
  ])('is answered by JSON if %s', async (_why, message, accept) => {
    const response = await send(message, accept);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } });
  });

  it('is answered by JSON within a batch', async () => {
    const response = await send([progress, { ...call('test_simple_text'), id: 8 }], both);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toHaveLength(2);
  });

  it('may ask its caller, who replies by a request of its own', async () => {
    const stream = await askedBy(await send(question, both));
    expect(stream.asked.method).toBe('elicitation/create');
    for (const id of [0, 'nobody asked this', stream.asked.id]) {
      const result = { action: 'accept', content: { response: 'yes' } };
      expect((await post(server.url, { jsonrpc: '2.0', id, result })).status).toBe(202);
    }
    const [answer] = eventsIn(await stream.rest());
    expect(JSON.stringify(answer?.result)).toContain('accept {\\"response\\":\\"yes\\"}');
  });

  it('tells two that ask at once apart', async () => {
    const streams = await Promise.all(
      [send(question, both), send(question, both)].map(async (one) => askedBy(await one)),
    );
    for (const [i, { asked }] of streams.entries()) {
      await post(server.url, {
        jsonrpc: '2.0',
        id: asked.id,
        result: { action: 'accept', content: { response: `${i}` } },
      });
    }
    const answers = await Promise.all(streams.map(async ({ rest }) => eventsIn(await rest())[0]));
    expect(answers.map((answer) => /response\\":\\"(\d)/.exec(JSON.stringify(answer))?.[1])).toEqual([
      '0',
      '1',
    ]);
  });

  it('cannot ask a caller that reads no stream', async () => {
    const { status, body } = await post(server.url, question);
    expect([status, body.error.code]).toEqual([200, -32600]);
  });

  it('is let go of when its caller leaves', async () => {
    const other = await startServer({
      factory: withFixtures(createServerFactory(createSmallService(), () => undefined)),
    });
    const controller = new AbortController();
    const { asked } = await askedBy(await send(question, both, other.url, controller.signal));
    controller.abort();
    expect((await post(other.url, { jsonrpc: '2.0', id: asked.id, result: {} })).status).toBe(202);
    await other.close();
  });
});

function call(name: string, args: object = {}, _meta?: object) {
  return {
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name, arguments: args, ...(_meta && { _meta }) },
  };
}

function send(message: unknown, accept: string, url = server.url, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(message),
    ...(signal && { signal }),
  });
}

interface Event {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly progress?: number };
  readonly result?: unknown;
}

function eventsIn(text: string): Event[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Event);
}

/** Reads a stream to its first event, and the rest when it is asked for. */
async function askedBy(response: Response): Promise<{ asked: Event; rest: () => Promise<string> }> {
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const first = (await reader.read()).value ?? '';
  const rest = async () => {
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    return text;
  };
  return { asked: eventsIn(first)[0] ?? {}, rest };
}
