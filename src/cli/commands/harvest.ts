import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ContributionQueue, type ReviewQueue, type SourceName, sourceNames } from '../../harvest/adapter.ts';
import { type DailyReport, type HarvestOptions, harvest, runDay } from '../../harvest/harvest.ts';
import type { ReportedRecord, SourceSummary } from '../../harvest/summary.ts';
import { platformDirectory } from '../../lib/program.ts';
import { requireWebAssembly } from '../../lib/webassembly-memory.ts';
import { openData } from '../../protocol/open-data.ts';
import type { OpenData } from '../../protocol/replaceable-data.ts';
import type { ReleaseOptions } from '../../publish/release.ts';
import { oneLine } from '../../tools/shared/answer.ts';
import { type Command, textOption } from '../command.ts';
import { dayOf, sinceOf } from '../day-option.ts';
import { type Flags, pathOf, textOf, valuesOf, yargsOptions } from '../option-values.ts';
import { HARVEST_OPTIONS, type OptionValues } from '../options.ts';
import { print } from '../print.ts';
import { cut } from '../render/style.ts';
import { keepOptions } from '../service-options.ts';
import { type ExitCode, say, stepReporter, type Terminal, UsageError } from '../terminal.ts';
import { openFetcher, openSources } from './harvest-sources.ts';
import { readSigningKey, releasesOf, renderReport, reportLeftOut, sqlite } from './release.ts';

/** Sources that a run without names asks: the others need a file. */
const NETWORK_SOURCES: readonly SourceName[] = ['arxiv', 'openfda', 'feeds', 'links'];

/** The publisher's agents. A source that could not be read makes the code 1. */
export const harvestCommand: Command = {
  words: '[sources..]',
  usage:
    '$0 harvest [SOURCE…]\n$0 harvest fcc --file EXPORT\n$0 harvest daily --releases DIR --key FILE\n\nLooks for new records where they come from. What is trusted goes into the dataset, the rest into review. daily harvests, checks and releases.',
  positionals: { sources: { type: 'string', array: true, choices: [...sourceNames, 'daily'] } },
  options: {
    since: textOption('Ask for what is new since a day, instead of since the last run'),
    month: textOption('arxiv: all papers that came first in a month, such as 2026-10'),
    file: textOption('fcc: the export of the equipment authorization search, XML or CSV'),
    date: textOption('The day that it is (default: today, in UTC)'),
    unsigned: {
      type: 'boolean',
      describe: 'daily: release without a key; clients take it with --allow-unsigned alone',
    },
    'dry-run': { type: 'boolean', describe: 'Say what would be done, and write nothing' },
    ...yargsOptions(HARVEST_OPTIONS),
  },
  examples: [
    '$0 harvest arxiv --dry-run',
    '$0 harvest arxiv --month 2026-10',
    '$0 harvest daily --releases /srv/releases --key publisher.pem',
  ],
  handler: async (flags, terminal) => {
    const asked = readAsked(flags);
    requireWebAssembly();
    const values = valuesOf(flags, terminal.env, HARVEST_OPTIONS);
    if (!existsSync(join(values.dataset, 'VERSION'))) {
      throw new UsageError(
        `There is no dataset in ${values.dataset}: name the publisher's dataset folder with --dataset or ROBOTICS_MCP_DATASET.`,
      );
    }
    const dataDirectory = values['data-dir'] ?? platformDirectory();
    const task = { asked, values, dataDirectory, terminal, now: new Date() };
    const releasing = asked.isDaily && !asked.dryRun ? await releaseOptions(task) : undefined;
    const data = asked.dryRun ? undefined : await openQueue(values, terminal);
    try {
      return tell(await run(task, releasing, data), task);
    } finally {
      await data?.close();
    }
  },
};

/** All that the command needs. */
interface Task {
  readonly asked: Asked;
  readonly values: OptionValues;
  readonly dataDirectory: string;
  readonly terminal: Terminal;
  readonly now: Date;
}

type Asked = ReturnType<typeof readAsked>;

/** Throws a UsageError for what does not go together. */
function readAsked(flags: Flags) {
  const names = [...new Set(Array.isArray(flags.sources) ? flags.sources.map(String) : [])];
  const isDaily = names.includes('daily');
  if (isDaily && names.length > 1) throw new UsageError('daily asks all sources: name none beside it.');
  const sources = (isDaily || names.length === 0 ? NETWORK_SOURCES : names) as readonly SourceName[];
  const asked = {
    isDaily,
    sources,
    since: sinceOf(flags),
    month: monthOf(flags),
    file: pathOf(flags, 'file'),
    date: dayOf(flags, 'date'),
    isUnsigned: flags.unsigned === true,
    dryRun: flags['dry-run'] === true,
  };
  if (sources.includes('fcc') !== (asked.file !== undefined)) {
    throw new UsageError(
      'harvest fcc reads a file that was saved from the search of the FCC: harvest fcc --file EXPORT.',
    );
  }
  if (asked.month !== undefined && (sources.length > 1 || sources[0] !== 'arxiv')) {
    throw new UsageError('--month is for arxiv alone: harvest arxiv --month 2026-10.');
  }
  if (asked.isUnsigned && !isDaily) throw new UsageError('--unsigned is for daily: only that releases.');
  return asked;
}

