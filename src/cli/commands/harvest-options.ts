import type { Argv } from 'yargs';
import { type SourceName, sourceNames } from '../../harvest/adapter.ts';
import { HARVEST_OPTIONS } from '../options.ts';
import { createParser, type Parsed, yargsOptions } from '../parse.ts';
import { UsageError } from '../usage-error.ts';

/** Sources that a run without names asks: the others need a file. */
export const NETWORK_SOURCES: readonly SourceName[] = ['arxiv', 'openfda', 'feeds', 'links'];

const OWN = {
  since: { type: 'string', describe: 'Ask for what is new since a day, instead of since the last run' },
  month: { type: 'string', describe: 'arxiv: all papers that came first in a month, such as 2026-10' },
  file: { type: 'string', describe: 'fcc: the export of the equipment authorization search, XML or CSV' },
  date: { type: 'string', describe: 'The day that it is (default: today, in UTC)' },
  unsigned: {
    type: 'boolean',
    describe: 'daily: release without a key; clients take it with --allow-unsigned alone',
  },
  'dry-run': { type: 'boolean', describe: 'Say what would be done, and write nothing' },
} as const;

/** A parser of what follows `harvest`. */
export function createHarvestParser(columns: number | undefined): Argv {
  const own = Object.entries(OWN).map(([name, option]) => [
    name,
    { ...option, requiresArg: option.type === 'string' },
  ]);
  return createParser(columns)
    .usage(
      '$0 harvest [SOURCE…]\n$0 harvest fcc --file EXPORT\n$0 harvest daily --releases DIR --key FILE\n\nLooks for new records where they come from. What is trusted goes into the dataset, the rest into review. daily harvests, checks and releases.',
    )
    .command('$0 [sources..]', false, {}, () => undefined)
    .positional('sources', { type: 'string', array: true, choices: [...sourceNames, 'daily'] })
    .options({ ...Object.fromEntries(own), ...yargsOptions(HARVEST_OPTIONS) })
    .version(false)
    .strict()
    .example('$0 harvest arxiv --dry-run', '')
    .example('$0 harvest arxiv --month 2026-10', '')
    .example('$0 harvest daily --releases /srv/releases --key publisher.pem', '');
}

/** Every word that may have been meant by one that is none. */
export const KNOWN: readonly string[] = [
  ...HARVEST_OPTIONS,
  ...sourceNames,
  'daily',
  ...Object.keys(OWN),
  'help',
];

/** What a command line asks for. */
export interface Asked {
  readonly isDaily: boolean;
  readonly sources: readonly SourceName[];
  readonly since: string | undefined;
  readonly month: string | undefined;
  readonly file: string | undefined;
  readonly date: string | undefined;
  readonly isUnsigned: boolean;
  readonly dryRun: boolean;
}

/** Throws a UsageError for what does not go together. */
export function readAsked(flags: Parsed['flags']): Asked {
  const names = [...new Set(Array.isArray(flags.sources) ? flags.sources.map(String) : [])];
  const isDaily = names.includes('daily');
  if (isDaily && names.length > 1) throw new UsageError('daily asks all sources: name none beside it.');
  const sources = (isDaily || names.length === 0 ? NETWORK_SOURCES : names) as readonly SourceName[];
  const asked = {
    isDaily,
    sources,
    since: day(flags, 'since'),
    month: month(flags),
    file: text(flags, 'file'),
    date: day(flags, 'date'),
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

function text(flags: Parsed['flags'], name: string): string | undefined {
  const value = flags[name];
  if (Array.isArray(value)) throw new UsageError(`--${name} is given ${value.length} times; give it once.`);
  return value === undefined ? undefined : String(value);
}

function day(flags: Parsed['flags'], name: string): string | undefined {
  const given = text(flags, name);
  if (given === undefined || isDay(given)) return given;
  throw new UsageError(`--${name} is a day such as 2026-11-20, not "${given}".`);
}

function isDay(given: string): boolean {
  const date = new Date(`${given}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given)
  );
}

function month(flags: Parsed['flags']): string | undefined {
  const given = text(flags, 'month');
  if (given === undefined || /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(given)) return given;
  throw new UsageError(`--month is a month such as 2026-10, not "${given}".`);
}
