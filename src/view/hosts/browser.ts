import {
  type Abilities,
  type Host,
  HostError,
  type HostEvent,
  type OutgoingFile,
  type ToolResult,
} from './host.ts';
import { downloadByPage, onSystemTheme } from './page.ts';

/** A request that takes longer is given up. */
const CALL_MS = 60_000;

/** A page of the service itself, which asks it at the endpoint that it came from. */
export class BrowserHost implements Host {
  readonly abilities: Abilities = { call: true, fullscreen: false };
  readonly #endpoint: string;
  readonly #asked: Readonly<Record<string, unknown>> | undefined;
  #last = 0;

  /** `asked` are the arguments of the `show` that is to be seen first. */
  constructor(endpoint: string, asked?: Readonly<Record<string, unknown>>) {
    this.#endpoint = endpoint;
    this.#asked = asked;
  }

  start(listener: (event: HostEvent) => void): void {
    onSystemTheme(() => listener({ type: 'theme' }));
    listener({ type: 'ready' });
    if (this.#asked === undefined) return;
    listener({ type: 'asked', asked: this.#asked });
    this.call('show', this.#asked).then(
      (result) => listener({ type: 'result', result }),
      (error: Error) => listener({ type: 'failed', message: error.message }),
    );
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

  openLink(): boolean {
    return false;
  }

  async download(file: OutgoingFile): Promise<boolean> {
    downloadByPage(file);
    return true;
  }

  tellModel(): void {}

  toggleFullscreen(): void {}
}
