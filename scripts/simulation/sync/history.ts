import { isSyncError } from '../../../src/data/releases/release-source.ts';
import { compareVersions, sha256 } from '../../../src/data/snapshot/manifest.ts';
import { apply } from '../../../src/data/subscribe/apply.ts';
import { DataSource } from '../../../src/data/subscribe/local-data.ts';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { type SyncOutcome, sync } from '../../../src/data/subscribe/sync.ts';
import type { SqlJsStatic } from '../../../src/search/sqlite.ts';
import type { Random } from '../../harness/random.ts';
import type { Kind, Surroundings, World } from '../history.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';
import { stepsOfReplacing } from '../plan.ts';
import { engine, publicKey } from '../publisher.ts';
import { connectTo, type Manner, makeVersions, manners, type Versions } from './service.ts';

const HOME = '/home';
const PROGRAM = '/program/dataset';

type Operation =
  | { readonly do: 'publish' }
  | { readonly do: 'sync'; readonly manner: Manner; readonly waitMs: number }
  | { readonly do: 'open' }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'setClock'; readonly byMs: number };

let versions: Versions;
let sqlite: SqlJsStatic;

/** Histories of what a client keeps of a service's data. */
export const synced: Kind<Operation> = {
  operations: 30,
  steps: 200,
  draw,
  takes: stepsOfReplacing,
  ready: async () => {
    sqlite ??= await engine();
    versions ??= await makeVersions();
  },
  begin: (surroundings) => new SyncWorld(surroundings),
};

function draw(random: Random): Operation {
  const kind = random.below(100);
  if (kind < 15) return { do: 'publish' };
  if (kind < 50) {
    const manner = random.chance(0.7) ? 'honest' : random.pick(manners);
    return { do: 'sync', manner, waitMs: random.pick([0, 0, 1000, 10_000]) };
  }
  if (kind < 80) return { do: 'open' };
  if (kind < 92) return { do: 'sleep', ms: random.pick([1, 20, 2500, 10_000]) };
  return { do: 'setClock', byMs: random.pick([-3_600_000, -1500, 1500, 7000, 3_600_000]) };
}

class SyncWorld implements World<Operation> {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  /** How many versions the service has released. */
  #released = 1;
  /** The newest version that somebody was told is in use. */
  #told: string;

  constructor({ machine, fault }: Surroundings) {
    this.#machine = machine;
    this.#fault = fault;
    const { bytes, manifest } = versions.bundled;
    machine.disk.lay(`${PROGRAM}/manifest.json`, Buffer.from(JSON.stringify(manifest)));
    machine.disk.lay(`${PROGRAM}/${manifest.file}`, bytes);
    this.#told = manifest.version;
  }

  async work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void> {
    for (let operation = next(); operation !== undefined; operation = next()) {
      switch (operation.do) {
        case 'publish':
          this.#released = Math.min(this.#released + 1, versions.released.length);
          break;
        case 'sync':
          await this.#sync(process, operation.manner, operation.waitMs);
          break;
        case 'open':
          await this.#open(process);
          break;
        case 'sleep':
          await process.system.clock.sleep(operation.ms);
          break;
        case 'setClock':
          this.#machine.setClock(operation.byMs);
      }
    }
  }

  async look(process: SimulatedProcess): Promise<void> {
    const warning = await this.#open(process);
    if (warning !== undefined) this.#fault(`after it all: ${warning}`);
    const store = new SyncStore(HOME, process.system);
    const seen = await store.seen();
    if (this.#told !== versions.bundled.manifest.version && seen?.highest.version !== undefined)
      if (compareVersions(seen.highest.version, this.#told) < 0)
        this.#fault(
          `after it all: ${this.#told} was in use, and ${seen.highest.version} is the highest seen`,
        );
    // The lock of a killed process is free then, even where the clock was set back.
    await process.system.clock.sleep(3_600_000);
    const outcome = await this.#sync(process, 'honest', 20_000);
    if (outcome?.version !== versions.released[this.#released - 1]?.version)
      this.#fault('after it all: the newest version cannot be synced');
    const then = await this.#open(process);
    if (then !== undefined) this.#fault(`after it all, synced: ${then}`);
    const drafts = (process.system.files.list(store.directory) ?? []).filter((name) => name.endsWith('.tmp'));
    if (outcome?.status === 'updated' && drafts.length > 0)
      this.#fault(`after it all, synced: ${drafts.join(', ')} is left over`);
  }

  async #sync(
    { system }: SimulatedProcess,
    manner: Manner,
    waitMs: number,
  ): Promise<SyncOutcome | undefined> {
    const released = versions.released[this.#released - 1];
    if (released === undefined) throw new Error('There is no such version.');
    try {
      const outcome = await sync({
        home: HOME,
        address: 'https://service.example.org/mcp',
        version: '1.0.0',
        trust: { keys: [publicKey], allowUnsigned: false },
        wasm: '',
        apply: (task) => apply(task, system, Promise.resolve(sqlite)),
        waitMs,
        system,
        bundled: { dir: PROGRAM, wasm: '' },
        connect: async () => connectTo(released, manner, system.clock.sleep),
      });
      if (compareVersions(outcome.version, this.#told) > 0) this.#told = outcome.version;
      return outcome;
    } catch (error) {
      if (isSyncError(error)) return undefined;
      // Reading the data that came with the program can fail as all reading can.
      if (error instanceof Error && 'code' in error) return undefined;
      throw error;
    }
  }

  /** What is in use is whole, and no older than what somebody was told; else there is a warning, which is returned. */
  async #open({ system }: SimulatedProcess): Promise<string | undefined> {
    const told = this.#told;
    const store = new SyncStore(HOME, system);
    const source = new DataSource(store, undefined, { dir: PROGRAM, wasm: '' });
    try {
      const { origin, warning } = await source.newest();
      if (warning !== undefined) return warning;
      const { version, file, sha256: stated } = origin.manifest;
      if (compareVersions(version, told) < 0) this.#fault(`${told} was in use, and now ${version} is`);
      const bytes = await system.files.readFile(`${origin.directory}/${file}`);
      if (sha256(bytes) !== stated) return `${file} is damaged`;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
