import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledWasm } from '../../data/snapshot/open.ts';
import { type DailyReport, type HarvestOptions, harvest, runDay } from '../../harvest/harvest.ts';
import type { ReviewQueue } from '../../harvest/review-queue.ts';
import { ContributionQueue } from '../../harvest/review-queue.ts';
import { platformDirectory } from '../../lib/platform-directory.ts';
import { type OpenData, openData } from '../../protocol/open-data.ts';
import { readKey } from '../../publish/key-file.ts';
import type { ReleaseOptions } from '../../publish/release.ts';
import { loadSqlite } from '../../search/sqlite.ts';
import { readEnvironment } from '../environment.ts';
import { defaultValues, HARVEST_OPTIONS, type OptionValues } from '../options.ts';
import { parse, readFlags } from '../parse.ts';
import { keepOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type Asked, createHarvestParser, KNOWN, readAsked } from './harvest-options.ts';
import { renderDay, renderSources } from './harvest-render.ts';
import { openFetcher, openSources } from './harvest-sources.ts';

/** All that the command needs. */
interface Task {
  readonly asked: Asked;
  readonly values: OptionValues;
  readonly dataDirectory: string;
  readonly terminal: Terminal;
  readonly now: Date;
}

/** The publisher's agents. `argv` is what follows `harvest`. A source that could not be read makes the code 1. */
export async function runHarvest(
  argv: readonly string[],
  terminal: Terminal,
  now = new Date(),
): Promise<ExitCode> {
  const { flags, output } = parse(createHarvestParser(terminal.stdout.columns), argv, KNOWN);
  if (output !== '') {
    terminal.stdout.write(`${output}\n`);
    return 0;
  }
  const asked = readAsked(flags);
  const given = { ...readEnvironment(terminal.env, HARVEST_OPTIONS), ...readFlags(flags, HARVEST_OPTIONS) };
  const values = { ...defaultValues(), ...given };
  if (!existsSync(join(values.dataset, 'VERSION'))) {
    throw new UsageError(
      `There is no dataset in ${values.dataset}: name the publisher's dataset folder with --dataset or ROBOTICS_MCP_DATASET.`,
    );
  }
  const dataDirectory = values['data-dir'] ?? platformDirectory();
  const task = { asked, values, dataDirectory, terminal, now };
  const releasing = asked.isDaily && !asked.dryRun ? await releaseOptions(task) : undefined;
  const data = asked.dryRun ? undefined : await openQueue(values, terminal);
  try {
    const report = await run(task, releasing, data);
    return tell(report, task);
  } finally {
    await data?.close();
  }
}

async function run(
  task: Task,
  releasing: ReleaseOptions | undefined,
  data: OpenData | undefined,
): Promise<DailyReport> {
  const harvesting = await harvestOptions(task, queueOf(data));
  if (releasing === undefined) return { sources: await harvest(harvesting) };
  return runDay(harvesting, releasing);
}

async function harvestOptions(task: Task, queue: ReviewQueue): Promise<HarvestOptions> {
  const { asked, values, dataDirectory, terminal, now } = task;
  const directory = join(dataDirectory, 'harvest');
  const stop = new AbortController();
  void terminal.stopped.then(() => stop.abort());
  return {
    sources: await openSources({ asked, values, directory }),
    dataset: values.dataset,
    directory,
    fetcher: openFetcher(values, dataDirectory),
    queue,
    today: asked.date ?? now.toISOString().slice(0, 10),
    since: asked.since,
    dryRun: asked.dryRun,
    signal: stop.signal,
    ...progress(terminal),
  };
}

/** One line that is written over for a person who watches; nothing where nobody looks. */
function progress({ stderr }: Terminal): Pick<HarvestOptions, 'onProgress' | 'onDone'> {
  const isWatched = stderr.isTTY === true;
  return {
    onProgress: (source, text) => {
      if (isWatched) stderr.write(`\r\u001b[K${source}: ${text} …`);
    },
    onDone: () => {
      if (isWatched) stderr.write('\r\u001b[K');
    },
  };
}

async function openQueue(values: OptionValues, terminal: Terminal): Promise<OpenData> {
  const keep = keepOptions({ ...values, service: undefined });
  return openData(keep, (error) => terminal.stderr.write(`robotics-mcp: ${String(error)}\n`));
}

function queueOf(data: OpenData | undefined): ReviewQueue {
  if (data?.kept !== undefined) return new ContributionQueue(data.kept);
  // A dry run files nothing.
  return { report: async () => 'filed', propose: async () => 'filed' };
}

async function releaseOptions({
  asked,
  values,
  dataDirectory,
  terminal,
  now,
}: Task): Promise<ReleaseOptions> {
  const { releases, key } = values;
  if (releases === undefined) {
    throw new UsageError('Say with --releases or ROBOTICS_MCP_RELEASES which directory the releases are in.');
  }
  if (asked.isUnsigned === (key !== undefined)) {
    throw new UsageError(
      asked.isUnsigned
        ? 'Give a key or --unsigned, not both.'
        : 'Give the private key with --key FILE or ROBOTICS_MCP_RELEASE_KEY ("robotics-mcp release keygen --out FILE" makes one), or release with --unsigned.',
    );
  }
  return {
    dir: releases,
    dataset: values.dataset,
    dataDirectory,
    day: asked.date ?? now.toISOString().slice(0, 10),
    signer: {
      key: key === undefined ? undefined : await readKey(key),
      issuedAt: `${now.toISOString().slice(0, 19)}Z`,
    },
    sqlite: async () => loadSqlite(await readFile(bundledWasm())),
    onStep: (step) => {
      if (terminal.stderr.isTTY) terminal.stderr.write(`${step} …\n`);
    },
  };
}

function tell(report: DailyReport, { asked, values, terminal }: Task): ExitCode {
  for (const { where, message } of report.release?.left_out ?? []) {
    terminal.stderr.write(`robotics-mcp: a contribution was left out: ${where}: ${message}\n`);
  }
  const text = asked.isDaily ? renderDay(report, asked.dryRun) : renderSources(report.sources, asked.dryRun);
  terminal.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : text);
  return report.sources.some(({ fault }) => fault !== undefined) ? 1 : 0;
}
