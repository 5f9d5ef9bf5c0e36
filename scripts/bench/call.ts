import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpConnection } from '../harness/http-connection.ts';
import { driveFor, type Load } from '../harness/load.ts';
import {
  removeFolder,
  startBareServer,
  startHttpServer,
  stop,
  temporaryFolder,
} from '../harness/processes.ts';
import { callMessage, StdioClient } from '../harness/stdio-client.ts';
import { drawAll } from './questions/draw.ts';
import { checkAnswer, type Question } from './rpc.ts';
import type { BenchOptions, Section } from './section.ts';

const connections = [1, 16];
/** The most records that a page can have. */
const limits = 50;

/** A stream of questions. */
interface Asked {
  readonly name: string;
  readonly first: Question;
  /** The question that is asked as the `n`th, counted from 0. */
  at(n: number): Question;
}

/** What one `tools/call` costs through the transports. */
export async function call({ quick }: BenchOptions): Promise<Section[]> {
  const drawn = await drawAll(quick ? 20 : 200);
  const seconds = quick ? 0.1 : 3;
  const asked = Object.entries(drawn).flatMap(([tool, questions]) => {
    const mixed = shuffled(questions);
    return [
      inTurn(`${tool}, one question, kept`, mixed.filter(({ group }) => group === 'phrase').slice(0, 1)),
      inTurn(`${tool}, ${mixed.length} questions, kept`, mixed),
      anew(`${tool}, ${mixed.length} questions, asked anew`, mixed),
    ];
  });
  return [
    {
      title: 'call: one tools/call over HTTP',
      rows: await overHttp(asked, seconds),
      notes: [
        `${seconds} s each after a warm-up; the server in a process of its own. The bare server is node:http that parses the request and answers the bytes of the first tool's answer.`,
        'Kept questions are asked in turn, so that all but the first round is answered from what is kept. Asked anew, they have another limit each round, so that nothing is.',
      ],
    },
    {
      title: 'call: one tools/call over stdio',
      rows: await overStdio(asked, seconds),
      notes: ['16 in flight are 16 requests at once over the one pair of streams.'],
    },
  ];
}

function inTurn(name: string, questions: readonly Question[]): Asked {
  const at = (n: number) => questions[n % questions.length] as Question;
  return { name, first: at(0), at };
}

/** Another number of records each round makes it another question, of almost the same cost. */
function anew(name: string, questions: readonly Question[]): Asked {
  const same = inTurn(name, questions);
  const limit = (n: number) => 1 + (Math.floor(n / questions.length) % limits);
  return { ...same, at: (n) => ({ ...same.at(n), args: { ...same.at(n).args, limit: limit(n) } }) };
}

/** Every third question in turn, so that no group stands together. */
function shuffled(questions: readonly Question[]): Question[] {
  return [0, 1, 2].flatMap((rest) => questions.filter((_, i) => i % 3 === rest));
}

async function overHttp(asked: readonly Asked[], seconds: number): Promise<Section['rows']> {
  const server = await startHttpServer();
  const sample = await answerOf(server.url, (asked[0] as Asked).first);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'answer.json'), sample);
  const bare = await startBareServer(join(folder, 'answer.json'));
  const rows: Section['rows'][number][] = [];
  const name = 'bare node:http, a constant';
  rows.push({ what: name, ...(await httpRow(bare.url, asked[0] as Asked, seconds)) });
  for (const stream of asked) {
    rows.push({ what: stream.name, ...(await httpRow(server.url, stream, seconds)) });
  }
  await Promise.all([stop(server.child), stop(bare.child)]);
  removeFolder(folder);
  return rows;
}

async function answerOf(url: string, question: Question): Promise<string> {
  const connection = new HttpConnection(url);
  const answer = await connection.post(callMessage(1, question));
  connection.close();
  checkAnswer(answer);
  return answer;
}

async function httpRow(url: string, { at }: Asked, seconds: number) {
  let next = 0;
  const loads: Load[] = [];
  for (const count of connections) {
    const open = Array.from({ length: count }, () => new HttpConnection(url));
    const askers = open.map((connection) => () => connection.post(callMessage(next + 1, at(next++))));
    await driveFor(askers, seconds / 3);
    loads.push(await driveFor(askers, seconds));
    for (const connection of open) connection.close();
  }
  return cells(loads);
}

async function overStdio(asked: readonly Asked[], seconds: number): Promise<Section['rows']> {
  const client = new StdioClient();
  await client.initialize();
  const rows: Section['rows'][number][] = [];
  for (const { name, first, at } of asked) {
    checkAnswer(await client.ask(first));
    let next = 0;
    const loads: Load[] = [];
    for (const count of connections) {
      const ask = () => client.ask(at(next++));
      const askers = Array.from({ length: count }, () => ask);
      await driveFor(askers, seconds / 3);
      loads.push(await driveFor(askers, seconds));
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
