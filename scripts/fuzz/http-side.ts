import { type RunningServer, startHttpServer } from '../harness/processes.ts';
import type { Draws } from './draws.ts';
import { BATCHES, claimedRevision, type Expected, messagesIn, outcomeOf } from './expected.ts';
import { drawHttpCase, type HttpCase, type HttpRequest } from './http-requests.ts';
import { HttpWire, type Reply } from './http-wire.ts';
import { type Judge, leaksIn } from './judge.ts';
import { drawRawCase } from './raw-bytes.ts';
import { exchangeRaw, faultsOfRaw } from './raw-exchange.ts';
import { MODERN, type Offer } from './requests.ts';
import type { Played, Side, SideOptions } from './side.ts';

/** Of so many bytes and more a body may be refused for its size. */
const LARGE_BODY = 35_000;

/** The built server over HTTP, asked on connections that are kept. */
export class HttpSide implements Side {
  readonly #judge: Judge;
  readonly #offer: Offer;
  readonly #options: SideOptions;
  readonly #idle: HttpWire[] = [];
  #server: RunningServer;

  private constructor(server: RunningServer, options: SideOptions) {
    this.#server = server;
    this.#options = options;
    this.#judge = options.judge;
    this.#offer = options.offer;
  }

  static async start(options: SideOptions): Promise<HttpSide> {
    return new HttpSide(await startServer(options), options);
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Draws a case and plays it against the server. */
  async play(random: Draws): Promise<Played> {
    const port = Number(new URL(this.#server.url).port);
    if (random.chance(0.06)) {
      const raw = drawRawCase(random, port);
      const sent = Buffer.concat([...raw.pieces]).toString('latin1');
      const faults = faultsOfRaw(await exchangeRaw(port, raw.pieces));
      return { faults, requests: 1, revisions: ['raw bytes'], shown: () => JSON.stringify(sent) };
    }
    const drawn = drawHttpCase(random, this.#offer, port);
    const { faults, at } = await this.#exchange(drawn, port);
    return {
      faults,
      requests: drawn.requests.length,
      revisions: drawn.requests.map(({ method, revision }) =>
        method === 'POST' ? shortRevision(revision) : method,
      ),
      shown: () => show(drawn, at),
    };
  }

  /** Ends the server, and tells what is wrong with how it ended and with what it wrote. */
  async end(): Promise<string[]> {
    for (const wire of this.#idle) wire.close();
    const { code } = await this.#server.end();
    const line = this.#server
      .log()
      .split('\n')
      .find((each) => / error /.test(each));
    return [
      ...(code === 0 ? [] : [`ended with ${code}`]),
      ...(line === undefined ? [] : [`wrote into its log: ${line.slice(0, 300)}`]),
    ];
  }

  async restart(): Promise<void> {
    for (const wire of this.#idle.splice(0)) wire.close();
    if (this.#server.child.exitCode === null && this.#server.child.signalCode === null) return;
    this.#server = await startServer(this.#options);
  }

  async #exchange(drawn: HttpCase, port: number): Promise<Found> {
    const { wire, isUsed } = await this.#connection(port);
    if (wire === undefined) return { faults: ['takes no connection any more'], at: 0 };
    const found = await this.#ask(wire, drawn);
    // The server may have closed an idle connection just when it was used again.
    if (found === 'closed at once') {
      return isUsed ? this.#exchange(drawn, port) : { faults: ['closed without an answer'], at: 0 };
    }
    if (drawn.ending === 'kept' && found.faults.length === 0 && !wire.isClosed) this.#idle.push(wire);
    else wire.close();
    return found;
  }

  async #connection(port: number) {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      if (!kept.isClosed) {
        kept.taken = 0;
        return { wire: kept, isUsed: true };
      }
    }
    const wire = new HttpWire(port);
    return { wire: (await wire.opened()) ? wire : undefined, isUsed: false };
  }

  async #ask(
    wire: HttpWire,
    { requests, isPipelined, tears, ending }: HttpCase,
  ): Promise<Found | 'closed at once'> {
    if (isPipelined || ending === 'cut') {
      await wire.send(Buffer.concat(requests.map(({ bytes }) => bytes)), tears);
    }
    if (ending === 'cut') return { faults: [], at: 0 };
    for (const [at, request] of requests.entries()) {
      if (!isPipelined) await wire.send(request.bytes, tears);
      const reply = await wire.read(request.method, request.isListening === true);
      if (reply === 'closed' && wire.taken === 0) return 'closed at once';
      if (reply === 'closed') return { faults: ['closed without an answer'], at };
      if (reply === 'silent') return { faults: ['left a request unanswered'], at };
      const faults = this.#faultsOf(request, reply);
      if (faults.length > 0) return { faults, at };
      // What lies behind a refusal that ends the connection is not answered, nor what lies behind a stream.
      if (/\r\nconnection: *close/i.test(reply.head) || isStream(reply)) {
        wire.close();
        return { faults, at };
      }
    }
    const { rest } = wire;
    const faults = rest === '' ? [] : [`answered more than once: ${rest.slice(0, 100)}`];
    return { faults, at: requests.length - 1 };
  }

  #faultsOf(request: HttpRequest, reply: Reply): string[] {
    const ofStatus = faultsOfStatus(reply);
    if (ofStatus.length > 0 || reply.status === 503) return ofStatus;
    const { text } = request;
    if (request.method !== 'POST') return reply.status >= 400 ? leaksIn(reply.body) : [];
    const isTooLarge = reply.status === 413 && (text ?? '').length > LARGE_BODY;
    if (text === undefined || isTooLarge) return this.#faultsOfOdd(reply);
    const revisions = revisionsOf(text, request.revision);
    const outcome = outcomeOf(text, request.revision === undefined || request.revision === BATCHES);
    if (outcome.kind === 'one') return this.#faultsOfOne(outcome.of, reply, revisions);
    return this.#faultsOfBatch(outcome.of, reply, revisions);
  }

  /** Where HTTP alone may refuse: what refuses is an error, or of Node's own parser, which sends none. */
  #faultsOfOdd({ status, body }: Reply): string[] {
    if (status < 400 || body === '') return [];
    const answer = parse(body);
    return answer === undefined ? ['refused with no JSON'] : leaksIn(body);
  }

