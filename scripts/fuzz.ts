/**
 * Sends the built server requests drawn from a grammar of the protocol, of all its revisions, and holds what comes back
 * against each revision's schema: `npm run fuzz -- [--requests 20000] [--seed 1] [--transport http|stdio] [--json FILE]`,
 * half of them over each transport unless one is named; `--replay SEED` with `--transport` plays one case, shrunk.
 *
 * fast-check draws the cases and makes them smaller; a seed alone plays a case again. Nothing is guided by coverage: Jazzer.js,
 * a native module, sees only what runs in its own process, and here another process answers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FuzzedTransport, fuzz, replay } from './fuzz/fuzz.ts';
import { cleanUpAtExit } from './harness/processes.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    transport: { type: 'string' },
    replay: { type: 'string' },
    json: { type: 'string' },
  },
});
cleanUpAtExit();
const home = mkdtempSync(join(tmpdir(), 'robotics-mcp-fuzz-'));
const env = {
  ...process.env,
  // What is submitted stays pending: no arXiv answers there.
  ROBOTICS_MCP_ARXIV_API: 'http://127.0.0.1:9/api/query',
  // With all the memory of the machine the engine collects late, and what grows is not told from what is not collected yet.
  NODE_OPTIONS: '--max-old-space-size=128',
};
const transports = (
  values.transport === undefined ? ['http', 'stdio'] : [values.transport]
) as FuzzedTransport[];
const onFault = (seed: number, fault: string) => console.error(`seed ${seed}: ${fault.slice(0, 300)}`);
if (values.replay === undefined) await runAll();
else await replayOne(Number(values.replay));
rmSync(home, { recursive: true, force: true });

async function runAll(): Promise<void> {
  const reports = [];
  for (const transport of transports) {
    const requests = Number(values.requests) / transports.length;
    const onProgress = (done: number) => process.stderr.isTTY && process.stderr.write(`\r${done} requests`);
    reports.push(
      await fuzz({ transport, requests, seed: Number(values.seed), home, env, onProgress, onFault }),
    );
  }
  const text = JSON.stringify(reports, null, 1);
  if (values.json !== undefined) writeFileSync(values.json, `${text}\n`);
  console.log(text);
  if (reports.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

async function replayOne(seed: number): Promise<void> {
  const [transport = 'http'] = transports;
  const fault = await replay({ transport, seed, home, env });
  console.log(fault === undefined ? 'No fault.' : `${fault.fault}\n${fault.smallest}`);
  if (fault !== undefined) process.exitCode = 1;
}
