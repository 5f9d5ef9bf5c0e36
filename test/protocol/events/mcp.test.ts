import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callerOf } from '../../../src/lib/caller.ts';
import { writePosition } from '../../../src/protocol/events/cursor.ts';
import { eventNames } from '../../../src/protocol/events/event-types.ts';
import { readFilter } from '../../../src/protocol/events/filter.ts';
import { cursorAt } from '../../../src/protocol/events/read-events.ts';
import { BEGINNING } from '../../../src/protocol/events/steps.ts';
import { createService, type Service } from '../../../src/protocol/service.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { onlyRecords, robotWith } from '../../helpers/catalogue.ts';
import { syncVersions, type TestVersion } from '../../helpers/history.ts';
import { modernHeaders, modernRequest, post, serve } from '../../helpers/http.ts';

const robots = (...ids: readonly string[]) => onlyRecords({ robots: ids.map((id) => robotWith({ id })) });
const versions: readonly TestVersion[] = [
  ['2030.01.01', robots('a')],
  ['2030.01.02', robots('a', 'b', 'c')],
  ['2030.01.03', robots('a', 'b', 'c', 'd')],
];

let directory: ReturnType<typeof temporaryDirectory>;
let service: Service;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  directory = temporaryDirectory();
  await syncVersions(directory.path, versions.slice(0, 2));
  service = createService({
    tools: 'default',
    readOnly: false,
    onInternalError: (_reference, error) => {
      throw error;
    },
    keep: { directory: directory.path },
  });
  server = await serve(service, {});
});
afterAll(async () => {
  await server.close();
  await service.close();
  directory.remove();
});

const ask = async (method: string, params: Record<string, unknown>) =>
  (await post(server.url, modernRequest(method, params), modernHeaders(method, params.name as string))).body;
const poll = (params: Record<string, unknown>) => ask('events/poll', params);

const polled = z.looseObject({
  events: z.array(z.looseObject({ eventId: z.string(), name: z.string(), timestamp: z.iso.datetime() })),
  cursor: z.string(),
  hasMore: z.boolean(),
  truncated: z.boolean(),
  nextPollMs: z.number(),
});

/** What a host does: it asks again at once while there is more, and remembers the cursor. */
async function drain(client: Client, params: { name: string; cursor: string; maxEvents: number }) {
  const events: string[] = [];
  let { cursor } = params;
  for (let hasMore = true; hasMore; ) {
    const request = { method: 'events/poll' as const, params: { ...params, cursor } };
    const page = await client.request(request, polled);
    events.push(...page.events.map(({ eventId }) => eventId));
    ({ cursor, hasMore } = page);
  }
  return { events, cursor };
}

