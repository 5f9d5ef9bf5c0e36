/** Measures the program and prints tables: `npm run bench [-- PART…] [--json FILE] [--quick] [--factors 1,10]`. */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { call } from './bench/call.ts';
import { cost } from './bench/cost.ts';
import { crowd } from './bench/crowd.ts';
import { growth } from './bench/growth.ts';
import { memory } from './bench/memory.ts';
import { search } from './bench/search.ts';
import { type BenchOptions, renderSection, type Section } from './bench/section.ts';
import { snapshot } from './bench/snapshot.ts';
import { start } from './bench/start.ts';
import { view } from './bench/view.ts';
import { cleanUpAtExit } from './harness/processes.ts';

type Part = (options: BenchOptions) => Promise<Section[]>;

const parts: Readonly<Record<string, Part>> = {
  start,
  call,
  cost,
  crowd,
  memory,
  snapshot,
  search,
  growth,
  view,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, quick: { type: 'boolean' }, factors: { type: 'string' } },
});

function readOptions(): BenchOptions {
  const quick = values.quick ?? false;
  const text = values.factors ?? (quick ? '0.02,0.05' : '1,10,30');
  const factors = text.split(',').map(Number);
  if (factors.some((factor) => !(factor > 0))) throw new Error(`--factors are numbers, not "${text}".`);
  return { quick, factors };
}

async function main(): Promise<void> {
  const options = readOptions();
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    throw new Error(`There is no part "${unknown}". The parts are ${Object.keys(parts).join(', ')}.`);
  }
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    load: loadavg()[0] ?? 0,
  };
  const { node, cores, cpu, load } = machine;
  console.log(`Node ${node}, ${cores} cores (${cpu}), load average ${load.toFixed(1)} before the start\n`);
  const results: Record<string, Section[]> = {};
  for (const [name, part] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const sections = await part(options);
    results[name] = sections;
    for (const section of sections) console.log(renderSection(section));
  }
  if (values.json !== undefined) {
    const report = { date: new Date().toISOString(), quick: options.quick, machine, parts: results };
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
}

cleanUpAtExit();
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Children that are still there would keep this process; leaving ends them.
  process.exit(1);
}
