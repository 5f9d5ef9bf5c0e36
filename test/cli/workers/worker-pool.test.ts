import type { Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { SharedPort } from '../../../src/cli/workers/shared-port.ts';
import { Restarts, WorkerPool } from '../../../src/cli/workers/worker-pool.ts';
import { createLogger } from '../../../src/lib/log.ts';

it('replaces a worker that lived at once', () => {
  const restarts = new Restarts();
  for (let i = 0; i < 20; i += 1) expect(restarts.next(60_000, i)).toEqual({ pauseMs: 0 });
});

it('waits longer with each that ends at its start, then gives up', () => {
  const restarts = new Restarts();
  const pauses = [100, 200, 400, 800].map((pauseMs) => ({ pauseMs }));
  expect([0, 1, 2, 3].map((i) => restarts.next(50, i * 1000))).toEqual(pauses);
  expect(restarts.next(50, 4000)).toBe('give-up');
});

it('forgets failures when one lived, and those that lie far back', () => {
  const restarts = new Restarts();
  for (let i = 0; i < 4; i += 1) restarts.next(50, i);
  expect(restarts.next(20_000, 5)).toEqual({ pauseMs: 0 });
  for (let i = 0; i < 4; i += 1) restarts.next(50, 10 + i);
  expect(restarts.next(50, 100_000)).toEqual({ pauseMs: 100 });
});

it('tells a worker why its question has no answer', async () => {
  const sent = new EventEmitter();
  const worker = Object.assign(new EventEmitter(), {
    id: 1,
    isConnected: () => true,
    send: (message: object) => sent.emit('message', message),
  });
  const port = await SharedPort.open('127.0.0.1', 0);
  const pool = new WorkerPool({
    size: 1,
    fork: () => worker as unknown as Worker,
    port,
    log: createLogger({ level: 'error', format: 'text', sink: () => undefined }),
    answer: async () => {
      throw new Error('https://login.example.org/keys answers 500.');
    },
    onData: () => undefined,
    onWaiting: () => undefined,
    onForwarded: () => undefined,
  });
  void pool.start();
  const answered = once(sent, 'message');
  worker.emit('message', { type: 'question', id: 7, question: { what: 'issuer-keys' } });
  expect(await answered).toEqual([
    { type: 'answer', id: 7, problem: 'https://login.example.org/keys answers 500.' },
  ]);
  await port.close();
});
