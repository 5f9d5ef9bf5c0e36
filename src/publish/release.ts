import { contentHash } from '../data/dataset/canonical.ts';
import type { Fault } from '../data/dataset/files.ts';
import { type Dataset, type DatasetFiles, readDatasetFiles } from '../data/dataset/read.ts';
import { type Delta, diff } from '../data/releases/delta.ts';
import { historyOf } from '../data/releases/history.ts';
import type { DeltaEntry, ReleaseManifest } from '../data/releases/release-manifest.ts';
import { kinds, type RecordsByKind } from '../kinds/kinds.ts';
import { DataError, isDataError } from '../lib/data-error.ts';
import { realSystem, type System } from '../lib/system.ts';
import { continued, type History } from '../search/change-table.ts';
import type { SqlJsStatic } from '../search/sqlite.ts';
import { prepare, readAccepted, writeDataset } from './candidate.ts';
import { type ChangeSummary, chooseVersion, cutVersion, summarize } from './cut.ts';
import { type KeyChange, reissue, type Signer } from './issue.ts';
import { type Previous, ReleaseFolder } from './release-folder.ts';

export interface ReleaseOptions {
  /** The releases directory; made if it is not there. */
  readonly dir: string;
  readonly system?: System;
  /** `dataset/`. */
  readonly dataset: string;
  /** The data directory whose contributions go in; left out, none do. */
  readonly dataDirectory?: string | undefined;
  /** Day of the version, `YYYY-MM-DD`. */
  readonly day: string;
  readonly signer: Signer;
  readonly sqlite: () => Promise<SqlJsStatic>;
  /** Writes nothing. */
  readonly dryRun?: boolean;
  /** Allows released records to be removed. */
  readonly allowRemovals?: boolean;
  /** Writes contributions and the version into `dataset/` as well. */
  readonly writeDataset?: boolean;
  /** Signs the newest version again if nothing has changed, so that clients see that the publisher is alive. */
  readonly refresh?: boolean;
  /** Called with each step. */
  readonly onStep?: (step: string) => void;
}

export interface ReleaseReport {
  readonly status: 'released' | 'refreshed' | 'unchanged';
  readonly dry_run: boolean;
  readonly version: string;
  readonly date: string;
  /** The version before, if there is one and this one is new. */
  readonly previous?: string;
  readonly changes: ChangeSummary;
  /** Records that differ from the dataset's by contributions. */
  readonly contributed: number;
  /** Contributions that do not pass the checks. */
  readonly left_out: readonly Fault[];
  readonly counts: ReleaseManifest['counts'];
  readonly content_sha256: string;
  readonly delta?: DeltaEntry;
  readonly snapshot?: ReleaseManifest['snapshot'];
  /** Id of the key; nothing where the release is unsigned. */
  readonly signed_by?: string;
  /** Records written into `dataset/`. */
  readonly written_to_dataset?: number;
}

/** Cuts the next version from the dataset and what was contributed, if anything has changed since the last one. */
export async function release(options: ReleaseOptions): Promise<ReleaseReport> {
  for (let tries = 1; ; tries++) {
    try {
      return await run(options);
    } catch (error) {
      if (!isDataError(error, 'overtaken') || tries >= MOST_TRIES) throw error;
    }
  }
}

/** How often a release begins again because another process was faster. */
const MOST_TRIES = 3;

async function run(options: ReleaseOptions): Promise<ReleaseReport> {
  const { dataDirectory, dryRun = false, onStep = ignore } = options;
  const folder = new ReleaseFolder(options.dir, options.system);
  onStep(`Reading ${options.dataset}`);
  const previous = await folder.previous();
  if (previous !== undefined && !dryRun) await folder.keepCopy(previous);
  const dataset = readFolder(options.dataset, options.system);
  // What was read may be an edit that is under way: released, and lost with the power, it could not be released again.
  if (!dryRun) await (options.system ?? realSystem).files.flushDirectory(options.dataset);
  const layers = dataDirectory === undefined ? [] : readAccepted(dataDirectory, options.system);
  const version = chooseVersion(previous?.manifest.version, dataset.version, options.day);
  onStep('Checking it');
  // The first release is what packages carry under this version, so that they can go on by deltas from there.
  const candidate = prepare(dataset, previous === undefined ? [] : layers, version);
  const outcome =
    previous?.manifest.content_sha256 === contentHash(candidate.records)
      ? await keep(folder, options, previous)
      : await cut(folder, options, { ...dataset, version, records: candidate.records }, previous);
  if (previous === undefined && layers.length > 0 && !dryRun) return run(options);
  const released = { version: outcome.version, date: outcome.date };
  const folds = options.writeDataset === true && !dryRun;
  if (folds) onStep(`Writing ${options.dataset}`);
  return {
    ...outcome,
    dry_run: dryRun,
    contributed: kinds.reduce((sum, kind) => sum + candidate.touched[kind].size, 0),
    left_out: candidate.leftOut,
    ...(folds && {
      written_to_dataset: await writeDataset(
        options.dataset,
        dataset,
        candidate.layers,
        released,
        options.system,
      ),
    }),
  };
}

