import { type Draws, playCase } from './draws.ts';
import { HttpSide } from './http-side.ts';
import { Judge } from './judge.ts';
import { MemoryNotes, type ProcessMemory } from './memory.ts';
import { Schemas } from './schemas.ts';
import type { Played, Side, SideOptions } from './side.ts';
import { OPENINGS, StdioSide } from './stdio-side.ts';
import { StdioWire } from './stdio-wire.ts';

export type FuzzedTransport = 'http' | 'stdio';

interface FuzzOptions {
  readonly transport: FuzzedTransport;
  readonly requests: number;
  /** Cases are drawn from this seed and those that follow. */
  readonly seed: number;
  /** The data directory. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onProgress?: (requests: number) => void;
  /** Called before a fault is shrunk, which takes a while. */
  readonly onFault?: (seed: number, fault: string) => void;
}

/** A fault, with the case that showed it. */
interface Fault {
  readonly seed: number;
  readonly fault: string;
  /** The smallest case that was found to show it too; empty where it showed once and no more. */
  readonly smallest: string;
}

interface FuzzReport {
  readonly what: string;
  readonly transport: FuzzedTransport;
  readonly requests: number;
  readonly cases: number;
  /** Faults that did not show again when their case was played once more: a busy machine's, or a race. */
  readonly once: readonly Fault[];
  /** First and last. */
  readonly seeds: readonly [number, number];
  readonly seconds: number;
  readonly byRevision: Readonly<Record<string, number>>;
  readonly memory: readonly ProcessMemory[];
  readonly faults: readonly Fault[];
}

/** Cases under way at one time over HTTP. */
const TOGETHER = 6;
/** Faults of a kind are told once, and so many kinds of them end the run. */
const MOST_FAULTS = 10;
const NOTE_EVERY = 500;
/** The first answer may take so long. */
const PATIENCE_MS = 180_000;

/** Plays cases against the built server until so many requests were sent. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  return new Run(options, await sideOptions(options)).all();
}

/** Plays the case of one seed, and shrinks it if it shows a fault. Resolves to what was found, if anything. */
export async function replay(options: Omit<FuzzOptions, 'requests' | 'onFault'>): Promise<Fault | undefined> {
  const side = await startSide(options.transport, options.seed, await sideOptions(options));
  try {
    return await smallestFault(side, options.seed);
  } finally {
    await side.end();
  }
}

class Run {
  readonly #options: FuzzOptions;
  readonly #side: SideOptions;
  readonly #byRevision = new Map<string, number>();
  readonly #faults = new Map<string, Fault>();
  readonly #memory: MemoryNotes[] = [];
  #requests = 0;
  #cases = 0;
  readonly #once: Fault[] = [];
  #last: number;

  constructor(options: FuzzOptions, side: SideOptions) {
    this.#options = options;
    this.#side = side;
    this.#last = options.seed;
  }

