import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, stop, temporaryFolder } from './children.ts';
import { drive, type Load } from './drive.ts';
import { HttpConnection } from './http-connection.ts';
import { startBareServer, startHttpServer } from './http-server.ts';
import { drawAll } from './questions/draw.ts';
import { callMessage, checkAnswer, type Question } from './rpc.ts';
import type { BenchOptions, Section } from './section.ts';
import { StdioClient } from './stdio-client.ts';

const connections = [1, 16];

/** A stream of questions: one again and again, or many in turn. */
interface Asked {
  readonly name: string;
  readonly questions: readonly Question[];
}

/** What one `tools/call` costs through the transports. */
export async function call({ quick }: BenchOptions): Promise<Section[]> {
  const drawn = await drawAll(quick ? 20 : 200);
  const seconds = quick ? 0.1 : 3;
  const asked = Object.entries(drawn).flatMap(([tool, questions]) => [
    {
      name: `${tool}, one question`,
      questions: questions.filter(({ group }) => group === 'phrase').slice(0, 1),
    },
    { name: `${tool}, ${questions.length} questions`, questions: shuffled(questions) },
  ]);
  return [
    {
      title: 'call: one tools/call over HTTP',
      rows: await overHttp(asked, seconds),
      notes: [
        `${seconds} s each after a warm-up; the server in a process of its own. The bare server is node:http that parses the request and answers the bytes of the first tool's answer.`,
        'One question is the same each time; many are asked in turn, the same order in both transports.',
      ],
    },
    {
      title: 'call: one tools/call over stdio',
      rows: await overStdio(asked, seconds),
      notes: ['16 in flight are 16 requests at once over the one pair of streams.'],
    },
  ];
}

/** Every third question in turn, so that no group stands together. */
function shuffled(questions: readonly Question[]): Question[] {
  return [0, 1, 2].flatMap((rest) => questions.filter((_, i) => i % 3 === rest));
}

async function overHttp(asked: readonly Asked[], seconds: number): Promise<Section['rows']> {
  const server = await startHttpServer();
  const sample = await answerOf(server.url, asked[0]?.questions[0] as Question);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'answer.json'), sample);
  const bare = await startBareServer(join(folder, 'answer.json'));
  const rows: Section['rows'][number][] = [];
  const name = 'bare node:http, a constant';
  rows.push({ what: name, ...(await httpRow(bare.url, asked[0]?.questions ?? [], seconds)) });
  for (const { name, questions } of asked) {
    rows.push({ what: name, ...(await httpRow(server.url, questions, seconds)) });
  }
  await Promise.all([stop(server.child), stop(bare.child)]);
  removeFolder(folder);
  return rows;
}

async function answerOf(url: string, question: Question): Promise<string> {
  const connection = await HttpConnection.open(url);
  const answer = await connection.post(callMessage(1, question));
  connection.close();
  checkAnswer(answer);
  return answer;
}

async function httpRow(url: string, questions: readonly Question[], seconds: number) {
  const bodies = questions.map((question, i) => callMessage(i + 1, question));
  const loads: Load[] = [];
  for (const count of connections) {
    const open = await Promise.all(Array.from({ length: count }, () => HttpConnection.open(url)));
    let next = 0;
    const askers = open.map((connection) => () => connection.post(bodies[next++ % bodies.length] as string));
    await drive(askers, seconds / 3);
    loads.push(await drive(askers, seconds));
    for (const connection of open) connection.close();
  }
  return cells(loads);
}

async function overStdio(asked: readonly Asked[], seconds: number): Promise<Section['rows']> {
  const client = new StdioClient();
  await client.initialize();
  const rows: Section['rows'][number][] = [];
  for (const { name, questions } of asked) {
    checkAnswer(await client.ask(questions[0] as Question));
    const loads: Load[] = [];
    for (const count of connections) {
      let next = 0;
      const ask = () => client.ask(questions[next++ % questions.length] as Question);
      const askers = Array.from({ length: count }, () => ask);
      await drive(askers, seconds / 3);
      loads.push(await drive(askers, seconds));
    }
    rows.push({ what: name, ...cells(loads) });
  }
  await client.close();
  return rows;
}

function cells(loads: readonly Load[]): Record<string, number> {
  return Object.fromEntries(
    loads.flatMap(({ p50_ms, p99_ms, per_second }, i) => [
      [`p50 ms at ${connections[i]}`, p50_ms],
      [`p99 ms at ${connections[i]}`, p99_ms],
      [`a second at ${connections[i]}`, per_second],
    ]),
  );
}
