import { isDataError } from '../../../src/lib/data-error.ts';
import { type ReleaseReport, release } from '../../../src/publish/release.ts';
import { ReleaseFolder } from '../../../src/publish/release-folder.ts';
import { verifyReleases } from '../../../src/publish/verify.ts';
import type { SqlJsStatic } from '../../../src/search/sqlite.ts';
import type { Random } from '../../harness/random.ts';
import { DatasetPromises, isOfTheDisk } from '../dataset-promises.ts';
import type { Kind, Surroundings, World } from '../history.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';
import { stepsOfReplacing } from '../plan.ts';
import { engine, layDataset, privateKey, publicKey } from '../publisher.ts';
import { fetchAll } from './client.ts';

const DATASET = '/dataset';
const RELEASES = '/releases';

type Operation =
  | { readonly do: 'edit'; readonly id: string }
  | { readonly do: 'release'; readonly refresh: boolean; readonly writeDataset: boolean }
  | { readonly do: 'fetch' }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'setClock'; readonly byMs: number };

let sqlite: SqlJsStatic;

/** Histories of a publisher's dataset and its releases, which others fetch meanwhile. */
export const releases: Kind<Operation> = {
  operations: 30,
  steps: 250,
  draw,
  takes: stepsOfReplacing,
  ready: async () => {
    sqlite = await engine();
  },
  begin: (surroundings) => new ReleaseWorld(surroundings),
};

function draw(random: Random): Operation {
  const kind = random.below(100);
  if (kind < 30) return { do: 'edit', id: `acme-${random.word('bcdfgh', 3)}` };
  if (kind < 55) return { do: 'release', refresh: random.chance(0.3), writeDataset: random.chance(0.3) };
  if (kind < 80) return { do: 'fetch' };
  if (kind < 92) return { do: 'sleep', ms: random.pick([1, 20, 2500, 10_000, 86_400_000]) };
  return { do: 'setClock', byMs: random.pick([-1500, 1500, 7000, 3_600_000]) };
}

class ReleaseWorld implements World<Operation> {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  readonly #dataset = new DatasetPromises(DATASET);
  /** Content by version, of the releases that somebody was told of. */
  readonly #released = new Map<string, string>();

  constructor({ machine, fault }: Surroundings) {
    this.#machine = machine;
    this.#fault = fault;
    layDataset(machine.disk, DATASET);
  }

  async work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void> {
    for (let operation = next(); operation !== undefined; operation = next()) {
      switch (operation.do) {
        case 'edit':
          await this.#dataset.edit(process, operation.id);
          break;
        case 'release':
          await this.#release(process, operation);
          break;
        case 'fetch':
          for (const fault of await fetchAll(RELEASES, process.system)) this.#fault(fault);
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
    for (const fault of this.#dataset.faultsOf(process)) this.#fault(fault);
    await this.#lookAtReleases(process, 'after it all');
    // A clock that was set back must not keep the next version from being signed.
    await process.system.clock.sleep(86_400_000);
    const report = await this.#release(process, { refresh: true, writeDataset: true });
    if (report === undefined) this.#fault('nothing can be released after it all');
    await this.#lookAtReleases(process, 'after it all, released');
  }

  /** What was acknowledged; undefined if it was refused. */
  async #release(
    process: SimulatedProcess,
    { refresh, writeDataset }: { readonly refresh: boolean; readonly writeDataset: boolean },
  ): Promise<ReleaseReport | undefined> {
    const { system } = process;
    const issuedAt = new Date(system.clock.now()).toISOString();
    const promised = this.#dataset.promised();
    try {
      const report = await release({
        dir: RELEASES,
        system,
        dataset: DATASET,
        day: issuedAt.slice(0, 10),
        signer: { key: privateKey, issuedAt },
        sqlite: async () => sqlite,
        refresh,
        writeDataset,
      });
      const { version, content_sha256, counts } = report;
      this.#released.set(version, content_sha256);
      if (counts.robots < promised.length + 1)
        this.#fault(`version ${version} lacks robots that the dataset had before`);
      return report;
    } catch (error) {
      if (!isDataError(error, 'not_released', 'overtaken') && !isOfTheDisk(error)) throw error;
      return undefined;
    }
  }

  /** Everything in the directory is whole, and each version that somebody was told of leads to the newest. */
  async #lookAtReleases({ system }: SimulatedProcess, when: string): Promise<void> {
    const folder = new ReleaseFolder(RELEASES, system);
    const latest = await folder.previous();
    if (latest === undefined) {
      if (this.#released.size > 0) this.#fault(`${when}: no release is there`);
      return;
    }
    const { version, content_sha256, deltas } = latest.manifest;
    const contents = new Map(deltas.map(({ to, content_after }) => [to, content_after]));
    const [first] = deltas;
    if (first !== undefined) contents.set(first.from, first.content_before);
    contents.set(version, content_sha256);
    for (const [released, content] of this.#released)
      if (contents.get(released) !== content)
        this.#fault(`${when}: version ${released} was released and is lost`);
    const known = await folder.known(latest.manifest);
    for (const released of this.#released.keys())
      if (!known.manifests.some((each) => each.version === released))
        this.#fault(`${when}: the manifest of ${released} is gone`);
    const { faults } = await verifyReleases({ dir: RELEASES, system, trusted: [publicKey], sqlite });
    for (const fault of faults) this.#fault(`${when}: ${fault}`);
  }
}
