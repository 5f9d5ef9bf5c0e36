/**
 * What nodes at one PostgreSQL do, beside one with a directory: `npm run bench:cluster [-- --seconds 10 --writes 200]`.
 * Searches a second through haproxy and a second of the nodes' own processors, milliseconds a write, memory of a node.
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { renderSection } from './bench/section.ts';
import { Caller } from './failure/calls.ts';
import { Cluster } from './failure/cluster.ts';
import { Contributions } from './failure/contributions.ts';
import { startLocalArxiv } from './failure/local-arxiv.ts';
import { driveFor } from './harness/load.ts';
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

/** Searches until the time is over. Every asker's are its own, so that few answers come from a cache. */
async function searches({ url, pids }: Service) {
  const random = new Random(1);
  const callers = Array.from({ length: CALLERS }, () => new Caller(url));
  const ask = (caller: Caller) => async () => {
    const words = `${random.pick(KINDS)} ${random.pick(TASKS)} ${random.pick(WITH)} ${random.pick(TASKS)}`;
    const answer = await caller.shows(words);
    if (typeof answer === 'string') throw new Error(answer);
  };
  await driveFor(callers.map(ask), seconds / 4);
  const before = cpuSeconds(pids);
  const load = await driveFor(callers.map(ask), seconds);
  const cpu = cpuSeconds(pids) - before;
  for (const caller of callers) caller.close();
  return { perSecond: load.per_second, perCpuSecond: (load.per_second * seconds) / cpu, p50: load.p50_ms };
}

/** Reports, one after the other. */
async function writeTimes({ url }: Service): Promise<number[]> {
  const caller = new Caller(url);
  const draw = new Contributions(new Random(2));
  const times: number[] = [];
  for (let i = 0; i < writes; i++) {
    const { ms, value } = await timed(() => caller.contribute(draw.report()));
    if (value.outcome !== 'acknowledged') throw new Error(`A write was ${value.outcome}.`);
    times.push(ms);
  }
  caller.close();
  return times;
}

/** Reports a second of callers who wait for nobody, all of them kept, and of the service's own processors. */
async function writeRate({ url, pids }: Service) {
  const draw = new Contributions(new Random(3));
  const callers = Array.from({ length: CALLERS }, () => new Caller(url));
  const before = cpuSeconds(pids);
  const ask = (caller: Caller) => async () =>
    (await caller.contribute(draw.report())).outcome === 'acknowledged';
  const { per_second } = await driveFor(callers.map(ask), seconds);
  const cpu = cpuSeconds(pids) - before;
  for (const caller of callers) caller.close();
  return { perSecond: per_second, perCpuSecond: (per_second * seconds) / cpu };
}

/** Cached answers: the same question again. */
async function repeated({ url, pids }: Service): Promise<number> {
  const callers = Array.from({ length: CALLERS }, () => new Caller(url));
  const before = cpuSeconds(pids);
  const { per_second } = await driveFor(
    callers.map((caller) => () => caller.shows('legged walking')),
    seconds,
  );
  const cpu = cpuSeconds(pids) - before;
  for (const caller of callers) caller.close();
  return (per_second * seconds) / cpu;
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
  const searched = await searches(service);
  const again = await repeated(service);
  const times = await writeTimes(service);
  const written = await writeRate(service);
  const memory = service.pids.map((pid) => megabytes(residentBytes(pid)));
  return {
    service: name,
    'searches a second': searched.perSecond,
    'a second of its processors': searched.perCpuSecond,
    'the same again': again,
    'ms, p50': searched.p50,
    'ms a write, p50': quantile(times, 0.5),
    'ms a write, p99': quantile(times, 0.99),
    'writes a second': written.perSecond,
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