  async all(): Promise<FuzzReport> {
    const begun = performance.now();
    const { transport, requests, seed } = this.#options;
    if (transport === 'http') await this.#play(seed, 1, TOGETHER, requests);
    else {
      const share = requests / OPENINGS.length;
      for (const at of OPENINGS.keys()) await this.#play(seed + at, OPENINGS.length, 1, share * (at + 1));
    }
    return {
      what: `generated requests over ${transport}`,
      transport,
      requests: this.#requests,
      cases: this.#cases,
      once: this.#once,
      seeds: [seed, this.#last],
      seconds: Math.round((performance.now() - begun) / 1000),
      byRevision: Object.fromEntries([...this.#byRevision].sort()),
      memory: this.#memory.map((notes) => notes.report()),
      faults: [...this.#faults.values()],
    };
  }

  /** Plays every `step`th seed from `first` on against one server, some at one time. */
  async #play(first: number, step: number, together: number, until: number): Promise<void> {
    const side = await startSide(this.#options.transport, first, this.#side);
    const notes = new MemoryNotes(`process ${this.#memory.length + 1}`);
    this.#memory.push(notes);
    let seed = first;
    let nextNote = this.#requests;
    const lane = async (): Promise<void> => {
      while (this.#requests < until && this.#faults.size < MOST_FAULTS) {
        const own = seed;
        seed += step;
        this.#last = Math.max(this.#last, own);
        await this.#playOne(side, own);
        if (this.#requests < nextNote) continue;
        nextNote += NOTE_EVERY;
        notes.note(side.pid, this.#requests);
        this.#options.onProgress?.(this.#requests);
      }
    };
    await Promise.all(Array.from({ length: together }, lane));
    for (const fault of [...(await side.end()), ...notes.faults()]) this.#keep({ seed, fault, smallest: '' });
  }

  async #playOne(side: Side, seed: number): Promise<void> {
    let fault: string | undefined;
    await playCase(seed, false, async (draws) => {
      const played = await this.#playCounted(side, draws);
      [fault] = played.faults;
      return false;
    });
    if (fault === undefined) return;
    await side.restart();
    if (this.#faults.has(kindOf(fault))) return;
    this.#options.onFault?.(seed, fault);
    const shown = { seed, fault, smallest: '' };
    // Kept at once, so that no other lane shrinks one of its kind meanwhile.
    this.#keep(shown);
    const found = await smallestFault(side, seed);
    if (found !== undefined) return this.#keep(found);
    // Only one that shows again counts.
    this.#faults.delete(kindOf(fault));
    this.#once.push(shown);
  }

  async #playCounted(side: Side, draws: Draws): Promise<Played> {
    const played = await side.play(draws);
    this.#requests += played.requests;
    this.#cases += 1;
    for (const each of played.revisions) this.#byRevision.set(each, (this.#byRevision.get(each) ?? 0) + 1);
    return played;
  }

  #keep(fault: Fault): void {
    this.#faults.set(kindOf(fault.fault), fault);
  }
}

/** The smallest case of a seed that shows the fault of the first, if any does. */
async function smallestFault(side: Side, seed: number): Promise<Fault | undefined> {
  let kind: string | undefined;
  let smallest: Fault | undefined;
  await playCase(seed, true, async (draws) => {
    const played = await side.play(draws);
    if (played.faults.length > 0) await side.restart();
    kind ??= kindOf(played.faults[0] ?? '');
    const fault = played.faults.find((each) => kindOf(each) === kind);
    if (fault !== undefined) smallest = { seed, fault, smallest: played.shown() };
    return fault !== undefined;
  });
  return smallest;
}

/** Of a fault, what does not depend on the case. */
function kindOf(fault: string): string {
  return fault.replace(/[:"{[].*$/s, '').replace(/\d+/g, 'n');
}

function startSide(transport: FuzzedTransport, seed: number, options: SideOptions): Promise<Side> {
  if (transport === 'http') return HttpSide.start(options);
  return StdioSide.start(options, OPENINGS[seed % OPENINGS.length]);
}

/** What the built server is asked for: all that it says it offers. */
async function sideOptions({ home, env }: Pick<FuzzOptions, 'home' | 'env'>): Promise<SideOptions> {
  const wire = new StdioWire({ home, env });
  const ask = async (method: string, params: object = {}) => {
    await wire.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`);
    return JSON.parse(await wire.read(PATIENCE_MS)).result;
  };
  const clientInfo = { name: 'fuzz', version: '1' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const { tools } = await ask('tools/list');
  const { prompts } = await ask('prompts/list');
  const { resources } = await ask('resources/list');
  const { resourceTemplates } = await ask('resources/templates/list');
  await wire.end();
  const known = [...resources, ...resourceTemplates].map(({ uri, uriTemplate }) => uri ?? uriTemplate);
  const uris = [...known, 'robotics://robots/unitree-g1', 'robotics://robots/no-such-robot'];
  return { offer: { tools, prompts, uris }, judge: new Judge(new Schemas(tools)), home, env };
}