  #faultsOfOne(expected: Expected, reply: Reply, revisions: readonly string[]): string[] {
    const { status, body } = reply;
    if (expected.kind === 'nothing') return this.#faultsOfNothing(reply, revisions);
    if (isStream(reply)) return this.#faultsOfStream(expected, body, revisions);
    const answer = parse(body);
    if (answer === undefined) return [`answered ${status} with no JSON`];
    const isResult = 'result' in answer;
    if (isResult && status !== 200) return [`answered a result with ${status}`];
    return this.#judge.faultsOf(answer, expected, revisions);
  }

  #faultsOfNothing({ status, body }: Reply, revisions: readonly string[]): string[] {
    if (status === 202) return body === '' ? [] : ['answered a notification'];
    if (status < 400) return [`took a notification with ${status}`];
    return this.#judge.faultsOfRefusal(parse(body), revisions);
  }

  #faultsOfStream(expected: Expected, body: string, revisions: readonly string[]): string[] {
    // Of a stream that goes on the last event may be there in part.
    const whole = body.split('\n\n').slice(0, -1);
    const messages = whole.flatMap((event) => /(?:^|\n)data: ([^\r\n]*)/.exec(event)?.[1] ?? []);
    return messages.flatMap((text) => {
      const message = parse(text);
      if (message === undefined) return ['streamed no JSON'];
      return 'method' in message
        ? this.#judge.faultsOfNotice(message, revisions)
        : this.#judge.faultsOf(message, expected, revisions);
    });
  }

  #faultsOfBatch(
    expected: readonly Expected[],
    { status, body }: Reply,
    revisions: readonly string[],
  ): string[] {
    const wanted = expected.filter(({ kind }) => kind !== 'nothing');
    if (wanted.length === 0)
      return status === 202 && body === '' ? [] : [`answered notifications with ${status}`];
    const answers: unknown = parse(body);
    if (status !== 200 || !Array.isArray(answers)) return [`answered a batch with ${status}`];
    if (answers.length !== wanted.length)
      return [`answered ${wanted.length} of a batch with ${answers.length}`];
    // Those of what has no id stand in the order of their messages, like all others.
    return wanted.flatMap((each, at) => this.#judge.faultsOf(answers[at], each, revisions));
  }
}

/** What is wrong, and at which request of the case. */
interface Found {
  readonly faults: string[];
  readonly at: number;
}

/** What a report calls the revision of a header. */
function shortRevision(revision = 'none'): string {
  return revision.length > 10 ? 'unknown' : revision;
}

function startServer({ home, env }: SideOptions): Promise<RunningServer> {
  const args = ['--port', '0', '--workers', '1', '--tools', 'all', '--links', '--data-dir', home];
  return startHttpServer([...args, '--log-level', 'warn'], env);
}

function isStream({ head }: Reply): boolean {
  return /\r\ncontent-type: *text\/event-stream/i.test(head);
}

function faultsOfStatus({ status, head }: Reply): string[] {
  if (status === 503) return /\r\nretry-after: *\d+/i.test(head) ? [] : ['answered 503 without Retry-After'];
  return status >= 500 ? [`answered ${status}`] : [];
}

/** The revisions that an answer may be of: the one of the headers, and the one that the message names. */
function revisionsOf(text: string, named: string | undefined): string[] {
  const claims = messagesIn(text).map(claimedRevision);
  const spoken = named === undefined ? BATCHES : /^20\d\d-\d\d-\d\d$/.test(named) ? named : '2025-11-25';
  return claims.includes(MODERN) && spoken !== MODERN ? [spoken, MODERN] : [spoken];
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The requests of a case up to the one at which it showed a fault. */
function show({ requests, isPipelined, tears, ending }: HttpCase, at: number): string {
  const way = `${isPipelined ? 'pipelined' : 'in turn'}, torn at ${JSON.stringify(tears)}, ${ending}`;
  const sent = requests
    .slice(0, at + 1)
    .map(({ bytes }) => JSON.stringify(bytes.toString('utf8').slice(0, 2_000)));
  return `${way}:\n${sent.join('\n')}`;
}
