/**
 * The transport's own cost beside that of others: `npm run bench:transport [-- --seconds 5 --peers FOLDER]`. Every
 * server answers the same trivial tool to 16 connections; the load comes from a process of its own.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { renderSection } from './bench/section.ts';
import type { Load } from './harness/load.ts';
import type { Era } from './throughput/request.ts';
import {
  bare,
  type Contender,
  contenders,
  installPeers,
  product,
  type RunningContender,
  sdkAsIs,
  startContender,
} from './throughput/servers.ts';

const connections = 16;
const warmUpShare = 0.5;

interface Measured {
  readonly contender: Contender;
  readonly era: Era;
  readonly perSecond: number;
  /** Requests in a second of the server's own processor time: no other load on the machine changes it much. */
  readonly perCpuSecond: number;
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, peers: { type: 'string' }, own: { type: 'boolean' } },
});
const seconds = Number(values.seconds);

async function load(url: string, era: Era, duration: number): Promise<Load> {
  const script = fileURLToPath(new URL('throughput/load.ts', import.meta.url));
  const args = ['--import', 'tsx', script, url, era, String(connections), String(duration)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Load;
}

async function measure(contender: Contender, era: Era, server: RunningContender): Promise<Measured> {
  await load(server.url, era, seconds * warmUpShare);
  const before = server.cpuSeconds();
  const run = await load(server.url, era, seconds);
  const after = server.cpuSeconds();
  const cpu = before === undefined || after === undefined ? Number.NaN : after - before;
  return { contender, era, perSecond: run.per_second, perCpuSecond: (run.per_second * seconds) / cpu };
}

async function measureAll(folder: string): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const contender of contenders) {
    if (values.own && contender !== bare && contender !== product) continue;
    const server = await startContender(contender, folder);
    try {
      for (const era of contender.eras) measured.push(await measure(contender, era, server));
    } finally {
      server.stop();
    }
  }
  return measured;
}

function rowsOf(measured: readonly Measured[]) {
  const base = measured.find(({ contender }) => contender === bare);
  return measured.map(({ contender, era, perSecond, perCpuSecond }) => {
    const asIs = measured.find((other) => other.contender === sdkAsIs && other.era === era);
    return {
      server: contender.name,
      callers: contender === bare ? '' : era === 'modern' ? '2026-07-28' : '2025 era',
      'a second': Math.round(perSecond),
      '% of bare': (100 * perSecond) / (base?.perSecond ?? Number.NaN),
      'a second of its processor': Math.round(perCpuSecond),
      '% of bare, by processor': (100 * perCpuSecond) / (base?.perCpuSecond ?? Number.NaN),
      'times the SDK as is': asIs === undefined ? '' : (perCpuSecond / asIs.perCpuSecond).toFixed(1),
    };
  });
}

const own = values.peers === undefined;
const folder = values.peers ?? mkdtempSync(join(tmpdir(), 'robotics-mcp-peers-'));
mkdirSync(folder, { recursive: true });
try {
  if (!values.own) installPeers(folder);
  const title = `tools/call of a trivial tool, ${connections} connections, ${seconds} s each`;
  const machine = `Node ${process.version}, ${cpus().length} cores, load average ${(loadavg()[0] ?? 0).toFixed(1)} before the start.`;
  console.log(renderSection({ title, rows: rowsOf(await measureAll(folder)), notes: [machine] }));
} finally {
  if (own) rmSync(folder, { recursive: true, force: true });
}
