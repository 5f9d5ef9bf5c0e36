import type { Asked, Shown } from '../../tools/show/shape.ts';
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
  #last = 0;

  /** `shown` is what the service has put on the page already. */
  constructor(endpoint: string, shown: Shown) {
    super(shown);
    this.#endpoint = endpoint;
    this.#first = shown.asked;
  }

  override start(listener: (event: HostEvent) => void): void {
    super.start(listener);
    window.addEventListener('popstate', ({ state }) => {
      const asked = (state as Asked | null) ?? this.#first;
      this.call('show', asked).then(
        (result) => listener({ type: 'result', result }),
        (error: Error) => listener({ type: 'failed', message: error.message }),
      );
    });
  }

  /** JSON-RPC over POST: the service answers a call without a session. */
  async call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const request = {
      jsonrpc: '2.0',
      id: ++this.#last,
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

  /** Each step has an address, which can be shared, and the browser's own way back. */
  visited(asked: Asked): void {
    history.pushState(asked, '', addressOf(asked));
  }
}
