import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Options } from 'yargs';
import type { ReleaseManifest } from '../../data/releases/release-manifest.ts';
import { bundledWasm } from '../../data/snapshot/open.ts';
import { platformDirectory } from '../../lib/program.ts';
import { exposureOf } from '../../lib/secret-file.ts';
import { makeKeyFile, readKey } from '../../publish/issue.ts';
import { type ReleaseReport, release, rotateKeys } from '../../publish/release.ts';
import { ReleaseFolder } from '../../publish/release-folder.ts';
import { type Verification, verifyReleases } from '../../publish/verify.ts';
import { loadSqlite } from '../../search/sqlite.ts';
import type { Command } from '../command.ts';
import { dayOf } from '../day-option.ts';
import { type Flags, pathOf, textOf, valuesOf, variableOf, yargsOptions } from '../option-values.ts';
import { type OptionValues, RELEASE_OPTIONS } from '../options.ts';
import { print } from '../print.ts';
import { publicKey } from '../syncing.ts';
import { type ExitCode, say, stepReporter, type Terminal, UsageError } from '../terminal.ts';

const ACTIONS = ['cut', 'keygen', 'rotate', 'list', 'verify'] as const;
type Action = (typeof ACTIONS)[number];

/** An option that no other command has. */
interface OwnOption {
  /** The actions that it can be given to. */
  readonly of: readonly Action[];
  readonly type: 'string' | 'boolean';
  readonly does: string;
}

const OWN: Readonly<Record<string, OwnOption>> = {
  'dry-run': { of: ['cut'], type: 'boolean', does: 'say what would change, and write nothing' },
  'write-dataset': {
    of: ['cut'],
    type: 'boolean',
    does: 'write what was contributed, and the version, into the dataset as well',
  },
  refresh: {
    of: ['cut'],
    type: 'boolean',
    does: 'if nothing has changed, sign the newest version anew, so that clients see it is current',
  },
  'allow-removals': { of: ['cut'], type: 'boolean', does: 'let records go that were released' },
  'without-contributions': { of: ['cut'], type: 'boolean', does: 'from the dataset alone' },
  unsigned: {
    of: ['cut'],
    type: 'boolean',
    does: 'without a key; clients take it with --allow-unsigned alone',
  },
  date: { of: ['cut'], type: 'string', does: 'day of the version (default: today, in UTC)' },
  'issued-at': {
    of: ['cut', 'rotate'],
    type: 'string',
    does: 'time to sign with, such as 2026-11-20T04:00:00Z (default: now)',
  },
  out: { of: ['keygen'], type: 'string', does: 'file for the private key; never replaced' },
  'introduce-key': {
    of: ['rotate'],
    type: 'string',
    does: 'public key that clients are to trust from now on',
  },
  'retire-key': { of: ['rotate'], type: 'string', does: 'id of a key to trust no longer' },
  'trust-key': {
    of: ['verify'],
    type: 'string',
    does: 'public key that clients trust (default: those that the manifest names)',
  },
};

/** All that an action needs. */
interface Task {
  readonly flags: Flags;
  readonly values: OptionValues;
  readonly terminal: Terminal;
  readonly now: Date;
}

const RUN: Readonly<Record<Action, (task: Task) => Promise<ExitCode>>> = {
  cut,
  keygen,
  rotate,
  list,
  verify,
};

/** The publisher's command. */
export const releaseCommand: Command = {
  words: '[action]',
  usage:
    "$0 release --releases DIR --key FILE\n$0 release keygen --out FILE\n$0 release rotate --introduce-key KEY\n$0 release list|verify --releases DIR\n\nThe publisher's side of sync: cuts the next version of the data from the dataset and what was accepted, signed, with the delta that leads to it.",
  positionals: { action: { choices: ACTIONS, default: 'cut' } },
  options: {
    ...Object.fromEntries(Object.entries(OWN).map(([name, own]) => [name, helpOf(own)])),
    ...yargsOptions(RELEASE_OPTIONS),
  },
  examples: [
    '$0 release --releases /srv/releases --key publisher.pem --dry-run',
    '$0 release --releases /srv/releases --key publisher.pem --write-dataset',
  ],
  epilogue: `${variableOf('key')} may hold the private key or name its file; the other options of the program have variables too.`,
  handler: (flags, terminal) => {
    const values = valuesOf(flags, terminal.env, RELEASE_OPTIONS);
    const action = flags.action as Action;
    checkOwn(flags, action);
    return RUN[action]({ flags, values, terminal, now: new Date() });
  },
};

