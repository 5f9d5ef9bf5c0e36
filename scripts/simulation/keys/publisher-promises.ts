import { publicKeyOf, readPrivateKey } from '../../../src/data/releases/signing.ts';
import { isDataError } from '../../../src/lib/data-error.ts';
import { makeKeyFile } from '../../../src/publish/issue.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';

const DIRECTORY = '/publisher';

/** Publishers' private keys, each in a file of its own, and whose public halves were handed out. */
export class PublisherPromises {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  /** Ids of public keys, by the file of the private one. */
  readonly #told = new Map<string, string>();

  constructor(machine: Machine, fault: (what: string) => void) {
    this.#machine = machine;
    this.#fault = fault;
    machine.disk.lay(`${DIRECTORY}/README`, Buffer.from('Keys.\n'));
  }

  async make({ system }: SimulatedProcess, name: string): Promise<void> {
    const path = `${DIRECTORY}/${name}.pem`;
    try {
      const { key_id } = await makeKeyFile(path, system.files);
      if (this.#told.has(path)) this.#fault(`${path} was made, and is made again`);
      this.#told.set(path, key_id);
    } catch (error) {
      if (!isDataError(error, 'not_released')) throw error;
    }
  }

  /** Every key that was told of is there; what could not be written is not, unless its process had no time for that. */
  look(): void {
    const { disk, hasCrashed, failed } = this.#machine;
    for (const [path, told] of this.#told)
      if (this.#keyIn(path) !== told) this.#fault(`${path} was made and does not hold that key`);
    if (hasCrashed || failed.has('remove')) return;
    for (const name of disk.list(DIRECTORY) ?? []) {
      const path = `${DIRECTORY}/${name}`;
      if (name.endsWith('.pem') && !this.#told.has(path)) this.#fault(`${path} is left, and nobody was told`);
    }
  }

  #keyIn(path: string): string | undefined {
    const { disk } = this.#machine;
    if (disk.stat(path) === undefined) return undefined;
    try {
      return publicKeyOf(readPrivateKey(Buffer.from(disk.readFile(path)).toString('utf8'))).key_id;
    } catch {
      return undefined;
    }
  }
}