function monthOf(flags: Flags): string | undefined {
  const given = textOf(flags, 'month');
  if (given === undefined || /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(given)) return given;
  throw new UsageError(`--month is a month such as 2026-10, not "${given}".`);
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
  return openData(keep, (error) => say(terminal, `robotics-mcp: ${String(error)}`));
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
  const { key } = values;
  const dir = releasesOf(values);
  if (asked.isUnsigned === (key !== undefined)) {
    throw new UsageError(
      asked.isUnsigned
        ? 'Give a key or --unsigned, not both.'
        : 'Give the private key with --key FILE or ROBOTICS_MCP_RELEASE_KEY ("robotics-mcp release keygen --out FILE" makes one), or release with --unsigned.',
    );
  }
  return {
    dir,
    dataset: values.dataset,
    dataDirectory,
    day: asked.date ?? now.toISOString().slice(0, 10),
    signer: {
      key: key === undefined ? undefined : await readSigningKey(key, terminal),
      issuedAt: `${now.toISOString().slice(0, 19)}Z`,
    },
    sqlite,
    onStep: stepReporter(terminal),
  };
}

function tell(report: DailyReport, { asked, values, terminal }: Task): ExitCode {
  if (report.release !== undefined) reportLeftOut(report.release, terminal);
  print(terminal, values.json, report, () =>
    asked.isDaily ? renderDay(report, asked.dryRun) : renderSources(report.sources, asked.dryRun),
  );
  return report.sources.some(({ fault }) => fault !== undefined) ? 1 : 0;
}

/** Lines of each sort that are shown; JSON has all. */
const SHOWN = 8;
const WIDEST = 110;

/** What a run made of its sources, for a person. */
function renderSources(sources: readonly SourceSummary[], dryRun: boolean): string {
  const lines = sources.flatMap(linesOf);
  return `${[...lines, totalOf(sources, dryRun)].join('\n')}\n`;
}

/** What a day came to. */
function renderDay({ sources, base, release }: DailyReport, dryRun: boolean): string {
  const parts = [renderSources(sources, dryRun)];
  if (base !== undefined) parts.push(`The data as they were before: ${renderReport(base)}`);
  if (release !== undefined) parts.push(renderReport(release));
  return parts.join('\n');
}

function linesOf(summary: SourceSummary): string[] {
  const { source, since, added, changed, review, reviewKnown, refused, passed, fault } = summary;
  const counts = [
    `${added.length} added`,
    `${changed.length} changed`,
    `${review.length} to review`,
    `${refused.length} refused`,
  ];
  const rest = Object.entries(passed).map(([why, count]) => `${count} ${why}`);
  if (reviewKnown > 0) rest.push(`${reviewKnown} in review already`);
  const tail = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  return [
    `${source.padEnd(8)} since ${since}: ${counts.join(', ')}${tail}`,
    ...some('+', added.map(named)),
    ...some(
      '~',
      changed.map((told) => `${named(told)} (${told.reason})`),
    ),
    ...some(
      '?',
      review.map((told) => `${told.id}: ${told.title}`),
    ),
    ...some(
      '-',
      refused.map(({ source: from, what, reason }) => `${from}, ${what}: ${reason}`),
    ),
    ...(fault === undefined ? [] : [`  ! ${collapsed(fault)}. The next run goes on from here.`]),
  ];
}

function named({ id, title }: ReportedRecord): string {
  return `${id}: ${title}`;
}

function some(mark: string, texts: readonly string[]): string[] {
  const lines = texts.slice(0, SHOWN).map((text) => `  ${mark} ${cut(collapsed(text), WIDEST)}`);
  return texts.length > SHOWN ? [...lines, `  ${mark} and ${texts.length - SHOWN} more`] : lines;
}

function totalOf(sources: readonly SourceSummary[], dryRun: boolean): string {
  const sum = (count: (summary: SourceSummary) => number) =>
    sources.reduce((total, summary) => total + count(summary), 0);
  const accepted = sum(({ added, changed }) => added.length + changed.length);
  const asked = sum(({ review }) => review.length);
  const faults = sources.filter(({ fault }) => fault !== undefined).map(({ source }) => source);
  const broken = faults.length === 0 ? '' : ` Not read to the end: ${faults.join(', ')}.`;
  return dryRun
    ? `${accepted} record(s) would go into the dataset, ${asked} into review. Nothing was written.${broken}`
    : `${accepted} record(s) went into the dataset, ${asked} into review.${broken}`;
}

/** Words from outside on one line, without what would steer a terminal. */
function collapsed(text: string): string {
  return oneLine(text).replace(/\s+/g, ' ');
}
