import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type AppendFile, type FileSystem, makeDirectories } from '../../src/lib/file-system.ts';
import type { Aside, System } from '../../src/lib/system.ts';
import { Random } from '../harness/random.ts';
import { failure, type Losses, type OpenInode, SimulatedDisk } from './disk.ts';

/** What a file system can be asked for that a history can break. */
export type Step =
  | 'makeDirectory'
  | 'create'
  | 'write'
  | 'flush'
  | 'truncate'
  | 'setMode'
  | 'flushDirectory'
  | 'rename'
  | 'remove'
  | 'touch'
  | 'readFile';

export const faultCodes = ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EROFS'] as const;
export type FaultCode = (typeof faultCodes)[number];

/** What happens instead of a step, or right after it. */
export type Trouble =
  | { readonly kind: 'fault'; readonly code: FaultCode }
  /** The process is killed before the step, or after it and before it hears of it. */
  | { readonly kind: 'kill'; readonly isDone: boolean }
  | { readonly kind: 'power'; readonly isDone: boolean }
  /** The process is suspended before the step while others take so many turns. */
  | { readonly kind: 'stall'; readonly turns: number };

interface Waiting {
  readonly process: SimulatedProcess;
  /** When it was asked for. */
  readonly since: number;
  readonly step: Step;
  readonly act: () => unknown;
  /** What is there all the same when the step fails. */
  readonly half: (() => void) | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

interface Timer {
  readonly process: SimulatedProcess;
  readonly at: number;
  readonly everyMs?: number;
  readonly run: () => void;
}

/** A thread beside would end at a time that no seed says. */
const atOnce: Aside = {
  sha256: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
  compress: async (bytes, options) => brotliCompressSync(bytes, options),
  decompress: async (bytes, options) => brotliDecompressSync(bytes, options),
};

/** What the user's mask takes from the permissions of new files. */
const UMASK = 0o022;
const MOST_TURNS = 30_000;
/** So often Node gets to what it does between turns, such as to end where nobody takes a rejection. */
const TURNS_TOGETHER = 8;

interface MachineOptions {
  readonly seed: number;
  readonly granularityMs: number;
  /** Others go on while a process looks at the disk, and see a write when half of it is there. */
  readonly overlaps?: boolean;
  /** As on Windows, where a name that was removed while it was open is refused, not absent. */
  readonly holdsRemoved?: boolean;
  /** Called before each step; what it gives happens to it. */
  readonly trouble: (step: Step, process: SimulatedProcess) => Trouble | undefined;
  readonly onStep?: (line: string) => void;
}

/**
 * A machine whose disk, clock and chance follow from a seed. Processes run on one thread: each step of the file system
 * waits here until it is drawn, so that every order of steps of all processes can come up, and none but by the seed.
 */
export class Machine {
  readonly random: Random;
  readonly disk: SimulatedDisk;
  readonly #options: MachineOptions;
  #now = Date.UTC(2026, 0, 1);
  #pids = 100;
  #running = new Map<number, SimulatedProcess>();
  #waiting: Waiting[] = [];
  #timers: Timer[] = [];
  /** Processes that are suspended, and until which turn. */
  readonly #stalled = new Map<SimulatedProcess, number>();
  /** Something has failed, or a clock was set. */
  isDisturbed = false;
  hasSetClock = false;
  /** A process was killed, or power was lost. */
  hasCrashed = false;
  hasLostPower = false;
  /** What has failed at least once. */
  readonly failed = new Set<Step>();
  #isStill = false;
  readonly losses: Losses = { names: 0, writes: 0, torn: 0 };

