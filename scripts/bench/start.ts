import { once } from 'node:events';
import { startNode } from '../harness/processes.ts';
import { builtExecutable } from '../harness/program.ts';
import { median, quantile, timed } from '../harness/statistics.ts';
import { StdioClient } from '../harness/stdio-client.ts';
import { checkAnswer, type Question } from './rpc.ts';
import type { BenchOptions, Section } from './section.ts';

const question: Question = { tool: 'search_robots', group: 'start', args: { category: 'humanoid' } };

/** From spawn to the first answers, in turn with Node doing nothing at all. */
export async function start({ quick }: BenchOptions): Promise<Section[]> {
  const rounds = quick ? 2 : 25;
  const nothing: number[] = [];
  const initialized: number[] = [];
  const called: number[] = [];
  const executable = builtExecutable();
  const standalone: { initialized: number; called: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    nothing.push((await timed(runNothing)).ms);
    const server = await runServer();
    initialized.push(server.initialized);
    called.push(server.called);
    if (executable !== undefined) standalone.push(await runServer(executable));
  }
  const base = median(nothing);
  const rows = Object.entries({
    'node -e 0, to its end': nothing,
    'server, to the answer of initialize': initialized,
    'server, to the answer of the first tools/call': called,
    ...(executable !== undefined && {
      'executable, to the answer of initialize': standalone.map((times) => times.initialized),
      'executable, to the answer of the first tools/call': standalone.map((times) => times.called),
    }),
  }).map(([what, times]) => ({
    what,
    'median ms': median(times),
    'fastest ms': Math.min(...times),
    'p90 ms': quantile(times, 0.9),
    'times node -e 0': median(times) / base,
  }));
  const notes = [`${rounds} rounds, each measuring all in turn; stdio; search_robots.`];
  return [{ title: 'start: from spawn', rows, notes }];
}

async function runNothing(): Promise<void> {
  const child = startNode(['-e', '0']);
  child.stdin.end();
  await once(child, 'exit');
}

async function runServer(executable?: string): Promise<{ initialized: number; called: number }> {
  const begun = performance.now();
  const client = new StdioClient({ executable });
  await client.initialize();
  const initialized = performance.now() - begun;
  const answer = await client.ask(question);
  const called = performance.now() - begun;
  await client.close();
  checkAnswer(answer);
  return { initialized, called };
}
