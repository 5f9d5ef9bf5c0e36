import { openStore } from '../../src/contributions/open.ts';
import { Replay } from '../../src/contributions/replay.ts';
import { type CrashServer, type Program, startHttp, startStdio } from './server.ts';

export interface TwoServersReport {
  readonly acknowledged: number;
  /** Different ones among them. */
  readonly tickets: number;
  readonly entries: number;
  readonly missing: readonly string[];
}

/** Calls at one time to each server. */
const lanes = 25;

/** Two servers, one a transport, write so many reports each into one directory at once. */
export async function twoServers(program: Program, home: string, each: number): Promise<TwoServersReport> {
  const servers = [await startStdio(program, home), await startHttp(program, home)];
  const written = await Promise.all(servers.map((server, s) => writeReports(server, `Server ${s}`, each)));
  for (const server of servers) await server.kill();
  const store = openStore(home);
  const replay = new Replay();
  const changes = store.since();
  replay.take(changes);
  const acknowledged = written.flat();
  return {
    acknowledged: acknowledged.length,
    tickets: new Set(acknowledged).size,
    entries: changes.events.length,
    missing: acknowledged.filter((ticket) => !replay.state.reports.has(ticket)),
  };
}

async function writeReports(server: CrashServer, who: string, count: number): Promise<string[]> {
  const tickets: string[] = [];
  const lane = async (first: number): Promise<void> => {
    for (let i = first; i < count; i += lanes) {
      const problem = `${who}, number ${i}`;
      const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem };
      tickets.push(await server.call('report_error', report));
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, first) => lane(first)));
  return tickets;
}
