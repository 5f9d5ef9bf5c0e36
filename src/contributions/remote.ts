import type { Client } from '@modelcontextprotocol/client';
import { newClient, transportTo } from '../data/releases/service-source.ts';
import { BoundedFetch } from '../lib/bounded-fetch.ts';
import { requireWebAssembly } from '../lib/webassembly-memory.ts';
import type { Forwarded } from './events.ts';
import type { Report, Submission } from './state.ts';

const TIMEOUT_MS = 20_000;
/** Many times what either tool answers. */
const ANSWER_BYTES = 1_048_576;

/** Refusals that would be the same the next time. Everything else is tried again. */
const final = new Set(['INVALID_ARGUMENT', 'NOT_FOUND', 'ARXIV_NOT_FOUND']);

interface RemoteOptions {
  readonly address: string;
  readonly version: string;
  /** True to pass on how a person can be reached, and notes to the operator. */
  readonly withContact: boolean;
}

/**
 * What the hosted service made of a contribution. `later`: it has no room for more on this ticket now, others go on;
 * undefined if nothing can be handed over now.
 */
type Forwarding = Omit<Forwarded, 'type' | 'ticket'> | 'later' | undefined;

/** The hosted service, as a client of its own two tools. */
export class RemoteService {
  readonly #options: RemoteOptions;
  readonly #bounded = new BoundedFetch({
    requestMs: TIMEOUT_MS,
    wholeMs: Number.POSITIVE_INFINITY,
    answerBytes: ANSWER_BYTES,
  });
  #client: Client | undefined;

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  /** Hands a contribution over. Rejects if the service cannot be reached. */
  async forward(contribution: Submission | Report): Promise<Forwarding> {
    this.#bounded.begin();
    const client = await this.#connect();
    const result = await client.callTool(this.#callFor(contribution), { timeout: TIMEOUT_MS });
    const answer = (result.structuredContent ?? {}) as RemoteAnswer;
    if (result.isError !== true) {
      if (typeof answer.status !== 'string') return undefined;
      return {
        status: answer.status,
        ...(typeof answer.ticket === 'string' && { remote_ticket: answer.ticket }),
      };
    }
    const { code = '', message = '', bound } = answer.error ?? {};
    if (bound === 'ticket') return 'later';
    return final.has(code) ? { status: 'refused', why: `${code}: ${message}`.slice(0, 1000) } : undefined;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  async #connect(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    requireWebAssembly();
    const client = newClient(this.#options.version);
    await client.connect(transportTo(this.#options.address, this.#bounded), { timeout: TIMEOUT_MS });
    this.#client = client;
    return client;
  }

  #callFor(contribution: Submission | Report): { name: string; arguments: Record<string, unknown> } {
    const { withContact } = this.#options;
    if (contribution.type === 'submission') {
      const { arxiv_id, url, notes } = contribution;
      const [note] = notes;
      return {
        name: 'submit_publication',
        arguments: {
          ...(arxiv_id === undefined ? { url } : { arxiv_id }),
          ...(withContact && note !== undefined && { note }),
        },
      };
    }
    const { contact, ...report } = contribution.report;
    return {
      name: 'report_error',
      arguments: { ...report, ...(withContact && contact !== undefined && { contact }) },
    };
  }
}

interface RemoteAnswer {
  readonly status?: unknown;
  readonly ticket?: unknown;
  readonly error?: { readonly code?: string; readonly message?: string; readonly bound?: string };
}