function helpOf({ of, type, does }: OwnOption): Options {
  return { type, requiresArg: type === 'string', describe: `${of.join(', ')}: ${does}` };
}

/** Throws a UsageError for an option that the action has not, or that is given twice. */
function checkOwn(flags: Flags, action: Action): void {
  for (const [name, { of }] of Object.entries(OWN)) {
    if (textOf(flags, name) === undefined || of.includes(action)) continue;
    throw new UsageError(`--${name} is for ${of.join(' and ')}, not for ${action}.`);
  }
}

async function cut(task: Task): Promise<ExitCode> {
  const { flags, values, terminal } = task;
  const dir = releasesOf(values);
  const isUnsigned = flags.unsigned === true || (flags['dry-run'] === true && values.key === undefined);
  if (flags.unsigned === true && values.key !== undefined) {
    throw new UsageError('Give a key or --unsigned, not both.');
  }
  const report = await release({
    dir,
    dataset: values.dataset,
    dataDirectory:
      flags['without-contributions'] === true ? undefined : (values['data-dir'] ?? platformDirectory()),
    day: dayOf(flags, 'date') ?? task.now.toISOString().slice(0, 10),
    signer: {
      key: isUnsigned ? undefined : await readSigningKey(keyOf(values), terminal),
      issuedAt: issuedAt(task),
    },
    sqlite,
    dryRun: flags['dry-run'] === true,
    writeDataset: flags['write-dataset'] === true,
    refresh: flags.refresh === true,
    allowRemovals: flags['allow-removals'] === true,
    onStep: stepReporter(terminal),
  });
  reportLeftOut(report, terminal);
  print(terminal, values.json, report, () => renderReport(report));
  return 0;
}

/** Names the contributions that a release could not take in. */
export function reportLeftOut({ left_out }: ReleaseReport, terminal: Terminal): void {
  for (const { where, message } of left_out) {
    say(terminal, `robotics-mcp: a contribution was left out: ${where}: ${message}`);
  }
}

async function keygen({ flags, values, terminal }: Task): Promise<ExitCode> {
  const out = pathOf(flags, 'out');
  if (out === undefined) throw new UsageError('Say with --out which file the private key goes to.');
  const key = await makeKeyFile(out);
  print(
    terminal,
    values.json,
    key,
    () =>
      `The private key is in ${out}: keep it to yourself, and a copy of it off this machine.\nPublic key: ${key.public_key}\nKey id:     ${key.key_id}\nClients trust it with: robotics-mcp sync --sync-key ${key.public_key}\n`,
  );
  return 0;
}

async function rotate(task: Task): Promise<ExitCode> {
  const { flags, values, terminal } = task;
  const [added, retire] = [textOf(flags, 'introduce-key'), textOf(flags, 'retire-key')];
  if (added === undefined && retire === undefined) {
    throw new UsageError('Say which key is to be trusted (--introduce-key) or no longer (--retire-key).');
  }
  const introduce = added === undefined ? undefined : publicKey('introduce-key', added);
  const signer = { key: await readSigningKey(keyOf(values), terminal), issuedAt: issuedAt(task) };
  const { version, keys = [] } = await rotateKeys(releasesOf(values), signer, { introduce, retire });
  print(
    terminal,
    values.json,
    { version, keys },
    () =>
      `${version} was signed anew. Clients trust from now on: ${keys.map(({ key_id }) => key_id).join(', ')}\n`,
  );
  return 0;
}

async function list({ values, terminal }: Task): Promise<ExitCode> {
  const dir = releasesOf(values);
  const folder = new ReleaseFolder(dir);
  const latest = await folder.previous();
  const manifests = latest === undefined ? [] : (await folder.known(latest.manifest)).manifests;
  print(terminal, values.json, manifests.map(withoutChain), () =>
    manifests.length === 0
      ? `${dir} has no release. "robotics-mcp release" cuts the first.\n`
      : renderList(manifests),
  );
  return 0;
}

function withoutChain({ deltas, ...manifest }: ReleaseManifest) {
  return { ...manifest, delta: deltas[deltas.length - 1] };
}

async function verify({ flags, values, terminal }: Task): Promise<ExitCode> {
  const trust = textOf(flags, 'trust-key');
  const found = await verifyReleases({
    dir: releasesOf(values),
    trusted: trust === undefined ? undefined : [publicKey('trust-key', trust)],
    sqlite: await sqlite(),
    onStep: stepReporter(terminal),
  });
  print(terminal, values.json, found, () => renderVerification(found));
  return found.faults.length === 0 ? 0 : 1;
}

