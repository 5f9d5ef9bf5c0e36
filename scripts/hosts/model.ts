import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model that is played asks a host to do. */
interface Wish {
  /** The end of the tool's name: hosts put their own words before it. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A model on loopback that calls one tool once and then says what it was answered. */
interface Model {
  readonly url: string;
  /** What the host sent back as the tool's result, once it did. */
  result(): string | undefined;
  /** Every request, for a transcript. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** One interface of a model: how tools are named in a request, how a result comes back, and how answers are streamed. */
interface Dialect {
  readonly path: RegExp;
  toolNamed(request: Json, end: string): string | undefined;
  resultIn(request: Json): string | undefined;
  call(name: string, args: object): readonly Event[];
  say(text: string): readonly Event[];
  /** Passes some time where the host does not wait for its servers, and asks before the tool is there. */
  pass?(request: Json): readonly Event[] | undefined;
}

type Json = Readonly<Record<string, unknown>>;
type Event = readonly [name: string, data: object];

/** Plays a model for the three hosts, each in its own interface. */
export async function playModel(wish: Wish): Promise<Model> {
  const asked: string[] = [];
  let result: string | undefined;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const dialect = dialects.find(({ path }) => path.test(request.url ?? ''));
    asked.push(`${request.method} ${request.url} ${body.length} bytes`);
    if (dialect === undefined || request.method !== 'POST') return send(response, 200, '{}');
    const message = JSON.parse(body) as Json;
    result ??= dialect.resultIn(message);
    const name = dialect.toolNamed(message, wish.tool);
    const events =
      result !== undefined
        ? dialect.say(`The tool answered: ${result.slice(0, 400)}`)
        : name !== undefined
          ? dialect.call(name, wish.arguments)
          : (dialect.pass?.(message) ?? dialect.say('Nothing to call.'));
    asked.push(
      `  tool ${name ?? 'not offered'}, result ${result === undefined ? 'none yet' : `${result.length} characters`}`,
    );
    if (message.stream === false) return send(response, 200, JSON.stringify(events.at(-1)?.[1] ?? {}));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [event, data] of events)
      response.write(`${event === '' ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    result: () => result,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Turns of two seconds. */
const MOST_PASSED = 20;

const usage = { input_tokens: 1, output_tokens: 1 };

/** https://docs.anthropic.com/en/api/messages-streaming */
const messages: Dialect = {
  path: /^\/v1\/messages(?:\?|$)/,
  toolNamed: ({ tools }, end) => namesIn(tools).find((name) => name.endsWith(end)),
  resultIn: ({ messages: sent }) => {
    const blocks = list(sent).flatMap(({ content }) => list(content));
    return textOf(blocks.find(({ type }) => type === 'tool_result')?.content);
  },
  call: (name, args) =>
    anthropic(
      'tool_use',
      { type: 'tool_use', id: 'toolu_1', name, input: {} },
      {
        type: 'input_json_delta',
        partial_json: JSON.stringify(args),
      },
    ),
  say: (text) => anthropic('end_turn', { type: 'text', text: '' }, { type: 'text_delta', text }),
};

function anthropic(stop: string, block: object, delta: object): readonly Event[] {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'stub', content: [], usage };
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ].map((data) => [data.type, data] as const);
}

/** https://platform.openai.com/docs/api-reference/responses-streaming */
const responses: Dialect = {
  path: /\/responses(?:\?|$)/,
  toolNamed: ({ tools }, end) => namesIn(tools).find((name) => name.endsWith(end)),
  resultIn: ({ input }) =>
    textOf(
      list(input).find(({ type, call_id }) => type === 'function_call_output' && call_id === 'call_1')
        ?.output,
    ),
  call: (name, args) => {
    const [space, own] = name.includes('/') ? name.split('/') : [undefined, name];
    return openai({
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: own,
      ...(space !== undefined && { namespace: space }),
      arguments: JSON.stringify(args),
    });
  },
  pass: ({ tools, input }) => {
    const passed = list(input).filter(({ type }) => type === 'function_call_output').length;
    if (passed >= MOST_PASSED || !namesIn(tools).includes('exec_command')) return undefined;
    const sleep = { name: 'exec_command', arguments: JSON.stringify({ cmd: 'sleep 2' }) };
    return openai({ type: 'function_call', id: `fc_${passed + 2}`, call_id: `call_${passed + 2}`, ...sleep });
  },
  say: (text) =>
    openai({ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] }),
};

function openai(item: object): readonly Event[] {
  const response = { id: 'resp_1', object: 'response', status: 'completed', output: [item], usage: total };
  return [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ].map((data) => [data.type, data] as const);
}

const total = { ...usage, total_tokens: 2, input_tokens_details: null, output_tokens_details: null };

/** https://ai.google.dev/api/generate-content */
const gemini: Dialect = {
  path: /:(?:stream)?[gG]enerateContent/,
  toolNamed: ({ tools }, end) =>
    list(tools)
      .flatMap(({ functionDeclarations }) => namesIn(functionDeclarations))
      .find((name) => name.endsWith(end)),
  resultIn: ({ contents }) => {
    const parts = list(contents).flatMap(({ parts: sent }) => list(sent));
    return textOf(
      (parts.find(({ functionResponse }) => functionResponse !== undefined)?.functionResponse as Json)
        ?.response,
    );
  },
  call: (name, args) => [['', candidate({ functionCall: { name, args } })]],
  say: (text) => [['', candidate({ text })]],
};

function candidate(part: object): object {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const content = { role: 'model', parts: [part] };
  return { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata };
}

const dialects = [messages, responses, gemini];

/** The names of tools; those in a namespace have it before a slash. */
function namesIn(tools: unknown): string[] {
  return list(tools).flatMap(({ name, tools: inner }) =>
    inner === undefined ? [String(name)] : namesIn(inner).map((own) => `${String(name)}/${own}`),
  );
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

function send(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(json);
}
