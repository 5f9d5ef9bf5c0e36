import type { Draws } from './draws.ts';
import { BATCHES, cancelled, messagesIn, outcomeOf } from './expected.ts';
import type { Judge } from './judge.ts';
import { drawBatch, drawMessage } from './messages.ts';
import { MODERN, type Offer } from './requests.ts';
import type { Played, Side, SideOptions } from './side.ts';
import { StdioWire } from './stdio-wire.ts';
import { many, oneOf } from './values.ts';
import { Waiting } from './waiting.ts';

/** With what a connection is opened; its further messages are drawn in this revision. Undefined: with nothing. */
export const OPENINGS: readonly (string | undefined)[] = [
  '2025-11-25',
  '2025-06-18',
  BATCHES,
  '2024-11-05',
  MODERN,
  undefined,
];

/** An answer may take so long. */
const PATIENCE_MS = 60_000;
/** A connection that the first message opens as it may is opened anew after so many cases. */
const CASES_UNOPENED = 100;

interface StdioCase {
  readonly lines: readonly string[];
  /** Bytes of lines are written one by one, as if the caller were slow, from here on. */
  readonly tears: readonly number[];
  readonly lineEnd: '\n' | '\r\n';
}

/** The built server over its standard streams: one connection, which is kept until a fault is found. */
export class StdioSide implements Side {
  readonly #judge: Judge;
  readonly #offer: Offer;
  readonly #options: SideOptions;
  readonly #opening: string | undefined;
  /** The revisions in which the connection may be by now. */
  readonly #revisions: string[];
  #wire: StdioWire;
  #fences = 0;
  /** What the case before left open. */
  #late: ReadonlySet<unknown> = new Set();
  #cases = 0;

  private constructor(wire: StdioWire, opening: string | undefined, options: SideOptions) {
    this.#wire = wire;
    this.#opening = opening;
    this.#options = options;
    this.#judge = options.judge;
    this.#offer = options.offer;
    this.#revisions = [];
  }

  static async start(options: SideOptions, opening: string | undefined): Promise<StdioSide> {
    const side = new StdioSide(new StdioWire(options), opening, options);
    await side.#open();
    return side;
  }

  get pid(): number {
    return this.#wire.pid;
  }

