import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../harness/random.ts';
import { Caller } from './calls.ts';
import type { Cluster } from './cluster.ts';
import type { Contribution, Contributions } from './contributions.ts';
import type { Deaf, Entry } from './history.ts';
import type { Reviewers } from './reviewers.ts';
import { Stalls } from './stalls.ts';

const WRITERS = 3;
/** Between two contributions of one writer at most: more would measure the machine, not the promises. */
const WRITE_WITHIN_MS = 120;
const PAPER_WITHIN_MS = 800;
/** Between two searches of one reader, and two looks for one word. */
const READ_EVERY_MS = 100;
const LOOK_EVERY_MS = 40;
/** A client that was not answered well says it again, until so long after the end. */
const RETRY_AFTER_MS = 250;
const RETRY_AT_END_MS = 20_000;
/** Nobody waits longer for something to appear. */
const LOOK_FOR_MS = 40_000;
const READ_WORDS = ['legged robots', 'quadruped terrain', 'manipulation grasping', 'swarm drones'];

/** Callers who contribute, review and search at all nodes of a cluster, and keep a history of what they were told. */
export class Workload {
  readonly history: Entry[] = [];
  readonly deaf: Deaf[] = [];
  /** What was sent, by its key. */
  readonly sent = new Map<string, Contribution>();
  /** Answers that nobody should get. */
  readonly oddities = new Set<string>();
  readonly #cluster: Cluster;
  readonly #random: Random;
  readonly #draw: Contributions;
  readonly #reviewers: Reviewers;
  /** All that is under way; none of them rejects. */
  readonly #tasks: Promise<void>[] = [];
  readonly #failures: unknown[] = [];
  readonly stalls = new Stalls();
  #stoppedAt = Number.POSITIVE_INFINITY;

  constructor(cluster: Cluster, random: Random, draw: Contributions, reviewers: Reviewers) {
    this.#cluster = cluster;
    this.#random = random;
    this.#draw = draw;
    this.#reviewers = reviewers;
  }

  begin(): void {
    this.stalls.begin();
    for (let i = 0; i < WRITERS; i++) this.#run(this.#write(() => this.#drawOne(), WRITE_WITHIN_MS));
    // arXiv is asked every three seconds at most: more than one caller would only wait.
    this.#run(this.#write(() => this.#draw.paper(), PAPER_WITHIN_MS));
    for (const { name, url } of this.#cluster.nodes) this.#run(this.#read(name, url));
  }

  /** Lets what is under way come to its end, and waits for it. Rejects if the workload itself has failed. */
  async end(): Promise<void> {
    this.#stoppedAt = performance.now();
    // A task may have begun others.
    for (const task of this.#tasks) await task;
    this.stalls.end();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #run(task: Promise<void>): void {
    this.#tasks.push(task.catch((error: unknown) => void this.#failures.push(error)));
  }

  /** Begins a time in which nodes hear of nothing; the function returned ends it. */
  deafen(nodes: readonly string[], isDown = false): () => void {
    const from = performance.now();
    // While it lasts, its end is not known: readers look at it in the end alone.
    return () => {
      const to = performance.now();
      for (const node of nodes) this.deaf.push({ node, from, to, isDown });
    };
  }

  #drawOne(): Contribution {
    return this.#random.chance(0.15) ? this.#draw.address() : this.#draw.report();
  }

  get #isOver(): boolean {
    return performance.now() >= this.#stoppedAt;
  }

  async #write(draw: () => Contribution, withinMs: number): Promise<void> {
    const caller = new Caller(this.#cluster.url);
    while (!this.#isOver) {
      const contribution = draw();
      this.sent.set(contribution.key, contribution);
      await this.#sayUntilTold(caller, contribution);
      await pause(this.#random.below(withinMs));
    }
    caller.close();
  }

  async #sayUntilTold(caller: Caller, contribution: Contribution): Promise<void> {
    const { key, shows } = contribution;
    while (performance.now() < this.#stoppedAt + RETRY_AT_END_MS) {
      const began = performance.now();
      const { oddity, isPublished = false, ...told } = await caller.contribute(contribution);
      if (oddity !== undefined) this.oddities.add(oddity);
      const ended = performance.now();
      const nowShown = isPublished && shows !== undefined ? { shows } : {};
      this.history.push({ op: 'write', key, began, ended, ...told, ...nowShown });
      if (told.outcome === 'acknowledged') {
        if (nowShown.shows !== undefined) this.#watch(nowShown.shows);
        else if (shows !== undefined && told.ticket?.startsWith('rep-') && this.#random.chance(0.3))
          this.#run(this.#review(told.ticket, shows));
        return;
      }
      // Not all clients say it again.
      if (this.#random.chance(0.1)) return;
      await pause(RETRY_AFTER_MS);
    }
  }

  /** Both reviewers decide on it at once; one is overtaken. */
  async #review(ticket: string, shows: string): Promise<void> {
    await this.#reviewers.decide(ticket, (decision) => {
      this.history.push({ ...decision, shows });
      if (decision.outcome === 'acknowledged') this.#watch(shows);
    });
  }

  #watch(word: string): void {
    for (const { name, url } of this.#cluster.nodes) this.#run(this.#look(name, url, word));
  }

  async #look(node: string, url: string, word: string): Promise<void> {
    const caller = new Caller(url);
    const giveUp = performance.now() + LOOK_FOR_MS;
    for (let found = 0; found < 2 && performance.now() < giveUp; ) {
      const began = performance.now();
      const shown = await caller.shows(word);
      // What is found was there when the question was answered, what is not found when it was asked was not.
      if (typeof shown === 'boolean')
        this.history.push({
          op: 'look',
          node,
          shown: word,
          at: shown ? performance.now() : began,
          found: shown,
        });
      if (shown === true) found += 1;
      await pause(LOOK_EVERY_MS * (1 + 10 * found));
    }
    caller.close();
  }

  async #read(node: string, url: string): Promise<void> {
    const caller = new Caller(url);
    while (!this.#isOver) {
      const began = performance.now();
      const shown = await caller.shows(this.#random.pick(READ_WORDS));
      const failure = typeof shown === 'string' && { failure: shown };
      this.history.push({ op: 'read', node, began, ended: performance.now(), ...failure });
      await pause(READ_EVERY_MS);
    }
    caller.close();
  }
}
