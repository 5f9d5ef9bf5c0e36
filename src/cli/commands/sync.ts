import { isSyncError } from '../../data/releases/release-source.ts';
import { runApplyWorker } from '../../data/subscribe/apply-worker.ts';
import type { SyncProgress } from '../../data/subscribe/sync.ts';
import { describeOutcome, kilobytes, syncData } from '../../protocol/sync-data.ts';
import type { Command } from '../command.ts';
import { valuesOf, yargsOptions } from '../option-values.ts';
import { type OptionName, type OptionValues, SYNC_OPTIONS } from '../options.ts';
import { print } from '../print.ts';
import { syncSettings } from '../syncing.ts';
import { type ExitCode, say, type Terminal, UsageError } from '../terminal.ts';

const OPTIONS: readonly OptionName[] = [...SYNC_OPTIONS, 'service', 'data-dir', 'json'];

/** Another process that syncs is waited for. */
const WAIT_MS = 120_000;

/** Fetches and applies the newest data once. */
export const syncCommand: Command = {
  usage: '$0 sync [--from URL]\n\nFetch the newest data from a service and put them in use.',
  options: yargsOptions(OPTIONS),
  examples: ['$0 sync --from https://example.org/api/mcp --sync-key KEY'],
  handler: (flags, terminal) => sync(valuesOf(flags, terminal.env, OPTIONS), terminal),
};

async function sync(values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  const settings = syncSettings(values, terminal);
  const show = new ProgressLine(terminal);
  const stopping = new AbortController();
  void terminal.stopped.then(() => stopping.abort());
  try {
    const onProgress = (progress: SyncProgress) => show.take(progress);
    const outcome = await syncData(settings, { waitMs: WAIT_MS, onProgress, signal: stopping.signal });
    show.end();
    for (const warning of outcome.warnings) say(terminal, `robotics-mcp: ${warning}`);
    print(terminal, values.json, outcome, () => `${describeOutcome(outcome)}\n`);
    return 0;
  } catch (error) {
    show.end();
    if (!isSyncError(error)) throw error;
    const { code: problem, message } = error;
    print(terminal, values.json, { status: 'failed', problem, message }, () => '');
    say(terminal, `robotics-mcp: ${problem}: ${message}`);
    return 1;
  }
}

/** What runs in the thread that applies what was fetched. */
export async function runApply(): Promise<ExitCode> {
  if (await runApplyWorker()) return 0;
  throw new UsageError(
    'apply-synced-data is what robotics-mcp sync starts by itself. Use robotics-mcp sync.',
  );
}

/** Shows how far it is, on a terminal alone: in one line that is written again and again, and is gone in the end. */
class ProgressLine {
  readonly #stream: Terminal['stderr'];
  #shown = '';

  constructor({ stderr }: Terminal) {
    this.#stream = stderr;
  }

  take(progress: SyncProgress): void {
    this.#write(`\r\u001b[K${sentence(progress)}`);
  }

  end(): void {
    if (this.#shown !== '') this.#write('\r\u001b[K');
  }

  #write(text: string): void {
    if (this.#stream.isTTY !== true || text === this.#shown) return;
    this.#shown = text;
    this.#stream.write(text);
  }
}

function sentence(progress: SyncProgress): string {
  if (!('way' in progress)) {
    return progress.phase === 'connecting'
      ? 'Asking the service for its newest version…'
      : 'Waiting for another process that syncs…';
  }
  const { phase, from_version, version, bytes, total_bytes, way } = progress;
  const what = `${from_version} to ${version}, ${way === 'deltas' ? 'changes' : 'all data'}`;
  return phase === 'fetching'
    ? `Fetching ${what}: ${kilobytes(bytes)} of ${kilobytes(total_bytes)}`
    : `Checking and applying ${what}…`;
}
