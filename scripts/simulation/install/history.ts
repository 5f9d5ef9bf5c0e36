import { editFile } from '../../../src/cli/install/config-file.ts';
import { jsonEditor } from '../../../src/cli/install/edit-json.ts';
import type { Random } from '../../harness/random.ts';
import type { Kind, Surroundings, World } from '../history.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';

const CONFIG = '/home/.host/config.json';
/** Of a file that is there; the group may write to it, which no mask leaves to a new one. */
const MODE = 0o664;
const THEIRS = '{\n  // of the host\n  "theme": "dark"\n}\n';

type Operation =
  | { readonly do: 'install' | 'uninstall'; readonly container: string }
  | { readonly do: 'sleep'; readonly ms: number };

/** Histories of a host's configuration, into which several processes put entries. */
export const installed: Kind<Operation> = {
  operations: 30,
  steps: 150,
  draw,
  takes: [
    'makeDirectory',
    'create',
    'write',
    'setMode',
    'flush',
    'flushDirectory',
    'rename',
    'remove',
    'readFile',
  ],
  begin: (surroundings) => new InstallWorld(surroundings),
};

function draw(random: Random): Operation {
  const kind = random.below(100);
  const container = `servers-${random.word('abc', 2)}`;
  if (kind < 60) return { do: 'install', container };
  if (kind < 80) return { do: 'uninstall', container };
  return { do: 'sleep', ms: random.pick([1, 20, 2500]) };
}

class InstallWorld implements World<Operation> {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  /** Whether our entry is there, by what holds it: undefined while that is not known. */
  readonly #told = new Map<string, boolean | undefined>();
  /** Edits that have begun and not ended, by what they change. */
  readonly #open = new Map<string, Set<{ readonly pid: number; isAlone: boolean }>>();
  readonly #backups = new Set<string>();
  readonly #wasThere: boolean;

  constructor({ machine, fault }: Surroundings) {
    this.#machine = machine;
    this.#fault = fault;
    this.#wasThere = machine.random.chance(0.5);
    if (this.#wasThere) machine.disk.lay(CONFIG, Buffer.from(THEIRS), MODE);
  }

  async work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void> {
    for (let operation = next(); operation !== undefined; operation = next()) {
      if (operation.do === 'sleep') await process.system.clock.sleep(operation.ms);
      else await this.#edit(process, operation.container, operation.do === 'install');
    }
  }

  async look(process: SimulatedProcess): Promise<void> {
    this.#check('after it all');
    if (!(await this.#edit(process, 'servers-last', true)))
      this.#fault('nothing can be installed after it all');
    this.#check('after it all, installed');
    this.#checkBackups();
    const drafts = this.#machine.disk.list('/home/.host')?.filter((name) => name.endsWith('.tmp')) ?? [];
    if (drafts.length > 0) this.#fault(`${drafts.join(', ')} is left beside the configuration`);
  }

  #checkBackups(): void {
    const { disk, hasCrashed, failed } = this.#machine;
    const mode = this.#wasThere ? MODE : 0o644;
    for (const backup of this.#backups)
      if (disk.stat(backup)?.mode !== mode)
        this.#fault(`${backup} has not the permissions of what it copies`);
    // A process that lives takes away what it could not write to the end.
    const isTidy = !hasCrashed && !failed.has('remove');
    for (const name of disk.list('/home/.host') ?? []) {
      const path = `/home/.host/${name}`;
      if (!name.includes('.bak') || !(isTidy || this.#backups.has(path))) continue;
      const text = Buffer.from(disk.readFile(path)).toString('utf8');
      if (!text.endsWith('}\n')) this.#fault(`${path} was kept and is not whole`);
    }
  }

  /** True if it was done. */
  async #edit(process: SimulatedProcess, container: string, isPut: boolean): Promise<boolean> {
    const open = this.#open.get(container) ?? new Set();
    this.#open.set(container, open);
    for (const other of open) {
      other.isAlone = false;
      if (!this.#machine.isRunning(other.pid)) open.delete(other);
    }
    // Where several are at it, what one of them was told does not say what is there.
    const own = { pid: process.pid, isAlone: open.size === 0 };
    open.add(own);
    this.#told.set(container, undefined);
    const isDone = await this.#tryEdit(process, container, isPut);
    if (own.isAlone && isDone) this.#told.set(container, isPut);
    open.delete(own);
    return isDone;
  }

  async #tryEdit({ system }: SimulatedProcess, container: string, isPut: boolean): Promise<boolean> {
    const edit = (text: string) =>
      isPut
        ? jsonEditor.put(text, container, { command: 'robotics-mcp' })
        : jsonEditor.remove(text, container);
    try {
      const { backup } = await editFile({ path: CONFIG, scope: 'user', folder: '/home' }, edit, system);
      if (backup !== undefined && this.#backups.has(backup))
        this.#fault(`${backup} was kept, and is another now`);
      if (backup !== undefined) this.#backups.add(backup);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith(`${CONFIG} was left as it is`)) return false;
      throw error;
    }
  }

  #check(when: string): void {
    const isThere = this.#machine.disk.stat(CONFIG) !== undefined;
    if (isThere && this.#machine.disk.stat(CONFIG)?.mode !== (this.#wasThere ? MODE : 0o644))
      this.#fault(`${when}: the configuration has other permissions`);
    const text = isThere ? Buffer.from(this.#machine.disk.readFile(CONFIG)).toString('utf8') : '';
    if (this.#wasThere && !text.includes('"theme": "dark"'))
      this.#fault(`${when}: what the host had set is lost`);
    for (const [container, told] of this.#told) {
      const isIn = jsonEditor.find(text, container) !== undefined;
      if (told !== undefined && told !== isIn)
        this.#fault(
          `${when}: ${container} was said to be ${told ? 'in' : 'out'}, and is ${isIn ? 'in' : 'out'}`,
        );
    }
  }
}
