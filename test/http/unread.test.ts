import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import type { HttpOptions } from '../../src/http/options.ts';
import type { HttpServer } from '../../src/http/serve.ts';
import { post, startServer } from '../helpers/http.ts';

const open: { close(): Promise<void> | void }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function serve(limits: HttpOptions['limits']) {
  const server = await startServer({ limits: { closing: 200, ...limits } });
  open.push(server satisfies HttpServer);
  return server;
}

/** A call whose answer has its text twice. */
const echo = (id: number, size: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: `${'x'.repeat(size)}` } },
});
const batchOf = (count: number, size: number) => Array.from({ length: count }, (_, id) => echo(id, size));

interface Answer {
  readonly id: number;
  readonly error?: { readonly code: number; readonly message: string };
}
const wordsOf = (answers: readonly Answer[]) =>
  [...answers].sort((a, b) => a.id - b.id).map(({ error }) => error?.message.slice(0, 26) ?? 'answered');

it('answers as much of a batch as its bound has room for, and says of each of the rest to send it again', async () => {
  const { url, errors } = await serve({ batchAnswer: 100_000 });
  const batch = await post(url, batchOf(20, 10_000));
  expect(batch.status).toBe(200);
  expect(JSON.stringify(batch.body).length).toBeLessThan(110_000);
  const words = wordsOf(batch.body);
  expect(words.slice(0, 4)).toEqual(Array(4).fill('answered'));
  expect(words.slice(4)).toEqual(Array(16).fill('The answers to this batch '));
  const alone = await post(url, echo(1, 200_000));
  expect([alone.status, alone.body.error]).toEqual([200, undefined]);
  expect(errors).toEqual([]);
});

it('does nothing for what it will not answer, and always says of what it did that it was done', async () => {
  const { url, service } = await serve({ batchAnswer: 30_000 });
  const wait = { ...echo(0, 0), params: { name: 'wait', arguments: {} } };
  const asked = post(url, [{ ...wait, id: 'before' }, ...batchOf(3, 10_000), { ...wait, id: 'behind' }]);
  await service.begun(1);
  service.release();
  const { body } = await asked;
  expect(body.map(({ id, error }: Answer) => [id, error === undefined])).toEqual([
    ['before', true],
    [0, true],
    [1, false],
    [2, false],
    ['behind', false],
  ]);
});

it('begins few messages of a batch before it knows what their answers weigh', async () => {
  const { url, service } = await serve({});
  const wait = { ...echo(0, 0), params: { name: 'wait', arguments: {} } };
  let most = 0;
  const asked = post(
    url,
    Array.from({ length: 20 }, (_, id) => ({ ...wait, id })),
  );
  for (let left = 20; left > 0; ) {
    await service.begun(Math.min(8, left));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const begun = service.release();
    most = Math.max(most, begun);
    left -= begun;
  }
  expect((await asked).body).toHaveLength(20);
  expect(most).toBe(8);
});

/** Asks from an address, and reads what is answered only when told to. */
async function ask(url: string, message: unknown, localAddress: string) {
  const headers = { 'content-type': 'application/json' };
  const asked = request(url, { method: 'POST', headers, localAddress, agent: false });
  asked.on('error', () => undefined);
  open.push({ close: () => void asked.destroy() });
  asked.end(JSON.stringify(message));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return {
    status: response.statusCode,
    leave: () => asked.destroy(),
    read: async () => {
      let text = '';
      try {
        for await (const chunk of response) text += chunk;
      } catch {
        return 'was cut';
      }
      return text;
    },
  };
}

/** More than the system keeps for a connection whose caller does not read; two of them have room. */
const MUCH = 6_000_000;
const bounds = { unread: 30_000_000, body: 32_000_000 };

it('bounds what its callers have not read, and takes room from who has most of it', async () => {
  const { url, errors } = await serve(bounds);
  const first = await ask(url, echo(1, MUCH), '127.0.0.2');
  const second = await ask(url, echo(2, MUCH), '127.0.0.2');
  const third = await ask(url, echo(3, MUCH), '127.0.0.2');
  expect([first.status, second.status, third.status]).toEqual([200, 200, 503]);
  expect(await third.read()).toContain('not read yet');
  expect((await fetch(`${url}?live`)).status).toBe(200);
  const polite = await ask(url, echo(4, MUCH), '127.0.0.1');
  expect(polite.status).toBe(200);
  expect((await polite.read()).length).toBeGreaterThan(2 * MUCH);
  expect((await Promise.all([first.read(), second.read()])).sort()).toEqual([
    'was cut',
    expect.stringContaining('xxx'),
  ]);
  expect(errors).toEqual([]);
});

it('bounds it in batches as well', async () => {
  const { url } = await serve({ ...bounds, batchAnswer: 60_000_000 });
  await ask(url, echo(1, MUCH), '127.0.0.2');
  const batch = await ask(url, batchOf(3, MUCH / 2), '127.0.0.2');
  const answers: Answer[] = JSON.parse(await batch.read());
  expect(wordsOf(answers)).toEqual(['answered', 'answered', 'Too much that was answered']);
});

it('has the room again once answers are read or their callers gone', async () => {
  const { url } = await serve(bounds);
  for (let i = 0; i < 4; i += 1) {
    const left = await ask(url, echo(1, MUCH), '127.0.0.2');
    const read = await ask(url, echo(2, MUCH), '127.0.0.2');
    expect([left.status, read.status]).toEqual([200, 200]);
    expect((await read.read()).length).toBeGreaterThan(2 * MUCH);
    left.leave();
  }
});

it('has nothing to say on standard error of a batch of many requests', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on('warning', onWarning);
  const { url } = await serve({});
  const lists = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'resources/list' }));
  expect((await post(url, lists)).body).toHaveLength(50);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
