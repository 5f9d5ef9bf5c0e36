import { join } from 'node:path';
import { replaceFile } from '../../lib/atomic-file.ts';
import { escapedJson } from '../../lib/inert.ts';
import { Lock } from '../../lib/lock.ts';
import { platformDirectory } from '../../lib/program.ts';
import { describeOccurrence, occurrenceEntry, titleOfOccurrence } from '../../protocol/events/describe.ts';
import { readFilter } from '../../protocol/events/filter.ts';
import type { Occurrence } from '../../protocol/events/occurrence.ts';
import { recentEvents } from '../../protocol/events/read-events.ts';
import { openPapers } from '../../protocol/open-data.ts';
import type { Service } from '../../protocol/service.ts';
import { atomFeed } from '../../text/atom.ts';
import type { OptionValues } from '../options.ts';
import { deliverText } from '../print.ts';
import { type Style, styleFor } from '../render/style.ts';
import { keepOptions } from '../service-options.ts';
import { say, type Terminal } from '../terminal.ts';
import { askArxiv } from './arxiv-papers.ts';
import { runCommand } from './run-command.ts';
import { type Batch, tellWatch, type UseEvents } from './tell.ts';
import { type Watch, WatchesFile, withWatch } from './watches-file.ts';

/** How what is new is handed on. */
export interface DeliveryOptions {
  readonly json: boolean;
  /** The file of a feed that is written instead of printing. */
  readonly atom: string | undefined;
  readonly run: { readonly command: string; readonly seconds: number } | undefined;
}

/** What one look at all watches came to. */
interface Look {
  readonly told: number;
  readonly failed: boolean;
}

/** Entries of the feed of --atom. */
const MOST_ENTRIES = 100;
/** Another process that tells is waited for so long. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/** The watches of a data directory, and the service whose events they follow. */
export class WatchSession {
  readonly file: WatchesFile;
  readonly service: Service;
  readonly using: UseEvents;
  readonly #values: OptionValues;
  readonly #terminal: Terminal;
  readonly #lockPath: string;

  constructor(service: Service, values: OptionValues, terminal: Terminal) {
    const directory = values['data-dir'] ?? platformDirectory();
    this.file = new WatchesFile(directory);
    this.service = service;
    this.using = async (use) => (await service.events()).using(use);
    this.#values = values;
    this.#terminal = terminal;
    this.#lockPath = join(directory, 'watches.lock');
  }

  /** Tells what is new of every watch; one that fails keeps none of the others back. */
  async tellAll(options: DeliveryOptions): Promise<Look> {
    const { watches } = await this.file.read();
    if (watches.length === 0) return { told: 0, failed: false };
    const lock = await Lock.wait(this.#lockPath, { patienceMs: PATIENCE_MS, pauseMs: PAUSE_MS });
    if (lock === undefined)
      throw new Error(`Another watch is telling, or nothing can be written beside ${this.file.path}.`);
    try {
      // What was told while this one waited is not told again.
      const all = (await this.file.read()).watches;
      if (options.atom !== undefined) await this.writeFeed(options.atom, all);
      let [told, failed] = [0, false];
      for (const watch of all) {
        const own = await this.#tellOne(watch, options);
        told += own.told;
        failed ||= own.failed;
      }
      return { told, failed };
    } finally {
      await lock.release();
    }
  }

  async #tellOne(watch: Watch, options: DeliveryOptions): Promise<Look> {
    let told = 0;
    const deliver = (batch: Batch) => this.deliver(batch, options);
    try {
      told += await tellWatch(this.file, watch, this.using, deliver);
      told += await this.#tellArxiv(watch, options);
      return { told, failed: false };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      say(this.#terminal, `robotics-mcp: watch ${watch.number}: ${why}`);
      return { told, failed: true };
    }
  }

  async #tellArxiv(watch: Watch, options: DeliveryOptions): Promise<number> {
    const { arxiv } = watch;
    if (arxiv === undefined) return 0;
    const client = await openPapers(keepOptions(this.#values));
    const asked = await askArxiv({ ...watch, arxiv }, client, this.using);
    if ('reason' in asked) {
      say(this.#terminal, `robotics-mcp: watch ${watch.number}: arXiv was not heard: ${asked.reason}.`);
      return 0;
    }
    const { events, told } = asked;
    if (events.length === 0) return 0;
    // The feed is made of what is kept.
    if (options.atom === undefined) await this.deliver({ watch, events, truncated: false }, options);
    const { watches } = await this.file.change((all) =>
      withWatch(all, watch.number, (one) => ({ ...one, arxiv: told })),
    );
    if (options.atom !== undefined) await this.writeFeed(options.atom, watches);
    return events.length;
  }

  /** Settles when whoever reads has the batch. */
  async deliver(batch: Batch, { json, atom, run }: DeliveryOptions): Promise<void> {
    if (atom !== undefined) return;
    if (run !== undefined) {
      await runCommand(run.command, `${batchJson(batch)}\n`, run.seconds, this.#terminal);
      return;
    }
    const text = json
      ? `${batchJson(batch)}\n`
      : `${batchLines(batch, styleFor(this.#terminal)).join('\n')}\n`;
    await deliverText(this.#terminal, text);
  }

  /** Replaces the feed by one of the last events of all watches. */
  async writeFeed(path: string, watches: readonly Watch[]): Promise<void> {
    const lists = await this.using((data) =>
      watches.map(({ names, args }) => recentEvents(readFilter(names, args), data, MOST_ENTRIES)),
    );
    const all = [...lists.flat(), ...watches.flatMap(({ arxiv }) => arxiv?.recent ?? [])];
    const byId = new Map(all.map((event) => [event.eventId, event]));
    const newest = [...byId.values()].toSorted((a, b) =>
      a.timestamp > b.timestamp ? -1 : a.timestamp < b.timestamp ? 1 : 0,
    );
    const text = atomFeed({
      id: 'robotics://watches',
      title: 'What is followed in the robotics data',
      author: 'robotics-mcp',
      self: 'robotics://watches',
      updated: await this.using(({ today }) => today),
      entries: newest.slice(0, MOST_ENTRIES).map(occurrenceEntry),
    });
    await replaceFile(path, text, { mode: 0o644, keepAccess: true });
  }
}

/** A batch as one line of JSON, for programs. */
function batchJson({ watch, events, truncated }: Batch): string {
  return escapedJson({ watch: watch.number, follows: watch.words, events, truncated });
}

/** A batch for people. */
function batchLines({ watch, events, truncated }: Batch, style: Style): string[] {
  return [
    style.strong(`${watch.words} (watch ${watch.number})`),
    ...(truncated ? [style.note(`  ${GAP}`)] : []),
    ...events.flatMap((event) => eventLines(event, style)),
  ];
}

const GAP =
  'Something may be missing before these: the data here tell of no time as early, or were replaced by others.';

/** An event for people, on two lines. */
export function eventLines(event: Occurrence, style: Style): string[] {
  const { data, timestamp } = event;
  const day = timestamp.slice(0, 'YYYY-MM-DD'.length);
  const where = data.source ?? data.uri;
  return [
    `  ${style.soft(day)}  ${style.name(titleOfOccurrence(event))}  ${describeOccurrence(event)}`,
    ...(where === undefined ? [] : [style.soft(`              ${String(where)}`)]),
  ];
}
