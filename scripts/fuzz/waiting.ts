import { claimedRevision, type Expected, type Id, isObject, type Outcome, REFUSED } from './expected.ts';
import type { Judge } from './judge.ts';
import { MODERN } from './requests.ts';

interface Open {
  /** The answers of a batch come together. */
  readonly outcome: Outcome;
  /** What may come instead: the revision is not certain. */
  readonly instead: Outcome | undefined;
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
  readonly #cancelled = new Set<Id>();
  /** All that were used. */
  readonly #asked = new Set<Id>();

  constructor(judge: Judge, revisions: readonly string[]) {
    this.#judge = judge;
    this.#revisions = revisions;
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
    return [...this.#open].every(({ outcome }) => wantedOf(outcome).every((each) => this.#isOptional(each)));
  }

  /** What is not answered yet, in words. */
  get open(): string {
    const left = [...this.#open].flatMap(({ outcome }) => wantedOf(outcome));
    return JSON.stringify(left.filter((each) => !this.#isOptional(each))).slice(0, 1_000);
  }

  take(line: string): void {
    const answer = parse(line);
    if (answer === undefined) this.faults.push(`wrote what is no JSON: ${line.slice(0, 100)}`);
    else if (Array.isArray(answer)) this.#takeBatch(answer);
    else if (isObject(answer) && 'method' in answer)
      this.#add(this.#judge.faultsOfNotice(answer, this.#revisions));
    else this.#takeOne(answer);
  }

  #takeOne(answer: unknown): void {
    const id = isObject(answer) ? answer.id : undefined;
    const candidates = [...this.#open].flatMap((open) =>
      alone(open).flatMap((expected) => {
        if (expected.kind === 'nothing' || expected.id !== id) return [];
        return [
          { open, expected, faults: this.#judge.faultsOf(answer, expected, this.#revisionsOf(expected)) },
        ];
      }),
    );
    // Where an id is used twice, the answer may be to either; what can have nothing else goes first: what is no message
    // an error, and what is no batch in any revision a refusal.
    const fitting = candidates.filter(({ faults }) => faults.length === 0);
    const found =
      fitting.find(({ open, expected }) => open.outcome.kind === 'one' && expected.kind === 'error') ??
      fitting.find(({ open }) => open.outcome.kind === 'one') ??
      fitting[0] ??
      candidates[0];
    if (found === undefined) {
      this.faults.push(`answered what was not asked: ${JSON.stringify(answer).slice(0, 200)}`);
      return;
    }
    this.#open.delete(found.open);
    this.#add(found.faults);
    this.#note(answer, found.expected);
  }

  #takeBatch(answers: readonly unknown[]): void {
    const ids = new Set(answers.map((answer) => (isObject(answer) ? answer.id : undefined)));
    const found = [...this.#open].find(
      ({ outcome }) => outcome.kind === 'batch' && fits(wantedOf(outcome), ids),
    );
    if (found === undefined) {
      this.faults.push(`answered a batch that was not asked: ${JSON.stringify([...ids]).slice(0, 200)}`);
      return;
    }
    this.#open.delete(found);
    const left = [...answers];
    for (const each of wantedOf(found.outcome)) {
      const at = left.findIndex((answer) => isObject(answer) && answer.id === each.id);
      if (at !== -1) this.#add(this.#judge.faultsOf(left.splice(at, 1)[0], each, this.#revisionsOf(each)));
      else if (!this.#isOptional(each))
        this.faults.push(`left ${JSON.stringify(each.id)} of a batch unanswered`);
    }
    if (left.length > 0)
      this.faults.push(`answered more than a batch asked: ${JSON.stringify(left).slice(0, 200)}`);
  }

  #note(answer: unknown, expected: Expected): void {
    if (expected.kind !== 'answer' || expected.method !== 'initialize') return;
    const { result } = answer as { result?: { protocolVersion?: unknown } };
    if (typeof result?.protocolVersion === 'string') this.negotiated = result.protocolVersion;
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

  #add(faults: readonly string[]): void {
    this.faults.push(...faults);
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
