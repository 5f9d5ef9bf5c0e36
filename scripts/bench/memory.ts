import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection } from '../harness/http-connection.ts';
import { startHttpServer, startNode, stop } from '../harness/processes.ts';
import { megabytes, residentBytes } from '../harness/statistics.ts';
import { callMessage, StdioClient } from '../harness/stdio-client.ts';
import { drawAll } from './questions/draw.ts';
import { checkAnswer, type Question } from './rpc.ts';
import type { BenchOptions, Section } from './section.ts';

/** Resident memory of the server as it is used. */
export async function memory({ quick }: BenchOptions): Promise<Section[]> {
  const drawn = await drawAll(quick ? 20 : 200);
  const questions = Object.values(drawn).flat();
  const count = quick ? 20 : 1000;
  const rows = [
    { server: 'node, doing nothing', 'after start MB': await nothing() },
    await overStdio(questions, count),
    await overHttp(questions, count),
  ];
  const notes = ['After start: initialize answered (stdio), listening (HTTP). MB are millions of bytes.'];
  return [{ title: 'memory: resident size of the server', rows, notes }];
}

async function nothing(): Promise<number> {
  const child = startNode(['-e', 'process.stdin.resume()']);
  await wait(300);
  const size = megabytes(residentBytes(child.pid ?? 0));
  await stop(child);
  return size;
}

async function overStdio(questions: readonly Question[], count: number) {
  const client = new StdioClient();
  await client.initialize();
  const cells = await follow(client.pid, questions, count, (question) => client.ask(question));
  await client.close();
  return { server: 'stdio', ...cells };
}

async function overHttp(questions: readonly Question[], count: number) {
  const server = await startHttpServer();
  const connection = new HttpConnection(server.url);
  const ask = (question: Question) => connection.post(callMessage(1, question));
  const cells = await follow(server.child.pid ?? 0, questions, count, ask);
  connection.close();
  await stop(server.child);
  return { server: 'HTTP', ...cells };
}

async function follow(
  pid: number,
  questions: readonly Question[],
  count: number,
  ask: (question: Question) => Promise<string>,
): Promise<Record<string, number>> {
  const now = () => megabytes(residentBytes(pid));
  const started = now();
  const opened = await settled(now);
  checkAnswer(await ask(questions[0] as Question));
  const first = now();
  for (let i = 0; i < count; i++) await ask(questions[i % questions.length] as Question);
  return {
    'after start MB': started,
    'data opened MB': opened,
    'first search MB': first,
    [`${count.toLocaleString('en-US')} searches MB`]: now(),
  };
}

/** The size when it has stopped growing: the data are opened behind `initialize`. */
async function settled(now: () => number): Promise<number> {
  let sizes = [now()];
  for (let i = 0; i < 40; i++) {
    await wait(100);
    sizes = [now(), ...sizes].slice(0, 4);
    if (sizes.length === 4 && Math.max(...sizes) - Math.min(...sizes) < 1) break;
  }
  return now();
}