  constructor(options: MachineOptions) {
    this.#options = options;
    this.random = new Random(options.seed);
    this.disk = new SimulatedDisk(this.random, () => this.#now, options.granularityMs);
  }

  /** A process with a machine of its own to look at; `onEnd` is called when it is killed or loses its power. */
  start(onEnd: () => void): SimulatedProcess {
    this.#pids++;
    const process = new SimulatedProcess(this.#pids, onEnd, this);
    this.#running.set(process.pid, process);
    return process;
  }

  /** The wall clock, which an operator or a time server may set. */
  setClock(byMs: number): void {
    this.isDisturbed = true;
    this.hasSetClock = true;
    this.#now += byMs;
    this.#timers = this.#timers.map((timer) => ({ ...timer, at: timer.at + byMs }));
  }

  now(): number {
    return this.#now;
  }

  /** The longest that a step of a process has waited, or waits. */
  slowestOf(process: SimulatedProcess): number {
    const own = this.#waiting.filter((waiting) => waiting.process === process);
    return Math.max(process.slowestMs, ...own.map(({ since }) => this.#now - since));
  }

  isRunning(pid: number): boolean {
    return this.#running.has(pid);
  }

  /** Runs until every process waits for nothing more; false if that takes more turns than any history needs. */
  async run(): Promise<boolean> {
    for (let turns = 0; turns < MOST_TURNS; turns++) {
      await settled(turns % TURNS_TOGETHER === 0);
      if (this.#stalled.size > 0) this.#resume(turns);
      const [waiting, timers] = [this.#awake(this.#waiting), this.#awake(this.#timers)];
      if (waiting.length > 0 && !(timers.length > 0 && this.random.chance(0.05)))
        this.#takeStep(waiting, turns);
      else if (timers.some(({ everyMs }) => everyMs === undefined) || waiting.length > 0)
        this.#takeTimer(timers);
      else if (this.#stalled.size > 0) this.#stalled.clear();
      else return true;
    }
    return false;
  }

  /** What one process sees of one moment: nobody else does anything meanwhile. */
  still(look: () => void): void {
    this.#isStill = true;
    look();
    this.#isStill = false;
  }

  /** Between two looks of a process a step of another may be taken. */
  between(process: SimulatedProcess): void {
    if (this.#options.overlaps !== true || this.#isStill || !this.random.chance(0.1)) return;
    const others = this.#awake(this.#waiting).filter((waiting) => waiting.process !== process);
    if (others.length === 0) return;
    const chosen = this.random.pick(others);
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    this.#perform(chosen);
  }

  /** How many bytes of a write others see before the rest is there. */
  seenFirst(bytes: Uint8Array): number {
    if (this.#options.overlaps !== true || !this.random.chance(0.3)) return 0;
    return this.random.below(bytes.byteLength);
  }

  rename(from: string, to: string): void {
    if (this.#options.holdsRemoved === true && this.disk.stat(from) === undefined)
      throw failure('EPERM', from);
    this.disk.rename(from, to);
  }

  losePower(): void {
    this.hasCrashed = true;
    this.hasLostPower = true;
    const all = [...this.#running.values()];
    const { names, writes, torn } = this.disk.losePower();
    this.losses.names += names;
    this.losses.writes += writes;
    this.losses.torn += torn;
    for (const process of all) this.#end(process);
    for (const process of all) process.onEnd();
  }

  kill(process: SimulatedProcess): void {
    this.hasCrashed = true;
    this.#end(process);
    process.onEnd();
  }

  /** A process that ends by itself. */
  end(process: SimulatedProcess): void {
    this.#end(process);
  }

  wait(waiting: Waiting): void {
    // What a killed process still says on its way out is heard by nobody.
    if (this.isRunning(waiting.process.pid)) this.#waiting.push(waiting);
  }

  addTimer(timer: Timer): () => void {
    if (this.isRunning(timer.process.pid)) this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(({ run }) => run !== timer.run);
    };
  }

  #end(process: SimulatedProcess): void {
    this.#running.delete(process.pid);
    this.#stalled.delete(process);
    this.#waiting = this.#waiting.filter((waiting) => waiting.process !== process);
    this.#timers = this.#timers.filter((timer) => timer.process !== process);
  }

  #resume(turn: number): void {
    for (const [process, until] of this.#stalled) if (until <= turn) this.#stalled.delete(process);
  }

  /** Of what waits, that which belongs to a process that is not suspended. */
  #awake<T extends { readonly process: SimulatedProcess }>(all: readonly T[]): readonly T[] {
    return this.#stalled.size === 0 ? all : all.filter(({ process }) => !this.#stalled.has(process));
  }

  #takeStep(waiting: readonly Waiting[], turn: number): void {
    const chosen = this.random.pick(waiting);
    const { process, step } = chosen;
    this.#now += 3 * this.random.next();
    process.slowestMs = Math.max(process.slowestMs, this.#now - chosen.since);
    const trouble = this.#options.trouble(step, process);
    if (trouble !== undefined) this.isDisturbed = true;
    if (trouble?.kind === 'stall') this.#stalled.set(process, turn + trouble.turns);
    else this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    this.#options.onStep?.(
      `${process.pid} ${step}${trouble === undefined ? '' : ` ${JSON.stringify(trouble)}`}`,
    );
    if (trouble === undefined) this.#perform(chosen);
    else if (trouble.kind === 'stall') return;
    else if (trouble.kind === 'fault') {
      this.failed.add(step);
      chosen.half?.();
      chosen.reject(failure(trouble.code, step));
    } else {
      if (trouble.isDone) this.#perform(chosen);
      else if (this.random.chance(0.5)) chosen.half?.();
      if (trouble.kind === 'kill') this.kill(process);
      else this.losePower();
    }
  }

  #perform({ act, resolve, reject }: Waiting): void {
    try {
      resolve(act() as never);
    } catch (error) {
      reject(error);
    }
  }

  #takeTimer(timers: readonly Timer[]): void {
    const first = timers.reduce((earliest, timer) => (timer.at < earliest.at ? timer : earliest));
    this.#now = Math.max(this.#now, first.at);
    this.#timers = this.#timers.filter((timer) => timer !== first);
    if (first.everyMs !== undefined) this.#timers.push({ ...first, at: this.#now + first.everyMs });
    first.run();
  }
}

/** Resolves when all promises that could resolve have done so: ticks come after them. */
function settled(isOfLoop: boolean): Promise<void> {
  return new Promise((resolve) => (isOfLoop ? setImmediate(resolve) : process.nextTick(resolve)));
}

/** What one process sees of the machine. */
export class SimulatedProcess {
  readonly pid: number;
  readonly onEnd: () => void;
  readonly system: System;
  /** True: looks at the disk (which wait for nothing) fail. */
  isBlind = false;
  /** The longest that a step of it has waited before it was taken. */
  slowestMs = 0;
  readonly #machine: Machine;

  constructor(pid: number, onEnd: () => void, machine: Machine) {
    this.pid = pid;
    this.onEnd = onEnd;
    this.#machine = machine;
    this.system = {
      files: this.#files(),
      clock: {
        now: () => Math.floor(machine.now()),
        sleep: (ms) =>
          new Promise(
            (resolve) =>
              void machine.addTimer({ process: this, at: machine.now() + ms, run: () => resolve() }),
          ),
        repeat: (ms, task) =>
          machine.addTimer({ process: this, at: machine.now() + ms, everyMs: ms, run: () => task() }),
      },
      random: {
        fraction: () => machine.random.next(),
        hex: (bytes) => machine.random.word('0123456789abcdef', bytes * 2),
      },
      processes: { pid, isRunning: (other) => machine.isRunning(other) },
      aside: atOnce,
    };
  }

  #step<T>(step: Step, act: () => T, half?: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#machine.wait({ process: this, since: this.#machine.now(), step, act, half, resolve, reject });
    });
  }

  #look<T>(path: string, look: () => T): T {
    if (this.isBlind) throw failure('EIO', path);
    this.#machine.between(this);
    return look();
  }

  /** A listing may miss what gets another name meanwhile. */
  #list(path: string): readonly string[] | undefined {
    const { disk } = this.#machine;
    const before = disk.list(path);
    this.#machine.between(this);
    const after = disk.list(path);
    return before === undefined || before === after ? after : after?.filter((name) => before.includes(name));
  }

