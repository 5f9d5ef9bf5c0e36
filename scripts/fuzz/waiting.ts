import { claimedRevision, type Expected, type Id, isObject, type Outcome, REFUSED } from './expected.ts';
import type { Judge } from './judge.ts';
import { MODERN } from './requests.ts';

interface Open {
  /** The answers of a batch come together. */
  readonly outcome: Outcome;
  /** What may come instead: the revision is not certain. */
  readonly instead: Outcome | undefined;
}

/** What an answer may be to, and what is wrong with it as an answer to that. */
interface Candidate {
  readonly open: Open;
  readonly expected: Expected;
  readonly faults: readonly string[];
}

/** What has to come on a connection where answers come in any order, and what came. */
export class Waiting {
  readonly faults: string[] = [];
  /** Requests that are answered at the end of what they begin. */
  readonly listening: Id[] = [];
  /** The revision of the last `initialize` that was answered. */
  negotiated: string | undefined;
  readonly #judge: Judge;
  readonly #revisions: readonly string[];
  readonly #open = new Set<Open>();
  /** Which answer is taken to be to what; where an id is used twice, it may yet be to another. */
  readonly #given = new Map<Open, unknown>();
  readonly #cancelled = new Set<Id>();
  /** All that were used. */
  readonly #asked = new Set<Id>();

  /** What was cancelled before and may be answered yet. */
  readonly #late: ReadonlySet<unknown>;

  constructor(judge: Judge, revisions: readonly string[], late: ReadonlySet<unknown> = new Set()) {
    this.#judge = judge;
    this.#revisions = revisions;
    this.#late = late;
  }

