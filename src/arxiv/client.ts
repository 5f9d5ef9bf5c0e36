import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Backoff,
  backoffMs,
  type FetchAnswer,
  type FetchFailure,
  get,
  readRetryAfter,
} from '../lib/fetch.ts';
import { Serial } from '../lib/serial.ts';
import { XmlError } from '../text/xml.ts';
import { type ArxivAnswer, type ArxivPaper, readAnswer, readFeed, readPapers } from './paper.ts';

/** A lock among processes: whoever holds it may send a request. */
export interface SharedLock {
  /**
   * Resolves with the function that releases it, which takes the milliseconds before the next request; with
   * undefined where nothing can be locked, so that each process limits only itself.
   */
  acquire(signal: AbortSignal): Promise<((ms: number) => Promise<void>) | undefined>;
}

/** Runs one task at a time, each no sooner than a given time after the previous one began. */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #sharedLock: SharedLock | undefined;
  readonly #serial = new Serial();
  #notBefore = 0;

  constructor(intervalMs: number, sharedLock?: SharedLock) {
    this.#intervalMs = intervalMs;
    this.#sharedLock = sharedLock;
  }

  /** No task starts before this long has passed. */
  wait(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, performance.now() + ms);
  }

  /** Milliseconds until a task queued now could start if the queue were empty. */
  get delay(): number {
    return Math.max(0, this.#notBefore - performance.now());
  }

  /** Queues the task and runs it; rejects with the signal's reason if it is aborted first. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    // An aborted task does not wait for those queued before it.
    return Promise.race([this.#serial.run(() => this.#take(task, signal)), whenAborted(signal)]);
  }

  async #take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const ms = this.delay;
    if (ms > 0) await sleep(ms, undefined, { signal });
    const release = await this.#sharedLock?.acquire(signal);
    try {
      signal.throwIfAborted();
      this.wait(this.#intervalMs);
      return await task();
    } finally {
      await release?.(this.delay);
    }
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The public query interface; see https://info.arxiv.org/help/api/user-manual.html. */
export const arxivApi = 'https://export.arxiv.org/api/query';

/** One request every three seconds, one at a time: https://info.arxiv.org/help/api/tou.html. */
export const ARXIV_INTERVAL_MS = 3000;
/** An entry with three thousand authors has about 300 kB. */
const maxBytes = 2_000_000;
const MAX_CACHED = 500;
const cacheMs = { found: 3_600_000, refused: 60_000 };
/** Longest pause, whatever the answer asks for. */
const MAX_RETRY_AFTER_MS = 3_600_000;
const MAX_REDIRECTS = 3;
/** Full jitter: many servers that failed together do not come back together. */
const backoff: Backoff = { firstMs: 3000, longestMs: 300_000, jitter: 1 };

interface ArxivClientOptions {
  /** Of the API; only tests and mirrors have another. */
  readonly address?: string | undefined;
  /** Who asks, for arXiv's operators: program, version and a way to reach someone. */
  readonly userAgent: string;
  readonly intervalMs?: number;
  /** Longest pause after a first failure; it doubles with each further one. */
  readonly backOffMs?: number;
  /** Shares the request interval among processes. */
  readonly sharedLock?: SharedLock;
  readonly now?: () => number;
  readonly random?: () => number;
}

interface CachedAnswer {
  readonly answer: ArxivAnswer;
  readonly until: number;
}

interface Attempt {
  readonly answer: ArxivAnswer;
  /** What a server that cannot answer now said of when it will. */
  readonly retryAfterMs: number | undefined;
}

/** What papers at arXiv are to have, all of it. */
interface PaperSearch {
  readonly words: readonly string[];
  readonly authors: readonly string[];
}

type NewestAnswer =
  | { readonly kind: 'found'; readonly papers: readonly ArxivPaper[] }
  | { readonly kind: 'unreachable'; readonly reason: string };

const MAX_SEARCH_TERMS = 12;

/** Looks up single papers at arXiv, within its rules for programs. */
export class ArxivClient {
  readonly #address: URL;
  readonly #userAgent: string;
  readonly #limiter: RateLimiter;
  readonly #backOffMs: number;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #cache = new Map<string, CachedAnswer>();
  readonly #asking = new Map<string, Promise<ArxivAnswer>>();
  #failures = 0;

  constructor(options: ArxivClientOptions) {
    this.#address = new URL(options.address ?? arxivApi);
    this.#userAgent = options.userAgent;
    this.#limiter = new RateLimiter(options.intervalMs ?? ARXIV_INTERVAL_MS, options.sharedLock);
    this.#backOffMs = options.backOffMs ?? backoff.firstMs;
    this.#now = options.now ?? Date.now;
    this.#random = options.random ?? Math.random;
  }

  /** Milliseconds of the current pause after a failure. */
  get pause(): number {
    return this.#limiter.delay;
  }

  /** What arXiv says of a paper, within the time given, queueing included. Never rejects. */
  async lookUp(
    id: string,
    options: { version?: number | undefined; timeoutMs: number },
  ): Promise<ArxivAnswer> {
    const key = `${id} ${options.version ?? ''}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.until > this.#now()) return cached.answer;
    const known = this.#asking.get(key);
    if (known !== undefined) return known;
    const asked = this.#ask(id, options.version, options.timeoutMs).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asked);
    const answer = await asked;
    this.#keep(key, answer);
    return answer;
  }

  async #ask(id: string, version: number | undefined, timeoutMs: number): Promise<ArxivAnswer> {
    const late: ArxivAnswer = { kind: 'unreachable', reason: 'arXiv did not answer in time' };
    // Queueing is useless if the pause outlasts the timeout.
    if (this.#limiter.delay >= timeoutMs) return { kind: 'unreachable', reason: 'arXiv asked for a pause' };
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    const end = performance.now() + timeoutMs;
    const { signal } = controller;
    const attempt = () => this.#limiter.run(() => this.#request(id, version, signal), signal);
    try {
      const { answer, retryAfterMs } = await attempt();
      // A retry while the caller waits only if the server says when it will be available.
      const isSoon = retryAfterMs !== undefined && performance.now() + this.#limiter.delay < end;
      return isSoon ? (await attempt()).answer : answer;
    } catch (error) {
      if (controller.signal.aborted) return late;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The papers that were submitted last and have all words and authors, within the time given. Never rejects. */
  async newest(
    search: PaperSearch,
    { most, timeoutMs }: { most: number; timeoutMs: number },
  ): Promise<NewestAnswer> {
    const query = queryOf(search);
    if (query === '') return { kind: 'found', papers: [] };
    if (this.#limiter.delay >= timeoutMs) return { kind: 'unreachable', reason: 'arXiv asked for a pause' };
    const late: NewestAnswer = { kind: 'unreachable', reason: 'arXiv did not answer in time' };
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    const { signal } = controller;
    const asked = {
      ...{ search_query: query, sortBy: 'submittedDate', sortOrder: 'descending' },
      max_results: String(most),
    };
    try {
      const { answer } = await this.#limiter.run(
        () => this.#send(asked, signal, (reply) => understandReply<NewestAnswer>(reply, foundIn)),
        signal,
      );
      return answer;
    } catch (error) {
      if (signal.aborted) return late;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #request(id: string, version: number | undefined, signal: AbortSignal): Promise<Attempt> {
    // Without its version, so that the newest one comes: a withdrawal shows there.
    return this.#send({ id_list: id, max_results: '1' }, signal, (reply) => understand(reply, id, version));
  }

  async #send<A extends { readonly kind: string }>(
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal,
    read: (reply: FetchAnswer | FetchFailure) => A,
  ): Promise<{ readonly answer: A; readonly retryAfterMs: number | undefined }> {
    const url = new URL(this.#address);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    let reply: FetchAnswer | FetchFailure;
    try {
      reply = await get(url, {
        headers: { accept: 'application/atom+xml', 'user-agent': this.#userAgent },
        maxBytes,
        signal,
        maxRedirects: MAX_REDIRECTS,
      });
    } catch (error) {
      this.#failed(undefined);
      throw error;
    }
    const answer = read(reply);
    if (answer.kind !== 'unreachable') {
      this.#failures = 0;
      return { answer, retryAfterMs: undefined };
    }
    const retryAfterMs =
      'failure' in reply ? undefined : readRetryAfter(reply.headers.get('retry-after'), this.#now());
    this.#failed(retryAfterMs);
    return { answer, retryAfterMs };
  }

  #failed(retryAfterMs: number | undefined): void {
    const pause = backoffMs({ ...backoff, firstMs: this.#backOffMs }, this.#failures, this.#random);
    this.#failures += 1;
    this.#limiter.wait(Math.min(retryAfterMs ?? pause, MAX_RETRY_AFTER_MS));
  }

  #keep(key: string, answer: ArxivAnswer): void {
    if (answer.kind === 'unreachable') return;
    const ms = answer.kind === 'found' ? cacheMs.found : cacheMs.refused;
    this.#cache.delete(key);
    this.#cache.set(key, { answer, until: this.#now() + ms });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}

/** Words of a search at arXiv; what means something in its query language is taken out of them. */
function queryOf({ words, authors }: PaperSearch): string {
  const plain = (texts: readonly string[]) => texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
  const terms = [...plain(words).map((word) => `all:${word}`), ...plain(authors).map((name) => `au:${name}`)];
  return terms.slice(0, MAX_SEARCH_TERMS).join(' AND ');
}

function foundIn(feed: ReturnType<typeof readFeed>): NewestAnswer {
  return { kind: 'found', papers: readPapers(feed) };
}

function understand(reply: FetchAnswer | FetchFailure, id: string, version: number | undefined): ArxivAnswer {
  return understandReply<ArxivAnswer>(reply, (feed) => readAnswer(feed, id, version));
}

type Unreachable = Extract<ArxivAnswer, { kind: 'unreachable' }>;

function understandReply<A>(
  reply: FetchAnswer | FetchFailure,
  read: (feed: ReturnType<typeof readFeed>) => A,
): A | Unreachable {
  if ('failure' in reply) {
    return { kind: 'unreachable', reason: `arXiv cannot be reached: ${describe(reply)}` };
  }
  // A malformed identifier is told in a feed, with status 400 or 200.
  if (reply.status !== 200 && reply.status !== 400) {
    return { kind: 'unreachable', reason: `arXiv cannot answer now (status ${reply.status})` };
  }
  try {
    return read(readFeed(new TextDecoder().decode(reply.bytes)));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { kind: 'unreachable', reason: 'arXiv sent no answer that can be read' };
  }
}

function describe(reply: FetchFailure): string {
  switch (reply.failure) {
    case 'redirect':
      return reply.why;
    case 'redirect_circle':
      return 'it redirects in a circle';
    case 'too_large':
      return `its answer is larger than ${maxBytes} bytes`;
    case 'timeout':
      return 'it did not answer in time';
    case 'connection':
      return reply.code === undefined ? 'the connection broke' : `the connection failed (${reply.code})`;
  }
}