describe('a client on the SDK', () => {
  it('finds the names, polls from now on, and is told of data that are synced meanwhile', async () => {
    const client = new Client(
      { name: 'x', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const capabilities = client.getServerCapabilities() as Record<string, unknown>;
    expect(capabilities.extensions).toMatchObject({ 'io.modelcontextprotocol/events': {} });
    const listed = z.looseObject({
      events: z.array(z.looseObject({ name: z.string(), delivery: z.array(z.string()) })),
    });
    const { events } = await client.request({ method: 'events/list', params: {} }, listed);
    expect(events.map(({ name }) => name)).toEqual(eventNames);
    const name = 'robot.added';
    const first = await client.request({ method: 'events/poll', params: { name, cursor: null } }, polled);
    expect(first).toMatchObject({ events: [], hasMore: false, truncated: false, nextPollMs: 300_000 });
    await syncVersions(directory.path, versions);
    await expect
      .poll(async () => (await service.status()).version, { timeout: 10_000, interval: 50 })
      .toBe('2030.01.03');
    const { events: told, cursor } = await drain(client, { name, cursor: first.cursor, maxEvents: 1 });
    expect(told).toEqual(['robot.added:d:2030.01.03']);
    expect((await drain(client, { name, cursor, maxEvents: 1 })).events).toEqual([]);
    await client.close();
  });
});

describe('events/list', () => {
  it('says of each name what it takes and tells', async () => {
    const { result } = await ask('events/list', {});
    for (const event of result.events) {
      expect(event).toMatchObject({
        delivery: ['poll'],
        inputSchema: { type: 'object' },
        payloadSchema: { type: 'object' },
      });
      expect(Object.keys(event.inputSchema.properties ?? {})).not.toContain('limit');
    }
    const { inputSchema } = result.events.find(({ name }: { name: string }) => name === 'challenge.deadline');
    expect(Object.keys(inputSchema.properties)).toEqual(expect.arrayContaining(['query', 'days_before']));
  });

  it('is declared to callers of the revision alone, and unknown to all others', async () => {
    const { result } = await ask('server/discover', {});
    expect(result.capabilities).toMatchObject({
      events: {},
      extensions: { 'io.modelcontextprotocol/events': {} },
    });
    for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26']) {
      const headers = { 'mcp-protocol-version': revision };
      for (const method of ['events/list', 'events/poll', 'events/stream']) {
        const message = { jsonrpc: '2.0', id: 1, method, params: { name: 'robot.added' } };
        expect((await post(server.url, message, headers)).body.error.code).toBe(-32_601);
      }
    }
    // What is not offered in this revision either.
    expect((await ask('events/stream', { name: 'robot.added' })).error.code).toBe(-32_601);
  });
});

describe('events/poll', () => {
  it.each([
    [{ name: 'robot.flown' }, -32_011, 'There is no event'],
    [{}, -32_602, 'name'],
    [{ name: 'robot.added', arguments: { colour: 'red' } }, -32_602, 'There is no argument colour'],
    [{ name: 'robot.added', arguments: 'red' }, -32_602, 'arguments'],
    [{ name: 'robot.added', cursor: 'x~00000000' }, -32_602, 'is none that this service gave out'],
    [{ name: 'robot.added', maxEvents: 0 }, -32_602, 'maxEvents'],
    [{ name: 'robot.added', maxAgeMs: -1 }, -32_602, 'maxAgeMs'],
  ])('refuses %j', async (params, code, message) => {
    const { error } = await poll(params);
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
  });

  it('does what the extension wants of a poll', async () => {
    const { result: start } = await poll({ name: 'robot.added', cursor: null });
    // Null means from now on: nothing is replayed, and the cursor is fresh.
    expect([start.events, typeof start.cursor, start.truncated]).toEqual([[], 'string', false]);
    const events = await service.events();
    const filter = readFilter(['robot.added'], {});
    const cursor = await events.using((data) => cursorAt(filter, data));
    const { result: first } = await poll({ name: 'robot.added', cursor, maxEvents: 1 });
    expect([first.events.length, first.hasMore, first.cursor === cursor]).toEqual([1, true, false]);
    // The same poll gives the same ids, at any time and after any crash.
    const { result: again } = await poll({ name: 'robot.added', cursor, maxEvents: 1 });
    expect(again).toEqual(first);
    // What is older than was asked for is skipped, which is told in the result and never by an error.
    const { result: young } = await poll({ name: 'robot.added', cursor, maxAgeMs: 0 });
    const isAhead = young.events.length > 0;
    expect([isAhead || young.truncated, typeof young.cursor]).toEqual([true, 'string']);
    const { result: listed } = await ask('events/list', {});
    const { payloadSchema } = listed.events.find(({ name }: { name: string }) => name === 'robot.added');
    const validate = new Ajv({ strict: false }).compile(payloadSchema);
    for (const { eventId, timestamp, data } of first.events) {
      expect([
        validate(data),
        eventId.startsWith('robot.added:'),
        Number.isNaN(Date.parse(timestamp)),
      ]).toEqual([true, true, false]);
    }
    // A cursor of a time before all that is known is answered from what is known, with the sign of a gap.
    const old = writePosition(filter.print, { ...BEGINNING, version: '2020.01.01' });
    const { result: late } = await poll({ name: 'robot.added', cursor: old });
    expect([late.truncated, late.events.length > 0]).toEqual([true, true]);
  });

  it('refuses a cursor of another name', async () => {
    const { result } = await poll({ name: 'robot.added' });
    const { error } = await poll({ name: 'robot.changed', cursor: result.cursor });
    expect([error.code, error.message]).toEqual([-32_602, expect.stringContaining('belongs to another')]);
  });

  it('lists and tells nothing to who may not read', async () => {
    const events = await service.events();
    expect(events.list(callerOf('nobody', false, []))).toEqual([]);
  });
});