function readFolder(folder: string, system = realSystem): DatasetFiles {
  try {
    return readDatasetFiles(folder, system.files);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    throw new DataError(
      'not_released',
      `There is no ${path}: say with --dataset in which folder the records are.`,
    );
  }
}

type Outcome = Omit<ReleaseReport, 'dry_run' | 'contributed' | 'left_out' | 'written_to_dataset'>;

/** Nothing has changed: the newest version stays what it is. */
async function keep(folder: ReleaseFolder, options: ReleaseOptions, previous: Previous): Promise<Outcome> {
  const { signer, refresh = false, dryRun = false } = options;
  if (!refresh || dryRun)
    return { status: refresh ? 'refreshed' : 'unchanged', ...told(previous), changes: {} };
  const issued = reissue(previous, signer);
  await folder.commit(previous, () => folder.writeManifest(issued, previous));
  return { status: 'refreshed', ...told(issued), changes: {} };
}

async function cut(
  folder: ReleaseFolder,
  options: ReleaseOptions,
  { version, records, terms, meaning }: Dataset,
  previous: Previous | undefined,
): Promise<Outcome> {
  const { dir, signer, onStep = ignore } = options;
  const sqlite = await options.sqlite();
  let delta: Delta | undefined;
  let before = nothing;
  let history: History | undefined;
  if (previous !== undefined) {
    onStep(`Comparing it with ${previous.manifest.version}`);
    const known = await folder.content(previous.manifest, sqlite);
    before = known.records;
    delta = diff(before, records, { ...version, from: previous.manifest.version, to: version.version });
    if (options.allowRemovals !== true) checkRemovals(delta);
    history = continued(known.history, historyOf(before, [delta]));
  }
  const changes = summarize(before, delta?.changes ?? everything(records));
  const from = previous && { previous: previous.manifest.version };
  if (options.dryRun) return { status: 'released', ...version, ...contentOf(records), ...from, changes };
  const made = await cutVersion({
    dir,
    version,
    records,
    terms,
    meaning,
    previous: previous && delta && history && { release: previous, delta, history },
    signer,
    sqlite,
    aside: options.system?.aside,
    onStep,
  });
  onStep(`Writing ${dir}`);
  await folder.commit(previous, () => folder.writeRelease(made, previous));
  return {
    status: 'released',
    ...told(made),
    ...from,
    ...(made.delta !== undefined && { delta: made.delta }),
    snapshot: made.manifest.snapshot,
    changes,
  };
}

/** A record that is gone would be gone for every client, also if only a directory was forgotten. */
function checkRemovals({ changes, from }: Delta): void {
  const removed = kinds.flatMap((kind) => (changes[kind]?.remove ?? []).map((id) => `${kind}/${id}`));
  if (removed.length === 0) return;
  const shown = removed.slice(0, 5).join(', ');
  const more = removed.length > 5 ? ` and ${removed.length - 5} more` : '';
  throw new DataError(
    'not_released',
    `${removed.length} record(s) of ${from} would be gone: ${shown}${more}. Is it the right --dataset and --data-dir? If they are meant to go, add --allow-removals.`,
  );
}

function told({ manifest, envelope }: Omit<Previous, 'text'>) {
  const { version, date, counts, content_sha256 } = manifest;
  const [signature] = envelope.signatures;
  return { version, date, counts, content_sha256, ...(signature && { signed_by: signature.key_id }) };
}

function contentOf(records: RecordsByKind): Pick<Outcome, 'counts' | 'content_sha256'> {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, records[kind].length]));
  return { counts: counts as Outcome['counts'], content_sha256: contentHash(records) };
}

const nothing = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as RecordsByKind;

function everything(records: RecordsByKind): Delta['changes'] {
  return Object.fromEntries(kinds.map((kind) => [kind, { put: records[kind], remove: [] }]));
}

function ignore(): void {}

/**
 * Signs the newest version anew with other keys: one that a trusted key introduces, one that is trusted no longer.
 * Returns the manifest as clients get it from now on.
 */
export async function rotateKeys(dir: string, signer: Signer, change: KeyChange): Promise<ReleaseManifest> {
  const folder = new ReleaseFolder(dir);
  const previous = await folder.previous();
  if (previous === undefined) {
    throw new DataError(
      'not_released',
      `${dir} has no release yet. Cut the first one with the key that is to sign.`,
    );
  }
  const issued = reissue(previous, signer, change);
  await folder.commit(previous, () => folder.writeManifest(issued, previous));
  return issued.manifest;
}
