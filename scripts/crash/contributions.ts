import type { ChildProcess } from 'node:child_process';
import { openStore } from '../../src/contributions/open.ts';
import { Replay } from '../../src/contributions/replay.ts';
import { startHttpServer, undisturbed } from '../harness/processes.ts';
import { callMessage, StdioClient } from '../harness/stdio-client.ts';
import { type CrashOptions, crash, pause } from './harness.ts';

interface ContributionsOptions extends CrashOptions {
  /** The data directory that all servers share, one after the other and side by side. */
  readonly home: string;
  /** Longest life of a server after its first answer. */
  readonly longestMs: number;
}

interface ContributionsReport {
  readonly kills: number;
  readonly confirmed: number;
  /** Written, but killed before the answer; allowed to be there, and whole if they are. */
  readonly unconfirmed: number;
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  /** Contributions that nobody sent as they stand there. */
  readonly foreign: readonly string[];
  readonly faults: ReturnType<typeof openStore>['faults'];
}

/** A server that is written to. */
interface Server {
  readonly child: ChildProcess;
  /** Sends a call; resolves with its ticket once it was acknowledged, rejects when the server is gone. */
  call(tool: string, args: object): Promise<string>;
}

/** Writers of one server at one time, and calls at one time where nothing is killed. */
const WRITERS = 3;
const CALLS_TOGETHER = 25;
const FIRST_ANSWER_MS = 20_000;

/** Kills servers of both transports while they are being written to, and compares what they answered with what is there. */
export async function crashContributions(options: ContributionsOptions): Promise<ContributionsReport> {
  const { home, longestMs } = options;
  const sent = new Map<string, object>();
  const confirmed = new Map<string, object>();
  let begun = 0;
  let written = 0;
  const writing: Promise<unknown>[] = [];
  const writeUntilGone = async (server: Server): Promise<void> => {
    for (;;) {
      written += 1;
      const [tool, args] = contribution(written);
      sent.set(keyOf(args), args);
      try {
        confirmed.set(await server.call(tool, args), args);
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('Refused')) throw error;
        return;
      }
    }
  };
  const kills = await crash(
    {
      begin: async () => {
        begun += 1;
        const server = await (begun % 2 === 0 ? startStdio : startHttp)(home);
        for (let i = 0; i < WRITERS; i++) writing.push(writeUntilGone(server));
        const before = confirmed.size;
        const answered = async () => {
          const giveUp = Date.now() + FIRST_ANSWER_MS;
          while (confirmed.size === before && Date.now() < giveUp) await pause(5);
          await pause(Math.random() * longestMs);
        };
        return { child: server.child, moment: answered() };
      },
      inspect: async () => undefined,
    },
    options,
  );
  await Promise.all(writing);
  return compare(home, kills, sent, confirmed);
}

interface TwoServersReport {
  readonly acknowledged: number;
  /** Different ones among them. */
  readonly tickets: number;
  readonly entries: number;
  readonly missing: readonly string[];
}

/** Two servers, one a transport, write so many reports each into one directory at once. */
export async function twoServers(home: string, each: number): Promise<TwoServersReport> {
  const servers = [await startStdio(home), await startHttp(home)];
  const written = await Promise.all(servers.map((server, s) => writeReports(server, `Server ${s}`, each)));
  for (const { child } of servers) child.kill('SIGKILL');
  const { events, state } = whatIsKept(home);
  const acknowledged = written.flat();
  return {
    acknowledged: acknowledged.length,
    tickets: new Set(acknowledged).size,
    entries: events.length,
    missing: acknowledged.filter((ticket) => !state.reports.has(ticket)),
  };
}

async function writeReports(server: Server, who: string, count: number): Promise<string[]> {
  const tickets: string[] = [];
  const lane = async (first: number): Promise<void> => {
    for (let i = first; i < count; i += CALLS_TOGETHER) {
      const problem = `${who}, number ${i}`;
      const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem };
      tickets.push(await server.call('report_error', report));
    }
  };
  await Promise.all(Array.from({ length: CALLS_TOGETHER }, (_, first) => lane(first)));
  return tickets;
}

function contribution(n: number): [string, Record<string, string>] {
  if (n % 3 === 0) {
    return ['submit_publication', { url: `https://example.org/papers/${n}`, note: `Note ${n} – äöü` }];
  }
  const problem = `Problem number ${n}: ${'the mass is wrong; '.repeat(n % 40)}`.trim();
  const about = { resource_type: 'robots', resource_id: 'unitree-g1', field: 'specs.mass_kg' };
  return ['report_error', { ...about, problem, suggested_value: String(n) }];
}

function compare(
  home: string,
  kills: number,
  sent: ReadonlyMap<string, object>,
  confirmed: ReadonlyMap<string, object>,
): ContributionsReport {
  const { events, state, faults } = whatIsKept(home);
  const tickets = events.map(({ body }) => String(body.ticket));
  const found = new Map([
    ...[...state.submissions.values()].map(
      ({ ticket, url, notes }) => [ticket, keyOf({ url, note: notes[0] })] as const,
    ),
    ...[...state.reports.values()].map(({ ticket, report }) => [ticket, keyOf(report)] as const),
  ]);
  return {
    kills,
    confirmed: confirmed.size,
    unconfirmed: found.size - confirmed.size,
    missing: [...confirmed]
      .filter(([ticket, args]) => found.get(ticket) !== keyOf(args))
      .map(([ticket]) => ticket),
    twice: tickets.filter((ticket, i) => tickets.indexOf(ticket) !== i),
    foreign: [...found].filter(([, key]) => !sent.has(key)).map(([ticket]) => ticket),
    faults,
  };
}

function whatIsKept(home: string) {
  const store = openStore(home);
  const replay = new Replay();
  const changes = store.since();
  replay.take(changes);
  return { events: changes.events, state: replay.state, faults: store.faults };
}

function keyOf(args: object): string {
  return JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function ticketOf(answer: string): string {
  const { result } = JSON.parse(answer) as {
    result?: { isError?: boolean; structuredContent?: { ticket?: string } };
  };
  const ticket = result?.structuredContent?.ticket;
  if (result?.isError === true || ticket === undefined) throw new Error(`Refused: ${answer}`);
  return ticket;
}

async function startStdio(home: string): Promise<Server> {
  const client = new StdioClient({ env: undisturbed(home) });
  await client.initialize();
  return { child: client.child, call: async (tool, args) => ticketOf(await client.ask({ tool, args })) };
}

async function startHttp(home: string): Promise<Server> {
  const { child, url } = await startHttpServer(['--port', '0'], undisturbed(home));
  const headers = { 'content-type': 'application/json' };
  return {
    child,
    call: async (tool, args) => {
      const response = await fetch(url, { method: 'POST', headers, body: callMessage(1, { tool, args }) });
      return ticketOf(await response.text());
    },
  };
}
