import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { main } from '../../src/cli/main.ts';
import { type LocalArxiv, startLocalArxiv } from '../failure/local-arxiv.ts';
import type { Random } from '../harness/random.ts';
import { Callers } from './callers.ts';
import { filesFaults, memoryMb, secretsIn } from './checks.ts';
import { Program, type Server } from './program.ts';
import { Publishing } from './publishing.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { writeSmallDataset } from './small-dataset.ts';
import { type Sources, startSources } from './sources.ts';

const AN_HOUR = 3_600_000;

export interface WeekOptions {
  readonly days: number;
  readonly random: Random;
  readonly clock: SimulatedClock;
  readonly main: typeof main;
  /** An empty folder. */
  readonly folder: string;
  readonly onDay?: (line: string) => void;
}

/** What a week came to. */
export interface WeekReport {
  readonly hours: number;
  readonly searches: number;
  readonly acknowledged: number;
  readonly reviewed: number;
  readonly versions: readonly string[];
  readonly restarts: number;
  readonly clock_steps: readonly number[];
  readonly memory_mb: readonly number[];
  readonly files: Readonly<Record<string, number>>;
  /** Sentences on promises that were broken. */
  readonly faults: readonly string[];
}

/** The two servers: one hands out the releases and takes contributions, the other syncs from it. */
type Name = 'first' | 'second';

/** A publisher's service, a second node and their callers, from hour to hour. */
export class Week {
  readonly #options: WeekOptions;
  readonly #program: Program;
  readonly #publishing: Publishing;
  readonly #callers: Callers;
  readonly #servers = new Map<Name, Server>();
  readonly #faults: string[] = [];
  readonly #steps: number[] = [];
  readonly #memory: number[] = [];
  readonly #startMs: number;
  #restarts = 0;

