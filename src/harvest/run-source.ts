import { join } from 'node:path';
import { z } from 'zod';
import { isStorageError } from '../contributions/event-store.ts';
import { type ReplaceOptions, replaceFile } from '../lib/atomic-file.ts';
import { Breath } from '../lib/breath.ts';
import { readVersioned } from '../lib/data-error.ts';
import { readTextIfThere } from '../lib/file-system.ts';
import { realSystem, type System } from '../lib/system.ts';
import { addDays } from '../text/calendar.ts';
import type { Adapter, Finding, RecordFinding, ReviewQueue } from './adapter.ts';
import type { DatasetDraft } from './dataset-draft.ts';
import { type Fetcher, SourceFault } from './fetcher.ts';
import { reportedRecord, type SourceSummary, Tally } from './summary.ts';

/** How far back a source is read that was never read before. */
const FIRST_DAYS = 7;

interface RunOptions {
  readonly draft: DatasetDraft;
  readonly fetcher: Fetcher;
  readonly queue: ReviewQueue;
  readonly cursors: Cursors;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Instead of what the cursor says. */
  readonly since?: string | undefined;
  /** Name of the cursor, if it is not that of the source. */
  readonly cursor?: string | undefined;
  /** Writes nothing: no record, no cursor, nothing into review. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (source: string, text: string) => void;
}

/**
 * Reads one source from where it was left, puts what is trusted into the draft and files what is not. What was
 * accepted is written and the cursor moved at each checkpoint, in this order: whatever is interrupted between the
 * two is found again, and known. A source that cannot be read is reported in the summary; the next run resumes
 * there.
 */
export async function runSource(adapter: Adapter, options: RunOptions): Promise<SourceSummary> {
  const { cursors, today, draft } = options;
  const name = options.cursor ?? adapter.name;
  const before = cursors.of(name);
  const open = resumable(before, options.since);
  const since = options.since ?? open?.since ?? firstDay(adapter, before, today);
  const started = open?.started ?? today;
  const tally = new Tally();
  let fault: string | undefined;
  try {
    const findings = adapter.harvest({
      since,
      today,
      position: open?.position,
      fetcher: options.fetcher,
      known: draft.known,
      signal: options.signal,
      onProgress: (text) => options.onProgress(adapter.name, text),
    });
    const breath = new Breath();
    for await (const finding of findings) {
      if (finding.type !== 'checkpoint') await take(finding, tally, options);
      else if (!options.dryRun) {
        await draft.save();
        await cursors.set(name, { ...before, open: { since, started, position: finding.position } });
      }
      await breath.take();
      options.signal.throwIfAborted();
    }
    if (!options.dryRun) {
      await draft.save();
      await cursors.set(name, { done: doneAfter(before, since, started) });
    }
  } catch (error) {
    fault = faultOf(error, options.signal);
    if (!options.dryRun) await draft.save();
  }
  return tally.summary(adapter.name, since, fault);
}

function firstDay({ overlapDays }: Adapter, { done }: Cursor, today: string): string {
  return done === undefined
    ? addDays(today, -Math.max(FIRST_DAYS, overlapDays))
    : addDays(done, -overlapDays);
}

/** An interrupted run is resumed, unless something else is requested. */
function resumable(before: Cursor, since: string | undefined): Cursor['open'] {
  return since === undefined || before.open?.since === since ? before.open : undefined;
}

/** A run that began after the day up to which all was read leaves a gap, which the cursor must not hide. */
function doneAfter({ done }: Cursor, since: string, started: string): string {
  if (done === undefined) return started;
  if (since > done) return done;
  return started > done ? started : done;
}

async function take(
  finding: Exclude<Finding, { type: 'checkpoint' }>,
  tally: Tally,
  options: RunOptions,
): Promise<void> {
  if (finding.type === 'passed') tally.pass(finding.why);
  else if (finding.type === 'refused') {
    tally.refuse(finding);
  } else if (finding.type === 'record' && finding.trusted) accept(finding, tally, options);
  else {
    const filed = options.dryRun
      ? 'filed'
      : finding.type === 'record'
        ? await options.queue.propose(finding)
        : await options.queue.report(finding);
    if (filed === 'filed') tally.review.push(reportedRecord(finding));
    else tally.reviewKnown += 1;
  }
}

function accept(finding: RecordFinding, tally: Tally, { draft, today }: RunOptions): void {
  const { kind, record, source } = finding;
  const isNew = draft.known.find(kind, record.id) === undefined;
  const problem = draft.put(kind, record as never, today);
  if (problem === undefined) (isNew ? tally.added : tally.changed).push(reportedRecord(finding));
  else tally.refuse({ source, what: record.id, reason: problem });
}

/** Faults outside this program are reported; anything else is a bug, and thrown. */
function faultOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'was stopped; the next run goes on from here';
  if (error instanceof SourceFault || isStorageError(error)) return error.message;
  throw error;
}

const FILE = 'cursors.json';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const cursor = z.object({
  /** The day up to which a source was asked to the end. */
  done: day.optional(),
  /** An interrupted run: its request, and its position. */
  open: z.object({ since: day, started: day, position: z.unknown() }).optional(),
});
type Cursor = z.infer<typeof cursor>;

const cursorsFile = { schema: z.object({ sources: z.record(z.string(), cursor) }), format: 1 };

/** How far each source has been read, kept in a file of the data directory. */
export class Cursors {
  readonly #directory: string;
  readonly #sources: Record<string, Cursor>;
  readonly #system: System;
  /** The file as it was read, or written since. */
  #text: string | undefined;

  private constructor(
    directory: string,
    sources: Record<string, Cursor>,
    system: System,
    text: string | undefined,
  ) {
    this.#directory = directory;
    this.#sources = sources;
    this.#system = system;
    this.#text = text;
  }

  /** Reads the file in a directory; none there is the beginning. Throws for one that cannot be read. */
  static async open(directory: string, system = realSystem): Promise<Cursors> {
    const path = join(directory, FILE);
    const text = await readTextIfThere(system.files, path);
    const refuse = () =>
      new Error(`${path} cannot be read. Correct it, or delete it to begin again from the last seven days.`);
    const sources = text === undefined ? {} : readVersioned(cursorsFile, text, refuse).sources;
    return new Cursors(directory, sources, system, text);
  }

  of(source: string): Cursor {
    return this.#sources[source] ?? {};
  }

  /** Throws a DataError, overtaken, where another run has moved a cursor meanwhile. */
  async set(source: string, next: Cursor): Promise<void> {
    this.#sources[source] = next;
    const replaces = { content: this.#text };
    this.#text = await keepDocument(
      this.#directory,
      FILE,
      { sources: this.#sources },
      {
        system: this.#system,
        replaces,
      },
    );
  }
}

/** Writes a JSON document of format 1 into the directory of a run. Returns its text. */
export async function keepDocument(
  directory: string,
  name: string,
  content: object,
  options: Pick<ReplaceOptions, 'replaces'> & { readonly system: System },
): Promise<string> {
  const text = `${JSON.stringify({ format: 1, ...content }, null, 2)}\n`;
  await replaceFile(join(directory, name), text, { mode: 0o666, ...options });
  return text;
}
