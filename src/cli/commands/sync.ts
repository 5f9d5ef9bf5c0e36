import { runApplyWorker } from '../../data/subscribe/apply-worker.ts';
import { SyncError } from '../../data/subscribe/errors.ts';
import type { SyncProgress } from '../../data/subscribe/sync.ts';
import { describeOutcome, kilobytes } from '../../protocol/background-sync.ts';
import { syncData } from '../../protocol/sync-data.ts';
import { readEnvironment } from '../environment.ts';
import { defaultValues, type OptionName, SYNC_OPTIONS } from '../options.ts';
import { createParser, parse, readFlags, yargsOptions } from '../parse.ts';
import { syncSettings } from '../sync-settings.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS: readonly OptionName[] = [...SYNC_OPTIONS, 'service', 'data-dir', 'json'];

/** Another process that syncs is waited for. */
const waitMs = 120_000;

/** Fetches and applies the newest data once. `argv` is what follows `sync`. */
export async function runSync(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parser = createParser(terminal.stdout.columns)
    .usage('$0 sync [--from URL]\n\nFetch the newest data from a service and put them in use.')
    .options(yargsOptions(OPTIONS))
    .version(false)
    .strict()
    .example('$0 sync --from https://example.org/api/mcp --sync-key KEY', '');
  const { flags, output } = parse(parser, argv, [...OPTIONS, 'help']);
  if (output !== '') {
    terminal.stdout.write(`${output}\n`);
    return 0;
  }
  const values = {
    ...defaultValues(),
    ...readEnvironment(terminal.env, OPTIONS),
    ...readFlags(flags, OPTIONS),
  };
  const settings = syncSettings(values, terminal);
  const show = new ProgressLine(terminal);
  const stopping = new AbortController();
  void terminal.stopped.then(() => stopping.abort());
  try {
    const onProgress = (progress: SyncProgress) => show.take(progress);
    const outcome = await syncData(settings, { waitMs, onProgress, signal: stopping.signal });
    show.end();
    for (const warning of outcome.warnings) terminal.stderr.write(`robotics-mcp: ${warning}\n`);
    terminal.stdout.write(
      values.json ? `${JSON.stringify(outcome, null, 2)}\n` : `${describeOutcome(outcome)}\n`,
    );
    return 0;
  } catch (error) {
    show.end();
    if (!(error instanceof SyncError)) throw error;
    if (values.json) {
      const { problem, message } = error;
      terminal.stdout.write(`${JSON.stringify({ status: 'failed', problem, message }, null, 2)}\n`);
    }
    terminal.stderr.write(`robotics-mcp: ${error.problem}: ${error.message}\n`);
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

/** Shows how far it is: on a terminal in one line that is written again and again, elsewhere a line a step. */
class ProgressLine {
  private readonly stream: Terminal['stderr'] & { readonly isTTY?: boolean };
  private shown = '';

  constructor({ stderr }: Terminal) {
    this.stream = stderr;
  }

  take(progress: SyncProgress): void {
    const isStep = progress.phase !== 'fetching' || progress.bytes === 0;
    if (this.stream.isTTY === true) this.write(`\r\u001b[K${sentence(progress)}`);
    else if (isStep) this.write(`${sentence(progress)}\n`);
  }

  end(): void {
    if (this.stream.isTTY === true && this.shown !== '') this.write('\r\u001b[K');
  }

  private write(text: string): void {
    if (text === this.shown) return;
    this.shown = text;
    this.stream.write(text);
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
