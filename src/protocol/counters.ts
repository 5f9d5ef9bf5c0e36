/** Upper bounds in milliseconds of the classes in which durations are counted; the last class has none. */
const DURATION_BOUNDS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** Nested numbers by name, so that the counters of several processes can be summed. */
export interface Tally {
  [name: string]: number | Tally;
}

/** The counters that have counted something; nothing at all where none has. */
export function counted(tally: Tally): Tally {
  return Object.fromEntries(
    Object.entries(tally).flatMap(([name, value]) => {
      const own = typeof value === 'number' ? value : counted(value);
      const isEmpty = typeof own === 'number' ? own === 0 : Object.keys(own).length === 0;
      return isEmpty ? [] : [[name, own]];
    }),
  );
}

/** One answered message, as it is counted. */
interface CountedCall {
  readonly method: string;
  /** Given if such a tool exists. */
  readonly tool?: string | undefined;
  /** `ok`, or the code under which it failed. */
  readonly outcome: string;
  /** True if the answer came from the cache. */
  readonly cached?: boolean;
}

/** One finished request of HTTP. */
interface CountedRequest {
  readonly verb: string;
  readonly status: number;
  readonly ms: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Methods of the protocol; any other is counted as `other`, so that callers cannot make up names without end. */
const METHODS = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
]);
const VERBS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** What one process has done since its start. The set of names is bounded, whatever callers send. */
export class Counters {
  readonly #requests: Tally = {};
  readonly #statuses: Tally = {};
  readonly #methods: Tally = {};
  readonly #tools = new Map<string, Tally>();
  readonly #errors: Tally = {};
  readonly #durations: number[] = Array(DURATION_BOUNDS_MS.length + 1).fill(0);
  readonly #store: Tally = {};
  #cached = 0;
  #swaps = 0;
  #bytesIn = 0;
  #bytesOut = 0;

  /** Counts a request that was answered, or whose caller went away. */
  request({ verb, status, ms, bytesIn, bytesOut }: CountedRequest): void {
    add(this.#requests, VERBS.has(verb) ? verb : 'other');
    add(this.#statuses, String(status));
    const place = DURATION_BOUNDS_MS.findIndex((bound) => ms <= bound);
    const at = place === -1 ? DURATION_BOUNDS_MS.length : place;
    this.#durations[at] = (this.#durations[at] ?? 0) + 1;
    this.#bytesIn += bytesIn;
    this.#bytesOut += bytesOut;
  }

  /** Counts a message within a request. */
  call({ method, tool, outcome, cached = false }: CountedCall): void {
    add(this.#methods, METHODS.has(method) ? method : 'other');
    if (tool !== undefined) {
      const tally = this.#tools.get(tool) ?? {};
      this.#tools.set(tool, tally);
      add(tally, outcome);
    }
    if (cached) this.#cached += 1;
    if (outcome !== 'ok') add(this.#errors, outcome);
  }

  /** Counts that the data were replaced. */
  swap(): void {
    this.#swaps += 1;
  }

  /** Counts that the database of contributions was lost, or reached again. */
  store(state: 'lost' | 'found'): void {
    add(this.#store, state);
  }

  /** A snapshot of all numbers. */
  snapshot(): Tally {
    const classes = DURATION_BOUNDS_MS.map((bound, i) => [`le_${bound}`, this.#durations[i] ?? 0] as const);
    return {
      requests: { ...this.#requests },
      statuses: { ...this.#statuses },
      methods: { ...this.#methods },
      tools: Object.fromEntries([...this.#tools].map(([tool, tally]) => [tool, { ...tally }])),
      errors: { ...this.#errors },
      cache: { hits: this.#cached },
      data: { swaps: this.#swaps },
      ...(Object.keys(this.#store).length > 0 && { store: { ...this.#store } }),
      duration_ms: { ...Object.fromEntries(classes), more: this.#durations.at(-1) ?? 0 },
      bytes: { in: this.#bytesIn, out: this.#bytesOut },
    };
  }
}

/** Adds up the numbers of several processes. */
export function sum(tallies: readonly Tally[]): Tally {
  const total: Tally = {};
  for (const tally of tallies) addAll(total, tally);
  return total;
}

function add(tally: Tally, name: string): void {
  const before = tally[name];
  tally[name] = (typeof before === 'number' ? before : 0) + 1;
}

function addAll(total: Tally, tally: Tally): void {
  for (const [name, value] of Object.entries(tally)) {
    const before = Object.hasOwn(total, name) ? total[name] : undefined;
    if (typeof value === 'number') total[name] = (typeof before === 'number' ? before : 0) + value;
    else {
      const inner = typeof before === 'object' ? before : {};
      addAll(inner, value);
      total[name] = inner;
    }
  }
}