  #files(): FileSystem {
    const { disk } = this.#machine;
    const flushDirectory = (path: string) => this.#step('flushDirectory', () => disk.flushDirectory(path));
    const durable = new Set<string>();
    const makeDirectory = (path: string, mode = 0o700): Promise<void> =>
      makeDirectories(
        {
          make: (each) => this.#step('makeDirectory', () => disk.makeDirectory(each, mode)),
          isDirectory: async (each) => disk.stat(each) !== undefined,
          flush: flushDirectory,
          durable,
        },
        path,
      );
    return {
      makeDirectory,
      create: async (path, mode = 0o600) =>
        this.#appendFile(await this.#step('create', () => disk.create(path, mode & ~UMASK))),
      flushDirectory,
      rename: (from, to) => this.#step('rename', () => this.#machine.rename(from, to)),
      remove: (path) => this.#step('remove', () => disk.remove(path)),
      resolve: async (path) => path,
      touch: (path, mtimeMs) => this.#step('touch', () => disk.touch(path, mtimeMs)),
      readFile: (path, range) => this.#step('readFile', () => disk.readFile(path, range)),
      list: (path) => this.#look(path, () => this.#list(path)),
      stat: (path) => this.#look(path, () => disk.stat(path)),
      read: (path, from) =>
        this.#look(path, () => disk.readFile(path, { from, length: Number.POSITIVE_INFINITY })),
    };
  }

  #appendFile(open: OpenInode): AppendFile {
    const { disk, random } = this.#machine;
    const write = (bytes: Uint8Array) =>
      this.#step(
        'write',
        () => disk.write(open, bytes),
        () => disk.write(open, bytes.subarray(0, random.below(bytes.byteLength + 1))),
      );
    return {
      write: async (bytes) => {
        const first = this.#machine.seenFirst(bytes);
        if (first > 0) await write(bytes.subarray(0, first));
        await write(bytes.subarray(first));
      },
      flush: () =>
        this.#step(
          'flush',
          () => disk.flush(open),
          () => disk.failToFlush(open),
        ),
      truncate: (size) => this.#step('truncate', () => disk.truncate(open, size)),
      setMode: (mode) => this.#step('setMode', () => disk.setMode(open, mode)),
      setOwner: async () => undefined,
      close: async () => undefined,
    };
  }
}
