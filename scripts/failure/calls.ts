import { HttpConnection, requestText } from '../harness/http-connection.ts';
import { callMessage } from '../harness/stdio-client.ts';
import type { Contribution } from './contributions.ts';
import type { Write } from './history.ts';

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: {
    readonly ticket?: string;
    readonly status?: string;
    readonly error?: { readonly code: string; readonly message: string };
    readonly results?: readonly { readonly title?: string }[];
  };
}

type Told = Pick<Write, 'outcome' | 'ticket'> & {
  /** Every search finds it from now on. */
  readonly isPublished?: boolean;
  /** An answer that no caller should ever get. */
  readonly oddity?: string;
};

/** One caller of a server, on a connection that it keeps. */
export class Caller {
  readonly #connection: HttpConnection;

  constructor(url: string) {
    this.#connection = new HttpConnection(url);
  }

  /** Sends a contribution once, and says what its caller knows after. */
  async contribute({ tool, args }: Contribution): Promise<Told> {
    const reply = await this.#ask(tool, args);
    if (reply === 'no connection') return { outcome: 'refused' };
    if (typeof reply === 'string') return { outcome: 'unknown' };
    const { isError, structuredContent } = reply;
    if (isError !== true) {
      const { ticket, status = '' } = structuredContent ?? {};
      const isPublished = status === 'published' || status === 'already_published';
      return { outcome: 'acknowledged', isPublished, ...(ticket !== undefined && { ticket }) };
    }
    const { code = '', message = '' } = structuredContent?.error ?? {};
    if (/not known whether/i.test(message)) return { outcome: 'unknown' };
    if (code === 'UNAVAILABLE' || code === 'STORAGE_FULL') return { outcome: 'refused' };
    return { outcome: 'refused', oddity: `${tool} answered ${code}: ${message}` };
  }

  /** Whether a search for a word finds a title with it; a sentence if there was no proper answer. */
  async shows(word: string): Promise<boolean | string> {
    const reply = await this.#ask('search_publications', { query: word });
    if (typeof reply === 'string') return reply;
    const { isError, content, structuredContent } = reply;
    if (isError === true || structuredContent?.results === undefined)
      return content?.[0]?.text ?? 'no results';
    return structuredContent.results.some(({ title }) => title?.includes(word));
  }

  close(): void {
    this.#connection.close();
  }

  async #ask(tool: string, args: object): Promise<ToolAnswer | string> {
    const { url } = this.#connection;
    const reply = await this.#connection.ask(requestText(url, callMessage(1, { tool, args })));
    if (typeof reply === 'string') return reply;
    if (reply.status !== 200) return `status ${reply.status}`;
    const { result, error } = JSON.parse(reply.body) as { result?: ToolAnswer; error?: { message: string } };
    return result ?? error?.message ?? 'neither result nor error';
  }
}
