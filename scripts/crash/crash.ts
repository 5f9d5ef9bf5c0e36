import { openStore } from '../../src/contributions/open.ts';
import { Replay } from '../../src/contributions/replay.ts';
import { type CrashServer, type Program, startHttp, startStdio } from './server.ts';

export interface CrashOptions {
  readonly program: Program;
  /** The data directory that all servers share, one after the other and side by side. */
  readonly home: string;
  readonly kills: number;
  /** Servers at one time. */
  readonly together: number;
  /** Longest life of a server after its first answer. */
  readonly longestMs: number;
  readonly onRound?: (kills: number, confirmed: number) => void;
}

export interface CrashReport {
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

/** Kills servers while they are being written to, and compares what they answered with what is there. */
export async function crash(options: CrashOptions): Promise<CrashReport> {
  const sent = new Map<string, object>();
  const confirmed = new Map<string, object>();
  let kills = 0;
  let next = 0;
  const lane = async (index: number): Promise<void> => {
    while (kills < options.kills) {
      kills += 1;
      const startServer = (kills + index) % 2 === 0 ? startStdio : startHttp;
      const server = await startServer(options.program, options.home);
      const writers = [1, 2, 3].map(() =>
        write(
          server,
          () => {
            next += 1;
            return next;
          },
          sent,
          confirmed,
        ),
      );
      const first = confirmed.size;
      const begun = Date.now();
      while (confirmed.size === first && Date.now() - begun < 20_000) await pause(5);
      await pause(Math.random() * options.longestMs);
      await server.kill();
      await Promise.all(writers);
      options.onRound?.(kills, confirmed.size);
    }
  };
  await Promise.all(Array.from({ length: options.together }, (_, index) => lane(index)));
  return compare(options.home, kills, sent, confirmed);
}

/** Writes until the server is gone. */
async function write(
  server: CrashServer,
  number: () => number,
  sent: Map<string, object>,
  confirmed: Map<string, object>,
): Promise<void> {
  for (;;) {
    const n = number();
    const [tool, args] = contribution(n);
    sent.set(keyOf(args), args);
    try {
      confirmed.set(await server.call(tool, args), args);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('Refused')) throw error;
      return;
    }
  }
}

function contribution(n: number): [string, Record<string, string>] {
  if (n % 3 === 0)
    return ['submit_publication', { url: `https://example.org/papers/${n}`, note: `Note ${n} – äöü` }];
  const problem = `Problem number ${n}: ${'the mass is wrong; '.repeat(n % 40)}`.trim();
  return [
    'report_error',
    {
      resource_type: 'robots',
      resource_id: 'unitree-g1',
      field: 'specs.mass_kg',
      problem,
      suggested_value: String(n),
    },
  ];
}

function compare(
  home: string,
  kills: number,
  sent: ReadonlyMap<string, object>,
  confirmed: ReadonlyMap<string, object>,
): CrashReport {
  const store = openStore(home);
  const replay = new Replay();
  const changes = store.since();
  replay.take(changes);
  const tickets = changes.events.map(({ body }) => String(body.ticket));
  const { submissions, reports } = replay.state;
  const found = new Map([
    ...[...submissions.values()].map(
      ({ ticket, url, notes }) => [ticket, keyOf({ url, note: notes[0] })] as const,
    ),
    ...[...reports.values()].map(({ ticket, report }) => [ticket, keyOf(report)] as const),
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
    faults: store.faults,
  };
}

function keyOf(args: object): string {
  return JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
