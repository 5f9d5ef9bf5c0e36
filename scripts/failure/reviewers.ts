import { setTimeout as pause } from 'node:timers/promises';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { foldIn } from '../../src/contributions/postgres/fold.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { ReviewActions } from '../../src/contributions/review.ts';
import { isDataError } from '../../src/lib/data-error.ts';
import { openData } from '../../src/protocol/open-data.ts';
import type { OpenData } from '../../src/protocol/replaceable-data.ts';
import type { Cluster } from './cluster.ts';
import { nodeEnvironment } from './cluster.ts';
import type { Decision } from './history.ts';

/** A ticket that a reviewer does not see so long after it was acknowledged is left to others. */
const SEEN_WITHIN_MS = 8_000;

/** Two operators, each with a program of their own at the store, who decide on the same tickets at the same time. */
export class Reviewers {
  readonly #opened: readonly OpenData[];
  #decisions = 0;

  private constructor(opened: readonly OpenData[]) {
    this.#opened = opened;
  }

  static async open(cluster: Cluster): Promise<Reviewers> {
    Object.assign(process.env, { PGPASSWORD: nodeEnvironment.PGPASSWORD });
    const address = readStoreAddress(cluster.reviewerStore);
    const open = async (name: string) => {
      const directory = cluster.folder(name);
      const store = await openPostgres({ address, directory: foldIn(directory) });
      return openData({ directory, store, arxivApi: cluster.arxiv.url }, () => undefined);
    };
    return new Reviewers(await Promise.all(['reviewer-1', 'reviewer-2'].map(open)));
  }

  /** Lets both accept a report at once; `note` hears how each fared. */
  async decide(ticket: string, note: (decision: Decision) => void): Promise<void> {
    this.#decisions += 1;
    const n = this.#decisions;
    await Promise.all(
      this.#opened.map(async (opened, i) => {
        const decision = await accept(opened, ticket, `reviewer-${i + 1}-${n}`);
        if (decision !== undefined) note(decision);
      }),
    );
  }

  async close(): Promise<void> {
    for (const opened of this.#opened) await opened.close();
  }
}

async function accept(opened: OpenData, ticket: string, by: string): Promise<Decision | undefined> {
  const { kept, catalogue } = opened;
  if (kept === undefined) throw new Error('The reviewer has no store.');
  const giveUp = performance.now() + SEEN_WITHIN_MS;
  for (;;) {
    opened.refresh();
    const report = kept.state.reports.get(ticket);
    if (report !== undefined) {
      const began = performance.now();
      const outcome = await new ReviewActions(kept, catalogue)
        .acceptReport(report, { by }, {})
        .then(() => 'acknowledged' as const, outcomeOf);
      return { op: 'decide', ticket, by, began, ended: performance.now(), outcome };
    }
    if (performance.now() > giveUp) return undefined;
    await pause(50);
  }
}

function outcomeOf(error: unknown): Decision['outcome'] {
  if (isDataError(error, 'REVIEW')) return 'overtaken';
  if (!isDataError(error, 'UNAVAILABLE', 'STORAGE_FULL')) throw error;
  return /not known whether/i.test(error.message) ? 'unknown' : 'refused';
}
