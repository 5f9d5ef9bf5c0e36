import { expect, it } from 'vitest';
import { type Expected, outcomeOf } from '../../../scripts/fuzz/expected.ts';
import { Judge } from '../../../scripts/fuzz/judge.ts';
import { faultsOfRaw } from '../../../scripts/fuzz/raw-exchange.ts';
import { Schemas } from '../../../scripts/fuzz/schemas.ts';
import { Waiting } from '../../../scripts/fuzz/waiting.ts';

const outputSchema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
const judge = new Judge(new Schemas([{ name: 'count', outputSchema }]));
const asked = (method: string, params: object = {}): Expected => ({
  kind: 'answer',
  id: 1,
  method,
  message: { params },
});
const answer = (members: object) => ({ jsonrpc: '2.0', id: 1, ...members });

it.each([
  ['a right answer', answer({ result: {} }), asked('ping'), '2025-06-18', []],
  [
    'a result without its type',
    answer({ result: {} }),
    asked('ping'),
    '2026-07-28',
    ['EmptyResult of 2026-07-28'],
  ],
  [
    'tools that are none',
    answer({ result: { tools: [{}] } }),
    asked('tools/list'),
    '2024-11-05',
    ['ListToolsResult'],
  ],
  [
    'another id',
    { ...answer({ result: {} }), id: '1' },
    asked('ping'),
    '2025-06-18',
    ['answered the id 1 with "1"'],
  ],
  [
    'a further member',
    answer({ result: {}, x: 1 }),
    asked('ping'),
    '2025-06-18',
    ['answered with a member x'],
  ],
  ['nothing in it', answer({}), asked('ping'), '2025-06-18', ['answered neither']],
  [
    'a failure',
    answer({ error: { code: -32603, message: 'x' } }),
    asked('ping'),
    '2025-06-18',
    ['failed to answer'],
  ],
  [
    'a leak',
    answer({ error: { code: 1, message: 'TypeError: x' } }),
    asked('ping'),
    '2025-06-18',
    ['told an error'],
  ],
  [
    'an error of another form',
    answer({ error: { code: 'x', message: 'x' } }),
    asked('ping'),
    '2025-11-25',
    ['JSONRPC'],
  ],
  [
    'what the tool does not answer',
    answer({ result: { content: [], structuredContent: { total: 'x' } } }),
    asked('tools/call', { name: 'count' }),
    '2025-06-18',
    ['the answer of count'],
  ],
] as const)('judges %s', (_what, given, expected, revision, faults) => {
  const found = judge.faultsOf(given, expected, [revision]);
  expect(found).toHaveLength(faults.length);
  for (const [at, fault] of faults.entries()) expect(found[at]).toContain(fault);
});

it.each([
  ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'answer'],
  ['{"jsonrpc":"2.0","method":"ping","params":1}', 'nothing'],
  ['{"jsonrpc":"2.0","id":1,"result":{}}', 'nothing'],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 'error'],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 'error'],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 'error'],
  ['{', 'error'],
])('knows what comes back for %s', (text, kind) => {
  expect(outcomeOf(text, false)).toMatchObject({ kind: 'one', of: { kind } });
});

it('takes each answer once, a batch together, and what was cancelled or not', () => {
  const waiting = new Waiting(judge, ['2025-03-26']);
  const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
  waiting.expect(outcomeOf(ping(1), true), undefined);
  waiting.expect(outcomeOf(`[${ping(2)},${ping(3)}]`, true), undefined);
  waiting.cancel(3);
  waiting.take('{"jsonrpc":"2.0","id":1,"result":{}}');
  expect([waiting.isDone, waiting.faults]).toEqual([false, []]);
  waiting.take('[{"jsonrpc":"2.0","id":2,"result":{}}]');
  expect([waiting.isDone, waiting.faults]).toEqual([true, []]);
  waiting.take('{"jsonrpc":"2.0","id":1,"result":{}}');
  expect(waiting.faults).toEqual([expect.stringContaining('answered what was not asked')]);
});

it('gives the answers to an id that is used twice to what each of them fits, in any order', () => {
  const asked = ['ping', 'prompts/list', 'ping'].map((method) =>
    JSON.stringify({ jsonrpc: '2.0', id: 7, method }),
  );
  const answers = [{ prompts: [] }, {}, {}].map((result) =>
    JSON.stringify({ jsonrpc: '2.0', id: 7, result }),
  );
  const waiting = new Waiting(judge, ['2025-06-18']);
  for (const each of asked) waiting.expect(outcomeOf(each, false), undefined);
  for (const each of answers) waiting.take(each);
  expect([waiting.isDone, waiting.faults]).toEqual([true, []]);
  waiting.take(answers[1] ?? '');
  expect(waiting.faults).toEqual([expect.stringContaining('answered what was not asked')]);
});

it('tells the answer that fits none of those which its id was used for', () => {
  const waiting = new Waiting(judge, ['2025-06-18']);
  for (const method of ['prompts/list', 'tools/list'])
    waiting.expect(outcomeOf(JSON.stringify({ jsonrpc: '2.0', id: 7, method }), false), undefined);
  waiting.take('{"jsonrpc":"2.0","id":7,"result":{"prompts":[]}}');
  waiting.take('{"jsonrpc":"2.0","id":7,"result":{"prompts":[]}}');
  expect(waiting.faults).toEqual([expect.stringContaining("must have required property 'tools'")]);
});

it('waits for nothing where a batch of notifications may be refused, and takes the refusal', () => {
  const waiting = new Waiting(judge, ['2025-11-25', '2025-03-26']);
  const batch = '[{"jsonrpc":"2.0","method":"notifications/none"}]';
  waiting.expect(outcomeOf(batch, true), outcomeOf(batch, false));
  expect(waiting.isDone).toBe(true);
  waiting.take('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}');
  expect(waiting.faults).toEqual([]);
});

it.each([
  ['HTTP/1.1 500 Internal Server Error\r\n\r\n', ['answered 500']],
  ['HTTP/1.1 200 OK\r\n\r\n{}HTTP/1.1 502 x\r\n\r\n', ['answered 502']],
  ['HTTP/1.1 503 x\r\n\r\n', ['answered 503']],
  ['HTTP/1.1 503 x\r\nRetry-After: 1\r\n\r\n', []],
  ['HTTP/1.1 400 x\r\n\r\nat Server.emit (node:events:1:2)', ['told a stack']],
  ['HTTP/1.1 400 x\r\n\r\n/home/someone/server', ['told a path of this machine']],
  ['HTTP/1.1 400 x\r\n\r\nSELECT id FROM robots', ['told SQL']],
  ['HTTP/1.1 400 x\r\n\r\nENOENT: no such file', ['told an error of the system']],
  ['oops', ['answered no HTTP']],
  ['', []],
])('holds against %j: %j', (text, faults) => {
  expect(faultsOfRaw({ text, isQuiet: false, isRefused: false })).toEqual(faults);
});