  /** `instead` may come as well where the revision of the connection is not certain. */
  expect(outcome: Outcome, instead: Outcome | undefined): void {
    const wanted = wantedOf(outcome);
    // A batch with an id that is under way is refused as a whole.
    const isReused = outcome.kind === 'batch' && wanted.some(({ id }) => id !== null && this.#asked.has(id));
    for (const { id } of wanted) if (id !== null) this.#asked.add(id);
    for (const each of wanted) if (isListening(each)) this.listening.push(each.id);
    // Nothing comes for a batch of notifications, unless batches are refused.
    if (wanted.length > 0 || instead !== undefined) {
      this.#open.add({ outcome, instead: isReused ? REFUSED : instead });
    }
  }

  /** A request that is cancelled may be answered, and need not be. */
  cancel(id: Id): void {
    this.#cancelled.add(id);
  }

  get isDone(): boolean {
    return this.#left.every((each) => this.#isOptional(each));
  }

  /** What is not answered yet, in words. */
  get open(): string {
    return JSON.stringify(this.#left.filter((each) => !this.#isOptional(each))).slice(0, 1_000);
  }

  /** The ids of what may be answered yet, and need not be; null for a refusal. */
  get late(): Set<unknown> {
    const open = [...this.#open].filter((each) => !this.#given.has(each));
    return new Set(
      open.flatMap(({ outcome, instead }) => [
        ...wantedOf(outcome).map(({ id }) => id),
        ...(instead === undefined ? [] : wantedOf(instead).map(({ id }) => id)),
      ]),
    );
  }

  get #left(): Wanted[] {
    return [...this.#open].flatMap((open) => (this.#given.has(open) ? [] : wantedOf(open.outcome)));
  }

  take(line: string): void {
    const answer = parse(line);
    if (answer === undefined) this.faults.push(`wrote what is no JSON: ${line.slice(0, 100)}`);
    else if (Array.isArray(answer)) this.#takeBatch(answer);
    else if (isObject(answer) && 'method' in answer)
      this.faults.push(...this.#judge.faultsOfNotice(answer, this.#revisions));
    else this.#takeOne(answer);
  }

  #takeOne(answer: unknown): void {
    const candidates = this.#candidates(answer);
    this.#note(answer, candidates);
    if (this.#give(answer)) return;
    const found = candidates.find(({ open, faults }) => faults.length > 0 && !this.#given.has(open));
    if (found === undefined) {
      if (isObject(answer) && this.#late.has(answer.id)) return;
      this.faults.push(`answered what was not asked: ${JSON.stringify(answer).slice(0, 200)}`);
      return;
    }
    this.#open.delete(found.open);
    this.faults.push(...found.faults);
  }

  /**
   * Takes an answer to be to something that it fits, and where that has one, what it had to be to something else: by
   * augmenting paths, so that all find their place if there is a way.
   */
  #give(answer: unknown, tried = new Set<Open>()): boolean {
    for (const { open, faults } of this.#candidates(answer)) {
      if (faults.length > 0 || tried.has(open)) continue;
      tried.add(open);
      if (this.#given.has(open) && !this.#give(this.#given.get(open), tried)) continue;
      this.#given.set(open, answer);
      return true;
    }
    return false;
  }

  /** What an answer may be to by its id, what can have nothing else first. */
  #candidates(answer: unknown): Candidate[] {
    const id = isObject(answer) ? answer.id : undefined;
    const all = [...this.#open].flatMap((open) =>
      alone(open).flatMap((expected) => {
        if (expected.kind === 'nothing' || expected.id !== id) return [];
        const faults = this.#judge.faultsOf(answer, expected, this.#revisionsOf(expected));
        return [{ open, expected, faults }];
      }),
    );
    // What needs no answer comes last, and what may be refused as a batch behind single messages.
    const last = ({ open, expected }: Candidate) =>
      (open.outcome.kind === 'one' ? 0 : 1) +
      (expected.kind !== 'nothing' && this.#isOptional(expected) ? 2 : 0);
    return all.sort((a, b) => last(a) - last(b));
  }

  #takeBatch(answers: readonly unknown[]): void {
    const ids = new Set(answers.map((answer) => (isObject(answer) ? answer.id : undefined)));
    const found = [...this.#open].find(
      (open) => open.outcome.kind === 'batch' && fits(wantedOf(open.outcome), ids) && this.#free(open),
    );
    if (found === undefined) {
      if ([...ids].every((id) => this.#late.has(id))) return;
      this.faults.push(`answered a batch that was not asked: ${JSON.stringify([...ids]).slice(0, 200)}`);
      return;
    }
    this.#open.delete(found);
    const left = [...answers];
    for (const each of wantedOf(found.outcome)) {
      const at = left.findIndex((answer) => isObject(answer) && answer.id === each.id);
      if (at !== -1)
        this.faults.push(...this.#judge.faultsOf(left.splice(at, 1)[0], each, this.#revisionsOf(each)));
      else if (!this.#isOptional(each))
        this.faults.push(`left ${JSON.stringify(each.id)} of a batch unanswered`);
    }
    if (left.length > 0)
      this.faults.push(`answered more than a batch asked: ${JSON.stringify(left).slice(0, 200)}`);
  }

  /** Whether something has no answer, or its answer can be to something else. */
  #free(open: Open): boolean {
    if (!this.#given.has(open)) return true;
    if (!this.#give(this.#given.get(open), new Set([open]))) return false;
    this.#given.delete(open);
    return true;
  }

  #note(answer: unknown, candidates: readonly Candidate[]): void {
    const { result } = answer as { result?: { protocolVersion?: unknown } };
    if (typeof result?.protocolVersion !== 'string') return;
    if (candidates.some(({ expected }) => expected.kind === 'answer' && expected.method === 'initialize'))
      this.negotiated = result.protocolVersion;
  }

  /** A message that names the newest revision is answered in it, where the connection speaks it and no other. */
  #revisionsOf(expected: Expected): readonly string[] {
    const isModern = expected.kind === 'answer' && claimedRevision(expected.message) === MODERN;
    if (!isModern) return this.#revisions;
    return this.#revisions.includes(MODERN) ? this.#revisions : [...this.#revisions, MODERN];
  }

  #isOptional(each: Expected): boolean {
    // The handshake must not be cancelled, and is answered.
    if (each.kind !== 'answer' || each.method === 'initialize') return false;
    return this.#cancelled.has(each.id) || this.listening.includes(each.id);
  }
}

type Wanted = Exclude<Expected, { kind: 'nothing' }>;

function wantedOf(outcome: Outcome): Wanted[] {
  const all = outcome.kind === 'one' ? [outcome.of] : outcome.of;
  return all.filter((each): each is Wanted => each.kind !== 'nothing');
}

/** What one answer by itself may be to. */
function alone({ outcome, instead }: Open): Expected[] {
  return [outcome, instead].flatMap((each) => (each?.kind === 'one' ? [each.of] : []));
}

/** Whether answers with these ids are to such a batch: no other id is among them. */
function fits(wanted: readonly Wanted[], ids: ReadonlySet<unknown>): boolean {
  const asked = new Set<unknown>(wanted.map(({ id }) => id));
  return [...ids].every((id) => asked.has(id));
}

function isListening(each: Wanted): each is Wanted & { kind: 'answer' } {
  return each.kind === 'answer' && each.method === 'subscriptions/listen';
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
