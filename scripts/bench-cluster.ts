/**
 * What nodes at one PostgreSQL do, beside one with a directory: `npm run bench:cluster [-- --seconds 10 --writes 200]`.
 * Searches a second through haproxy and a second of the nodes' own processors, milliseconds a write, memory of a node.
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { checkAnswer } from './bench/rpc.ts';
import { renderSection } from './bench/section.ts';
import { Cluster } from './harness/cluster.ts';
import { HttpConnection } from './harness/http-connection.ts';
import { driveFor } from './harness/load.ts';
import { startLocalArxiv } from './harness/local-arxiv.ts';
import {
  cleanUpAtExit,
  removeFolder,
  startHttpServer,
  stop,
  temporaryFolder,
  undisturbed,
} from './harness/processes.ts';
import { Random } from './harness/random.ts';
import { megabytes, quantile, residentBytes, timed } from './harness/statistics.ts';
import { callMessage } from './harness/stdio-client.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, writes: { type: 'string', default: '200' } },
});
const [seconds, writes] = [Number(values.seconds), Number(values.writes)];
const CALLERS = 16;
const KINDS = ['legged', 'humanoid', 'soft', 'aerial', 'underwater', 'surgical', 'swarm', 'wheeled'];
const TASKS = [
  'walking',
  'grasping',
  'mapping',
  'welding',
  'inspection',
  'teleoperation',
  'planning',
  'balance',
];
const WITH = ['learning', 'vision', 'touch', 'lidar', 'simulation', 'force control', 'language', 'maps'];
cleanUpAtExit();

/** Where callers ask, and the processes that answer them. */
interface Service {
  readonly url: string;
  readonly pids: readonly number[];
}

type Ask = () => Promise<unknown>;

/** Lets callers ask for some time, each on a connection of its own; `askOf` says what each asks next. */
async function ask({ url, pids }: Service, callers: number, askOf: (connection: HttpConnection) => Ask) {
  const connections = Array.from({ length: callers }, () => new HttpConnection(url));
  const before = cpuSeconds(pids);
  const load = await driveFor(connections.map(askOf), seconds);
  const cpu = cpuSeconds(pids) - before;
  for (const connection of connections) connection.close();
  return { ...load, perCpuSecond: (load.per_second * seconds) / cpu };
}

/** Words enough that few answers come from a cache, or the same ones again and again. */
function searching(words: () => string) {
  return (connection: HttpConnection) => async () =>
    checkAnswer(
      await connection.post(callMessage(1, { tool: 'search_publications', args: { query: words() } })),
    );
}

let reports = 0;

/** Each report is one that nobody has made before. */
function reporting(connection: HttpConnection) {
  return async () => {
    reports += 1;
    const about = { resource_type: 'robots', resource_id: 'unitree-g1' };
    const args = { ...about, problem: `Fault ${reports} of the benchmark` };
    checkAnswer(await connection.post(callMessage(1, { tool: 'report_error', args })));
  };
}

/** Reports, one after the other. */
async function writeTimes({ url }: Service): Promise<number[]> {
  const connection = new HttpConnection(url);
  const report = reporting(connection);
  const times: number[] = [];
  for (let i = 0; i < writes; i++) times.push((await timed(report)).ms);
  connection.close();
  return times;
}

/** User and system time that processes have used, in seconds: the system counts in hundredths. */
function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

async function measure(name: string, service: Service) {
  const random = new Random(1);
  const words = () =>
    `${random.pick(KINDS)} ${random.pick(TASKS)} ${random.pick(WITH)} ${random.pick(TASKS)}`;
  await ask(service, CALLERS, searching(words));
  const searched = await ask(service, CALLERS, searching(words));
  const again = await ask(
    service,
    CALLERS,
    searching(() => 'legged walking'),
  );
  const times = await writeTimes(service);
  const written = await ask(service, CALLERS, reporting);
  const memory = service.pids.map((pid) => megabytes(residentBytes(pid)));
  return {
    service: name,
    'searches a second': searched.per_second,
    'a second of its processors': searched.perCpuSecond,
    'the same again': again.perCpuSecond,
    'ms, p50': searched.p50_ms,
    'ms a write, p50': quantile(times, 0.5),
    'ms a write, p99': quantile(times, 0.99),
    'writes a second': written.per_second,
    'of its processors': written.perCpuSecond,
    'MB a node': Math.round(Math.max(...memory)),
  };
}

async function directory() {
  const arxiv = await startLocalArxiv();
  const home = temporaryFolder();
  const server = await startHttpServer(['--port', '0', '--data-dir', home], {
    ...undisturbed(home),
    ROBOTICS_MCP_ARXIV_API: arxiv.url,
  });
  const row = await measure('a directory, asked directly', { url: server.url, pids: [server.pid] });
  await stop(server.child);
  await arxiv.close();
  removeFolder(home);
  return row;
}

const rows = [await directory()];
for (const nodes of [1, 2, 3]) {
  const cluster = await Cluster.start({ nodes });
  const pids = cluster.nodes.map(({ pid }) => pid);
  const name = `PostgreSQL, ${nodes} node${nodes > 1 ? 's' : ''} behind haproxy`;
  rows.push(await measure(name, { url: cluster.url, pids }));
  await cluster.close();
}
const load = loadavg()[0]?.toFixed(1);
const notes = [
  `${CALLERS} callers, Node ${process.version}, ${cpus().length} cores, load average ${load} at the end.`,
];
console.log(renderSection({ title: 'Searches, writes and memory', rows, notes }));
