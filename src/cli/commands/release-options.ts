import type { Argv } from 'yargs';
import { variableOf } from '../environment.ts';
import { type OptionName, RELEASE_OPTIONS } from '../options.ts';
import { createParser, type Parsed, yargsOptions } from '../parse.ts';
import { UsageError } from '../usage-error.ts';

export const ACTIONS = ['cut', 'keygen', 'rotate', 'list', 'verify'] as const;
export type Action = (typeof ACTIONS)[number];

interface OwnOption {
  readonly type: 'string' | 'boolean';
  readonly describe: string;
  /** What it can be given to. */
  readonly of: readonly Action[];
}

const OWN: Readonly<Record<string, OwnOption>> = {
  'dry-run': { type: 'boolean', of: ['cut'], describe: 'cut: say what would change, and write nothing' },
  'write-dataset': {
    type: 'boolean',
    of: ['cut'],
    describe: 'cut: write what was contributed, and the version, into the dataset as well',
  },
  refresh: {
    type: 'boolean',
    of: ['cut'],
    describe: 'cut: if nothing has changed, sign the newest version anew, so that clients see it is current',
  },
  'allow-removals': { type: 'boolean', of: ['cut'], describe: 'cut: let records go that were released' },
  'without-contributions': { type: 'boolean', of: ['cut'], describe: 'cut: from the dataset alone' },
  unsigned: {
    type: 'boolean',
    of: ['cut'],
    describe: 'cut: without a key; clients take it with --allow-unsigned alone',
  },
  date: { type: 'string', of: ['cut'], describe: 'cut: day of the version (default: today, in UTC)' },
  'issued-at': {
    type: 'string',
    of: ['cut', 'rotate'],
    describe: 'cut, rotate: time to sign with, such as 2026-11-20T04:00:00Z (default: now)',
  },
  out: { type: 'string', of: ['keygen'], describe: 'keygen: file for the private key; never replaced' },
  'introduce-key': {
    type: 'string',
    of: ['rotate'],
    describe: 'rotate: public key that clients are to trust from now on',
  },
  'retire-key': { type: 'string', of: ['rotate'], describe: 'rotate: id of a key to trust no longer' },
  'trust-key': {
    type: 'string',
    of: ['verify'],
    describe: 'verify: public key that clients trust (default: those that the manifest names)',
  },
};

/** A parser of what follows `release`. */
export function createReleaseParser(columns: number | undefined): Argv {
  const own = Object.entries(OWN).map(([name, { type, describe }]) => [
    name,
    { type, describe, requiresArg: type === 'string' },
  ]);
  return createParser(columns)
    .usage(
      "$0 release --releases DIR --key FILE\n$0 release keygen --out FILE\n$0 release rotate --introduce-key KEY\n$0 release list|verify --releases DIR\n\nThe publisher's side of sync: cuts the next version of the data from the dataset and what was accepted, signed, with the delta that leads to it.",
    )
    .command('$0 [action]', false, {}, () => undefined)
    .positional('action', { choices: ACTIONS, default: 'cut' })
    .options({ ...Object.fromEntries(own), ...yargsOptions(RELEASE_OPTIONS) })
    .version(false)
    .strict()
    .example('$0 release --releases /srv/releases --key publisher.pem --dry-run', '')
    .example('$0 release --releases /srv/releases --key publisher.pem --write-dataset', '')
    .epilogue(
      `${variableOf('key')} may hold the private key or name its file; the other options of the program have variables too.`,
    );
}

/** Every word that may have been meant by one that is none. */
export const KNOWN: readonly string[] = [...RELEASE_OPTIONS, ...ACTIONS, ...Object.keys(OWN), 'help'];

/** What is known of one command line: the action, and its own options by name. */
export interface Asked {
  readonly action: Action;
  text(name: string): string | undefined;
  has(name: string): boolean;
}

/** Throws a UsageError for an option that the action has not, or that is given twice. */
export function readAsked(flags: Parsed['flags']): Asked {
  const action = flags.action as Action;
  for (const [name, { of }] of Object.entries(OWN)) {
    const value = flags[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) throw new UsageError(`--${name} is given ${value.length} times; give it once.`);
    if (!of.includes(action))
      throw new UsageError(`--${name} is for ${of.join(' and ')}, not for ${action}.`);
  }
  return {
    action,
    text: (name) => (flags[name] === undefined ? undefined : String(flags[name])),
    has: (name) => flags[name] === true,
  };
}

export const OPTIONS: readonly OptionName[] = RELEASE_OPTIONS;
