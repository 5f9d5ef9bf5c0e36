import { addKey, keysInFile, readKeyFile, revokeKeys } from '../../../src/auth/keys.ts';
import { faultCodes, type Machine, type SimulatedProcess } from '../machine.ts';

const KEYS = '/home/keys.json';
const TODAY = '2026-01-01';

/** A key of the file, as its caller was told. */
interface KeyPromise {
  readonly id: string;
  readonly name: string;
  isRevoked: 'no' | 'perhaps' | 'yes';
}

/** The file of keys of a history, and what those were told who changed it. */
export class KeyPromises {
  readonly #keys: KeyPromise[] = [];
  /** Names that somebody has begun to revoke, and perhaps not ended. */
  readonly #revoking = new Set<string>();
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;

  constructor(machine: Machine, fault: (what: string) => void) {
    this.#machine = machine;
    this.#fault = fault;
  }

  /** False if it was refused. */
  async add(process: SimulatedProcess, name: string): Promise<boolean> {
    const { system } = process;
    try {
      const { id } = await addKey(keysInFile(KEYS, system), { name, scopes: ['read'] }, TODAY, system.random);
      this.#keys.push({ id, name, isRevoked: this.#revoking.has(name) ? 'perhaps' : 'no' });
      return true;
    } catch (error) {
      this.#checkRefusal(process, error);
      return false;
    }
  }

  async revoke(process: SimulatedProcess, name: string): Promise<void> {
    const { system } = process;
    const perhaps = this.#keys.filter((key) => key.name === name && key.isRevoked === 'no');
    for (const key of perhaps) key.isRevoked = 'perhaps';
    this.#revoking.add(name);
    try {
      const revoked = await revokeKeys(keysInFile(KEYS, system), [name], TODAY);
      for (const { id } of revoked) {
        const key = this.#keys.find((each) => each.id === id);
        if (key !== undefined) key.isRevoked = 'yes';
      }
    } catch (error) {
      this.#checkRefusal(process, error);
    }
  }

  /** Whatever else is thrown is no answer to an operator. What was refused leaves no draft. */
  #checkRefusal({ pid }: SimulatedProcess, error: unknown): void {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isOfTheDisk = faultCodes.some((each) => each === code);
    if (!isOfTheDisk && !/keys/i.test(message) && !/^There is/.test(message)) throw error;
    if (!this.#machine.isDisturbed && !/^There is (?:a|no) key/.test(message))
      this.#fault(`where nothing fails a command was refused: ${message}`);
    const drafts = this.#drafts().filter((name) => name.includes(`.${pid}-`));
    // What one that was killed has left is found in the end.
    if (drafts.length > 0 && this.#machine.isRunning(pid) && !this.#machine.failed.has('remove'))
      this.#fault(`${drafts.join(', ')} is left of a command that was refused`);
  }

  #drafts(): readonly string[] {
    return (this.#machine.disk.list('/home') ?? []).filter((name) => name.endsWith('.tmp'));
  }

  /** What was promised is there, and a key can be added; what killed processes left is gone then. */
  async look(process: SimulatedProcess): Promise<void> {
    this.check(process);
    if (!(await this.add(process, 'dora'))) this.#fault('no key can be added after it all');
    this.check(process);
    const drafts = this.#drafts();
    if (drafts.length > 0) this.#fault(`${drafts.join(', ')} is left beside the keys`);
  }

  check({ system }: SimulatedProcess): void {
    const known = [...this.#keys];
    const entries = readKeyFile(KEYS, system);
    for (const { id, isRevoked } of known) {
      const entry = entries.find((each) => each.id === id);
      if (entry === undefined) this.#fault(`key ${id} was added and is not there`);
      else if (isRevoked === 'yes' && entry.revoked === undefined)
        this.#fault(`key ${id} was revoked and is not`);
      else if (isRevoked === 'no' && entry.revoked !== undefined) this.#fault(`nobody revoked key ${id}`);
    }
    const names = entries.filter(({ revoked }) => revoked === undefined).map(({ name }) => name);
    if (new Set(names).size < names.length) this.#fault('two keys in force have one name');
  }
}