/** SQLite, as the program brings it. */
export async function sqlite() {
  return loadSqlite(await readFile(bundledWasm()));
}

export function releasesOf({ releases }: OptionValues): string {
  if (releases !== undefined) return releases;
  throw new UsageError('Say with --releases or ROBOTICS_MCP_RELEASES which directory the releases are in.');
}

function keyOf({ key }: OptionValues): string {
  if (key !== undefined) return key;
  throw new UsageError(
    'Give the private key with --key FILE or ROBOTICS_MCP_RELEASE_KEY ("robotics-mcp release keygen --out FILE" makes one), or cut with --unsigned.',
  );
}

/** The private key, with a warning where others on this machine may use it too. */
export function readSigningKey(given: string, terminal: Terminal): ReturnType<typeof readKey> {
  const exposure = existsSync(given) ? exposureOf(given) : undefined;
  if (exposure !== undefined) say(terminal, `robotics-mcp: ${exposure.says}. ${exposure.todo}`);
  return readKey(given);
}

function issuedAt({ flags, now }: Task): string {
  const text = textOf(flags, 'issued-at');
  if (text === undefined) return `${now.toISOString().slice(0, 19)}Z`;
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)))
    return text;
  throw new UsageError(`--issued-at is a time in UTC such as 2026-11-20T04:00:00Z, not "${text}".`);
}

/** What a release came to, for a person. */
export function renderReport(report: ReleaseReport): string {
  return `${[headline(report), ...changeLines(report), ...sizeLines(report), ...restLines(report)].join('\n')}\n`;
}

/** One line a version, the newest first. */
function renderList(manifests: readonly ReleaseManifest[]): string {
  const rows = manifests.map(({ version, issued_at, counts, snapshot, deltas }) => {
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const delta = deltas[deltas.length - 1];
    const bytes = `snapshot ${kilobytes(snapshot.compressed_bytes)}`;
    const step = delta === undefined ? '' : `, delta ${kilobytes(delta.compressed_bytes)}`;
    return `${version.padEnd(14)}  issued ${issued_at}  ${records.toLocaleString('en-US')} records, ${bytes}${step}`;
  });
  return `${rows.join('\n')}\n`;
}

function renderVerification(found: Verification): string {
  const { version, deltas, followed, signed_by, faults } = found;
  if (faults.length > 0) {
    const title = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
    return `${[...faults, title].join('\n')}\n`;
  }
  const signature = signed_by === undefined ? 'unsigned' : `signed by ${signed_by}`;
  const ways =
    followed.length === 0 ? '' : `; the deltas from ${followed.join(' and from ')} lead to its records`;
  return `${version}, ${signature}: snapshot and ${deltas} delta(s) are whole${ways}. 0 faults\n`;
}

function headline({ status, dry_run, version, previous, signed_by }: ReleaseReport): string {
  if (status === 'unchanged') return `Nothing has changed since ${version}, so nothing was cut.`;
  if (status === 'refreshed') {
    return dry_run
      ? `Nothing has changed since ${version}; it would be signed anew.`
      : `Nothing has changed since ${version}, which was signed anew.`;
  }
  const after = previous === undefined ? 'the first version' : `after ${previous}`;
  if (dry_run) return `${version} would be cut, ${after}:`;
  return `${version} is out, ${after}, ${signed_by === undefined ? 'UNSIGNED' : `signed by ${signed_by}`}:`;
}

function changeLines({ changes, counts }: ReleaseReport): string[] {
  return Object.entries(changes).map(([kind, { added, changed, removed }]) => {
    const total = counts[kind as keyof typeof counts];
    const [put, altered, gone, all] = [added, changed, removed, total].map((n) => n.toLocaleString('en-US'));
    return `  ${kind.padEnd(16)}${put} added, ${altered} changed, ${gone} removed, ${all} in all`;
  });
}

function sizeLines({ snapshot, delta }: ReleaseReport): string[] {
  if (snapshot === undefined) return [];
  const step = delta === undefined ? '' : `, the delta ${kilobytes(delta.compressed_bytes)}`;
  return [`The snapshot has ${kilobytes(snapshot.compressed_bytes)}${step}.`];
}

function restLines({ contributed, written_to_dataset }: ReleaseReport): string[] {
  const kept = contributed > 0 ? [`${contributed} record(s) are as contributions made them.`] : [];
  if (written_to_dataset === undefined) return kept;
  return [...kept, `${written_to_dataset} record(s) were written into the dataset.`];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} kB`;
}
