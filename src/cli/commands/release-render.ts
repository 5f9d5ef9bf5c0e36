import type { ReleaseManifest } from '../../data/releases/release-manifest.ts';
import type { ReleaseReport } from '../../publish/release.ts';
import type { Verification } from '../../publish/verify.ts';

/** What a release came to, for a person. */
export function renderReport(report: ReleaseReport): string {
  return `${[headline(report), ...changeLines(report), ...sizeLines(report), ...restLines(report)].join('\n')}\n`;
}

/** One line a version, the newest first. */
export function renderList(manifests: readonly ReleaseManifest[]): string {
  const rows = manifests.map(({ version, issued_at, counts, snapshot, deltas }) => {
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const delta = deltas[deltas.length - 1];
    const bytes = `snapshot ${kilobytes(snapshot.compressed_bytes)}`;
    const step = delta === undefined ? '' : `, delta ${kilobytes(delta.compressed_bytes)}`;
    return `${version.padEnd(14)}  issued ${issued_at}  ${records.toLocaleString('en-US')} records, ${bytes}${step}`;
  });
  return `${rows.join('\n')}\n`;
}

export function renderVerification(found: Verification): string {
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
