import type { Asked } from '../../tools/show/shape.ts';
import { readAnswer } from '../answer.ts';
import { addressOf } from '../files/address.ts';
import { type Abilities, HostError, type HostEvent, type ToolResult } from './host.ts';
import { PageHost } from './page.ts';

/** A request that takes longer is given up. */
const CALL_MS = 60_000;

/** A page of the service itself, which asks it at the endpoint that it came from. */
export class BrowserHost extends PageHost {
  readonly abilities: Abilities = { call: true, fullscreen: false };
  readonly #endpoint: string;
  readonly #first: Asked;
  #calls = 0;
  #last: Asked | undefined;

  /** `first` is what the service was asked for, and shows on the page already. */
  constructor(endpoint: string, first: Asked) {
    super(undefined);
    this.#endpoint = endpoint;
    this.#first = first;
    this.#last = first;
  }

  override start(listener: (event: HostEvent) => void): void {
    super.start(listener);
    window.addEventListener('popstate', ({ state }) => {
      const asked = (state as Asked | null) ?? this.#first;
      this.#last = asked;
      this.call('show', asked).then(
        (result) => {
          titlePage(readAnswer(result).shown?.title);
          listener({ type: 'result', result });
        },
        (error: Error) => listener({ type: 'failed', message: error.message }),
      );
    });
  }

  /** JSON-RPC over POST: the service answers a call without a session. */
  async call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const request = {
      jsonrpc: '2.0',
      id: ++this.#calls,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    };
    const { result, error } = await this.#post(JSON.stringify(request));
    if (result === undefined)
      throw new HostError(String(error?.message ?? 'The service answered with nothing.'));
    return result;
  }

  async #post(body: string): Promise<{ result?: ToolResult; error?: { message?: string } }> {
    try {
      const response = await fetch(this.#endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body,
        signal: AbortSignal.timeout(CALL_MS),
      });
      return await response.json();
    } catch {
      throw new HostError('The service cannot be reached. Look whether it runs, then try again.');
    }
  }

  override hrefOf(asked: Asked): string {
    return addressOf(asked);
  }

  /** Each step has an address, which can be shared, and the browser's own way back. */
  visited(asked: Asked, title: string): void {
    const isElsewhere = asked.view !== this.#last?.view || asked.view === 'record';
    this.#last = asked;
    history.pushState(asked, '', addressOf(asked));
    titlePage(title);
    // What is sorted or filtered stays under the reader's eyes; what is new is read from its beginning.
    if (isElsewhere) scrollTo(0, 0);
  }
}

function titlePage(title: unknown): void {
  if (typeof title === 'string') document.title = `${title} · robotics-mcp`;
}