  private constructor(options: WeekOptions, arxiv: LocalArxiv, sources: Sources) {
    const { folder, clock, random } = options;
    this.#options = options;
    this.#startMs = clock.now();
    this.#program = new Program(options.main, {
      ROBOTICS_MCP_ARXIV_API: arxiv.url,
      ROBOTICS_MCP_ARXIV_CONTACT: 'operator@example.org',
    });
    this.#publishing = new Publishing({ program: this.#program, folder, clock, sources, random });
    this.#callers = new Callers({ program: this.#program, home: this.#home('first'), clock, random });
  }

  static async run(options: WeekOptions): Promise<WeekReport> {
    const { folder } = options;
    const [arxiv, sources] = await Promise.all([startLocalArxiv(), startSources(folder)]);
    const week = new Week(options, arxiv, sources);
    try {
      await week.#begin();
      for (let hour = 0; hour < 24 * options.days; hour++) await week.#hour(hour);
      await week.#end();
    } finally {
      for (const name of week.#servers.keys()) await week.#stop(name);
      await arxiv.close();
      await sources.close();
    }
    return week.#report();
  }

  #home(name: Name | 'away'): string {
    return join(this.#options.folder, name);
  }

  async #begin(): Promise<void> {
    const { folder, clock } = this.#options;
    writeSmallDataset(join(folder, 'dataset'), clock.today);
    for (const name of ['first', 'second', 'away'] as const) mkdirSync(this.#home(name));
    await this.#publishing.begin();
    await this.#callers.begin();
    await this.#start('first');
    for (const name of ['first', 'second', 'away'] as const) await this.#sync(name);
    await this.#start('second');
  }

  async #start(name: Name): Promise<void> {
    const { releases } = this.#publishing;
    const own = name === 'first' ? ['--releases', releases, '--auth', 'keys'] : ['--read-only'];
    const args = ['--data-dir', this.#home(name), '--log-level', 'debug', ...own];
    this.#servers.set(name, await this.#program.serve(...args));
  }

  async #stop(name: Name): Promise<void> {
    const code = await this.#servers.get(name)?.stop();
    if (code !== 0) this.#faults.push(`the ${name} server ended with ${code}`);
  }

  #server(name: Name): Server {
    const server = this.#servers.get(name);
    if (server === undefined) throw new Error(`The ${name} server does not run.`);
    return server;
  }

  async #hour(hour: number): Promise<void> {
    const { clock, random, onDay } = this.#options;
    this.#setClock(hour);
    const [day, hourOfDay] = [Math.floor(hour / 24), hour % 24];
    if (random.chance(1 / 12)) await this.#restart(random.pick(['first', 'second'] as const));
    this.#note(hour, await this.#callers.hour(this.#server('first'), this.#server('second')));
    if (hourOfDay === 2) this.#note(hour, await this.#callers.review());
    if (hourOfDay === 3) this.#note(hour, await this.#publishing.day(day));
    if (hourOfDay !== 4) return;
    for (const name of ['first', 'second'] as const) await this.#sync(name);
    this.#note(hour, await this.#daily());
    this.#memory.push(memoryMb());
    onDay?.(`${clock.today}: version ${this.#publishing.newest}, ${this.#faults.length} faults`);
  }

  /** The clock goes on by an hour; now and then it is set wrong, for some hours, and right again. */
  #setClock(hour: number): void {
    const { clock, random } = this.#options;
    const last = this.#steps.at(-1) ?? 0;
    let aheadMs = last;
    if (random.chance(last === 0 ? 1 / 30 : 1 / 5))
      aheadMs =
        last === 0 ? random.pick([3 * AN_HOUR, -2 * AN_HOUR, 26 * AN_HOUR, -25 * AN_HOUR, -90_000]) : 0;
    if (aheadMs !== last) this.#steps.push(aheadMs);
    clock.set(this.#startMs + hour * AN_HOUR + aheadMs);
  }

  async #restart(name: Name): Promise<void> {
    await this.#stop(name);
    await this.#start(name);
    this.#restarts += 1;
  }

  async #sync(name: Name | 'away'): Promise<void> {
    const { key } = this.#publishing;
    const from = this.#server('first').url;
    const args = ['sync', '--json', '--from', from, '--sync-key', key, '--data-dir', this.#home(name)];
    const { code, errors } = await this.#program.run(...args);
    if (code !== 0)
      this.#faults.push(`${this.#options.clock.today}: ${name} does not sync: ${errors.trim()}`);
  }

  /** Both servers answer from the newest version, and say nothing but good of it. */
  async *#statuses(): AsyncGenerator<string> {
    for (const name of ['first', 'second'] as const) {
      // Newer data are opened behind the first question that comes after.
      for (let tries = 0; tries < 100; tries++) {
        if ((await this.#server(name).dataset()).version === this.#publishing.newest) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const { version, warnings = [], age_days: age, source } = await this.#server(name).dataset();
      if (version !== this.#publishing.newest || source !== 'synced')
        yield `the ${name} server answers from ${version} (${source}), not from ${this.#publishing.newest}`;
      const isAhead = this.#steps.some((ms) => Math.abs(ms) > 0);
      const odd = warnings.filter((each) => !(isAhead && /still to come/.test(each)));
      if (odd.length > 0) yield `the ${name} server warns: ${odd.join(' ')}`;
      if (age > 2) yield `the ${name} server's data are ${age} days old`;
    }
  }

  async #daily(): Promise<string[]> {
    const faults: string[] = [];
    for await (const fault of this.#statuses()) faults.push(fault);
    faults.push(...filesFaults(this.#options.folder).faults);
    faults.push(...secretsIn(this.#program.log, [...this.#publishing.secrets(), ...this.#callers.secrets]));
    return faults;
  }

  /** The client that was away all the time, the key that was retired, and everything that was acknowledged. */
  async #end(): Promise<void> {
    const { clock, days } = this.#options;
    const hour = 24 * days;
    // Past whatever was signed while the clock was wrong.
    clock.set(this.#startMs + (hour + 30) * AN_HOUR);
    this.#note(hour, await this.#publishing.day(days));
    for (const name of ['first', 'second', 'away'] as const) await this.#sync(name);
    this.#note(hour, await this.#daily());
    const { out } = await this.#program.run('info', '--json', '--data-dir', this.#home('away'));
    const { dataset } = JSON.parse(out) as { dataset: { version: string } };
    if (dataset.version !== this.#publishing.newest)
      this.#faults.push(`who was away comes to ${dataset.version}, not to ${this.#publishing.newest}`);
    this.#note(hour, await this.#publishing.end(this.#home('second')));
    this.#note(hour, await this.#callers.end(this.#server('first'), this.#server('second')));
  }

  #note(hour: number, faults: readonly string[]): void {
    const when = `day ${Math.floor(hour / 24) + 1}, ${hour % 24} h (${this.#options.clock.today})`;
    this.#faults.push(...faults.map((fault) => `${when}: ${fault}`));
  }

  #report(): WeekReport {
    const { searches, acknowledged, reviewed } = this.#callers.counts;
    const { folder, days } = this.#options;
    return {
      hours: 24 * days,
      searches,
      acknowledged,
      reviewed,
      versions: this.#publishing.versions,
      restarts: this.#restarts,
      clock_steps: this.#steps,
      memory_mb: this.#memory,
      files: filesFaults(folder).counts,
      faults: this.#faults,
    };
  }
}
