import { expect, it } from 'vitest';
import { Counters, counted, sum } from '../../src/protocol/counters.ts';
import { namesOf, outcomeOf } from '../../src/protocol/protocol.ts';

it('counts requests, messages, tools, errors, durations and bytes', () => {
  const counters = new Counters();
  counters.request({ verb: 'POST', status: 200, ms: 0.4, bytesIn: 10, bytesOut: 100 });
  counters.request({ verb: 'POST', status: 200, ms: 7, bytesIn: 20, bytesOut: 200 });
  counters.request({ verb: 'BREW', status: 405, ms: 20_000, bytesIn: 0, bytesOut: 5 });
  counters.call({ method: 'tools/call', tool: 'search_robots', outcome: 'ok' });
  counters.call({ method: 'tools/call', tool: 'search_robots', outcome: 'INVALID_ARGUMENT' });
  counters.call({ method: 'made/up', outcome: '-32601', cached: true });
  counters.swap();
  expect(counters.snapshot()).toMatchObject({
    requests: { POST: 2, other: 1 },
    statuses: { 200: 2, 405: 1 },
    methods: { 'tools/call': 2, other: 1 },
    tools: { search_robots: { ok: 1, INVALID_ARGUMENT: 1 } },
    errors: { INVALID_ARGUMENT: 1, '-32601': 1 },
    duration_ms: { le_1: 1, le_2: 0, le_10: 1, le_10000: 0, more: 1 },
    cache: { hits: 1 },
    data: { swaps: 1 },
    bytes: { in: 30, out: 305 },
  });
});

it('adds up what several processes have counted', () => {
  const a = { requests: { POST: 1 }, tools: { x: { ok: 2 } } };
  const b = { requests: { POST: 2, GET: 1 }, tools: { y: { ok: 1 }, x: { ok: 1, INTERNAL: 1 } } };
  const total = sum([a, b, {}]);
  expect(total).toEqual({
    requests: { POST: 3, GET: 1 },
    tools: { x: { ok: 3, INTERNAL: 1 }, y: { ok: 1 } },
  });
  expect(a.tools).toEqual({ x: { ok: 2 } });
});

it.each([
  [{ result: { content: [], structuredContent: { total: 3 } } }, 'ok'],
  [{ result: { content: [{ type: 'text', text: '"isError":true "error":{' }] } }, 'ok'],
  [{ result: { isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } } }, 'NOT_FOUND'],
  [{ result: { isError: true, content: [] } }, 'error'],
  [{ error: { code: -32602, message: 'x' } }, '-32602'],
  [{ result: { structuredContent: { error: { of: 'the data' } } } }, 'ok'],
])('reads from %j what came of it', (answer, outcome) => {
  expect(outcomeOf(answer)).toBe(outcome);
});

it.each([
  [{ method: 'tools/call', params: { name: 'x', arguments: { a: 1 } } }, 'tools/call', 'x'],
  [{ method: 'prompts/get', params: { name: 'x' } }, 'prompts/get', undefined],
  [{ method: 'tools/call', params: null }, 'tools/call', undefined],
  [{ method: 7 }, undefined, undefined],
  [null, undefined, undefined],
  ['text', undefined, undefined],
])('finds the names in %j', (message, method, tool) => {
  expect(namesOf(message)).toEqual({ method, tool });
});

it('says of what has counted nothing nothing', () => {
  const counters = new Counters();
  expect(counted(counters.snapshot())).toEqual({});
  counters.request({ verb: 'POST', status: 200, ms: 7, bytesIn: 20, bytesOut: 0 });
  expect(counted(counters.snapshot())).toEqual({
    requests: { POST: 1 },
    statuses: { 200: 1 },
    duration_ms: { le_10: 1 },
    bytes: { in: 20 },
  });
});