  async play(random: Draws): Promise<Played> {
    this.#cases += 1;
    if (this.#opening === undefined && this.#cases % CASES_UNOPENED === 0) await this.restart();
    const drawn = drawStdioCase(random, this.#offer, this.#opening ?? random.pick(OPENINGS) ?? BATCHES);
    const faults = await this.#exchange(drawn);
    return {
      faults,
      requests: drawn.lines.length,
      revisions: drawn.lines.map(() => this.#opening ?? 'none'),
      shown: () =>
        `opened in ${this.#opening ?? 'none'}, torn at ${JSON.stringify(drawn.tears)}:\n${drawn.lines.map((line) => line.slice(0, 3_000)).join('\n')}`,
    };
  }

  async restart(): Promise<void> {
    await this.#wire.kill();
    this.#wire = new StdioWire(this.#options);
    this.#revisions.length = 0;
    this.#late = new Set();
    await this.#open();
  }

  end(): Promise<string[]> {
    return this.#wire.end();
  }

  async #open(): Promise<void> {
    if (this.#opening === undefined) return;
    this.#revisions.push(this.#opening);
    // The first message decides the era of the connection.
    const opening = this.#opening === MODERN ? fenceText('opening', MODERN) : handshake(this.#opening);
    const faults = await this.#exchange({ lines: [opening], tears: [], lineEnd: '\n' });
    if (faults.length > 0) throw new Error(`The connection could not be opened: ${faults.join('; ')}`);
  }

  async #exchange({ lines, tears, lineEnd }: StdioCase): Promise<string[]> {
    const isOpened = this.#revisions.length > 0;
    const spoken = isOpened ? this.#revisions : OPENINGS.filter((each) => each !== undefined);
    const waiting = new Waiting(this.#judge, spoken, this.#late);
    for (const line of lines) this.#expect(line, waiting);
    // Subscriptions last until they are cancelled.
    const ends = waiting.listening.map((requestId) =>
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
    );
    await this.#wire.write(lines.map((line) => `${line}${lineEnd}`).join(''), tears);
    for (const line of ends) await this.#wire.write(`${line}\n`);
    const faults = await this.#collect(waiting);
    this.#late = waiting.late;
    return faults;
  }

  #expect(line: string, waiting: Waiting): void {
    const text = line.trim();
    if (text === '') return;
    const hasBatches = this.#revisions.length === 0 || this.#revisions.includes(BATCHES);
    const isCertain = this.#revisions.length === 1 || !hasBatches;
    waiting.expect(outcomeOf(text, hasBatches), isCertain ? undefined : outcomeOf(text, false));
    for (const message of messagesIn(text)) {
      const id = cancelled(message);
      if (id !== undefined) waiting.cancel(id);
    }
  }

  /** Reads until all is answered and a last request, which comes after them, too. */
  async #collect(waiting: Waiting): Promise<string[]> {
    const end = performance.now() + PATIENCE_MS;
    let fence: string | undefined;
    while (waiting.faults.length === 0) {
      if (waiting.isDone && fence === undefined) {
        fence = `fence ${++this.#fences}`;
        await this.#wire.write(`${fenceText(fence, this.#opening)}\n`);
      }
      const line = await this.#wire.read(end - performance.now());
      if (line === 'closed') return ['the server ended', ...this.#wire.lastWords];
      if (line === 'silent') return [`left unanswered: ${waiting.open}`];
      if (fence !== undefined && line.includes(`"id":${JSON.stringify(fence)}`)) return waiting.faults;
      waiting.take(line);
      this.#learn(waiting);
    }
    return waiting.faults;
  }

  /** A second `initialize` may have changed the revision. */
  #learn({ negotiated }: Waiting): void {
    if (negotiated !== undefined && !this.#revisions.includes(negotiated)) this.#revisions.push(negotiated);
  }
}

function handshake(protocolVersion: string): string {
  const clientInfo = { name: 'fuzz', version: '1' };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  return JSON.stringify({ jsonrpc: '2.0', id: 'opening', method: 'initialize', params });
}

function fenceText(id: string, opening: string | undefined): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return opening === MODERN
    ? JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/templates/list', params: { _meta } })
    : JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
}

function drawStdioCase(random: Draws, offer: Offer, revision: string): StdioCase {
  const lines: string[] = [];
  for (let left = 1 + random.below(12); left > 0; left--) {
    lines.push(drawLine(random, offer, revision));
    const cancelling = random.chance(0.04) ? cancellation(lines.at(-1) ?? '') : undefined;
    if (cancelling !== undefined) lines.push(cancelling);
    // An id that is under way is used again, against the rules.
    if (random.chance(0.005)) lines.push(random.pick(lines));
  }
  return {
    lines,
    tears: random.chance(0.8) ? [] : many(random, 7, () => random.next()),
    lineEnd: random.chance(0.9) ? '\n' : '\r\n',
  };
}

function drawLine(random: Draws, offer: Offer, revision: string): string {
  return oneOf<string>(random, [
    [92, () => drawMessage(random, offer, revision).text],
    [7, () => drawBatch(random, offer, revision).text],
    [0.5, () => random.pick(['', ' ', '\t\t', '\r'])],
    [0.5, () => random.pick(['\u0000', '{', '[', '}', 'GET / HTTP/1.1', 'Content-Length: 5', '\u001b[2J'])],
  ]);
}

function cancellation(line: string): string | undefined {
  const [message] = messagesIn(line);
  const id = (message as { id?: unknown } | null | undefined)?.id;
  if (id === undefined) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
}
