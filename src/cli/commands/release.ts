import { readFile } from 'node:fs/promises';
import { type PublisherKey, readPublicKey } from '../../data/releases/publisher-key.ts';
import type { ReleaseManifest } from '../../data/releases/release-manifest.ts';
import { bundledWasm } from '../../data/snapshot/open.ts';
import { platformDirectory } from '../../lib/platform-directory.ts';
import { makeKeyFile, readKey } from '../../publish/key-file.ts';
import { readPrevious } from '../../publish/previous.ts';
import { type ReleaseReport, release } from '../../publish/release.ts';
import { rotateKeys } from '../../publish/rotate.ts';
import { listReleases } from '../../publish/store.ts';
import { verifyReleases } from '../../publish/verify.ts';
import { loadSqlite } from '../../search/sqlite.ts';
import { readEnvironment } from '../environment.ts';
import { defaultValues, type OptionValues } from '../options.ts';
import { parse, readFlags } from '../parse.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import {
  type Action,
  type Asked,
  createReleaseParser,
  KNOWN,
  OPTIONS,
  readAsked,
} from './release-options.ts';
import { renderList, renderReport, renderVerification } from './release-render.ts';

/** All that a part of the command needs. */
interface Task {
  readonly asked: Asked;
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

/** The publisher's command. `argv` is what follows `release`. */
export async function runRelease(
  argv: readonly string[],
  terminal: Terminal,
  now = new Date(),
): Promise<ExitCode> {
  const { flags, output } = parse(createReleaseParser(terminal.stdout.columns), argv, KNOWN);
  if (output !== '') {
    terminal.stdout.write(`${output}\n`);
    return 0;
  }
  const given = { ...readEnvironment(terminal.env, OPTIONS), ...readFlags(flags, OPTIONS) };
  const asked = readAsked(flags);
  return RUN[asked.action]({ asked, values: { ...defaultValues(), ...given }, terminal, now });
}

async function cut(task: Task): Promise<ExitCode> {
  const { asked, values, terminal } = task;
  const dir = releasesOf(values);
  const isUnsigned = asked.has('unsigned') || (asked.has('dry-run') && values.key === undefined);
  if (asked.has('unsigned') && values.key !== undefined) {
    throw new UsageError('Give a key or --unsigned, not both.');
  }
  const report = await release({
    dir,
    dataset: values.dataset,
    dataDirectory: asked.has('without-contributions')
      ? undefined
      : (values['data-dir'] ?? platformDirectory()),
    day: readDay(asked.text('date')) ?? task.now.toISOString().slice(0, 10),
    signer: {
      key: isUnsigned ? undefined : await readKey(keyOf(values)),
      issuedAt: issuedAt(task),
    },
    sqlite,
    dryRun: asked.has('dry-run'),
    writeDataset: asked.has('write-dataset'),
    refresh: asked.has('refresh'),
    allowRemovals: asked.has('allow-removals'),
    onStep: progress(terminal),
  });
  tellLeftOut(report, terminal);
  terminal.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
  return 0;
}

function tellLeftOut({ left_out }: ReleaseReport, { stderr }: Terminal): void {
  for (const { where, message } of left_out) {
    stderr.write(`robotics-mcp: a contribution was left out: ${where}: ${message}\n`);
  }
}

async function keygen({ asked, values, terminal }: Task): Promise<ExitCode> {
  const out = asked.text('out');
  if (out === undefined) throw new UsageError('Say with --out which file the private key goes to.');
  const key = await makeKeyFile(out);
  terminal.stdout.write(
    values.json
      ? `${JSON.stringify(key, null, 2)}\n`
      : `The private key is in ${out}: keep it to yourself, and a copy of it off this machine.\nPublic key: ${key.public_key}\nKey id:     ${key.key_id}\nClients trust it with: robotics-mcp sync --sync-key ${key.public_key}\n`,
  );
  return 0;
}

async function rotate(task: Task): Promise<ExitCode> {
  const { asked, values, terminal } = task;
  const [added, retire] = [asked.text('introduce-key'), asked.text('retire-key')];
  if (added === undefined && retire === undefined) {
    throw new UsageError('Say which key is to be trusted (--introduce-key) or no longer (--retire-key).');
  }
  const introduce = added === undefined ? undefined : publicKey('introduce-key', added);
  const signer = { key: await readKey(keyOf(values)), issuedAt: issuedAt(task) };
  const { version, keys = [] } = await rotateKeys(releasesOf(values), signer, { introduce, retire });
  terminal.stdout.write(
    values.json
      ? `${JSON.stringify({ version, keys }, null, 2)}\n`
      : `${version} was signed anew. Clients trust from now on: ${keys.map(({ key_id }) => key_id).join(', ')}\n`,
  );
  return 0;
}

async function list({ values, terminal }: Task): Promise<ExitCode> {
  const dir = releasesOf(values);
  const latest = await readPrevious(dir);
  const manifests = latest === undefined ? [] : (await listReleases(dir, latest.manifest)).manifests;
  if (values.json) terminal.stdout.write(`${JSON.stringify(manifests.map(withoutChain), null, 2)}\n`);
  else
    terminal.stdout.write(
      manifests.length === 0
        ? `${dir} has no release. "robotics-mcp release" cuts the first.\n`
        : renderList(manifests),
    );
  return 0;
}

function withoutChain({ deltas, ...manifest }: ReleaseManifest) {
  return { ...manifest, delta: deltas[deltas.length - 1] };
}

async function verify({ asked, values, terminal }: Task): Promise<ExitCode> {
  const trust = asked.text('trust-key');
  const found = await verifyReleases({
    dir: releasesOf(values),
    trusted: trust === undefined ? undefined : [publicKey('trust-key', trust)],
    sqlite: await sqlite(),
    onStep: progress(terminal),
  });
  terminal.stdout.write(values.json ? `${JSON.stringify(found, null, 2)}\n` : renderVerification(found));
  return found.faults.length === 0 ? 0 : 1;
}

async function sqlite() {
  return loadSqlite(await readFile(bundledWasm()));
}

/** Steps for a person who waits; nothing where nobody looks. */
function progress({ stderr }: Terminal): (step: string) => void {
  return (step) => {
    if (stderr.isTTY) stderr.write(`${step} …\n`);
  };
}

function releasesOf({ releases }: OptionValues): string {
  if (releases !== undefined) return releases;
  throw new UsageError('Say with --releases or ROBOTICS_MCP_RELEASES which directory the releases are in.');
}

function keyOf({ key }: OptionValues): string {
  if (key !== undefined) return key;
  throw new UsageError(
    'Give the private key with --key FILE or ROBOTICS_MCP_RELEASE_KEY ("robotics-mcp release keygen --out FILE" makes one), or cut with --unsigned.',
  );
}

function publicKey(option: string, text: string): PublisherKey {
  try {
    return readPublicKey(text);
  } catch (error) {
    throw new UsageError(`--${option}: ${(error as Error).message}.`);
  }
}

function readDay(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  if (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  )
    return text;
  throw new UsageError(`--date is a day such as 2026-11-20, not "${text}".`);
}

function issuedAt({ asked, now }: Task): string {
  const text = asked.text('issued-at');
  if (text === undefined) return `${now.toISOString().slice(0, 19)}Z`;
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)))
    return text;
  throw new UsageError(`--issued-at is a time in UTC such as 2026-11-20T04:00:00Z, not "${text}".`);
}
