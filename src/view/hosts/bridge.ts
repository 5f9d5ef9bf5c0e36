/** The revision of MCP Apps that is spoken (modelcontextprotocol/ext-apps, specification/2026-01-26). */
export const PROTOCOL_VERSION = '2026-01-26';

type Params = Readonly<Record<string, unknown>>;

interface Waiting {
  resolve(result: Params): void;
  reject(error: Error): void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** A message of the other side, as far as it is looked at. */
interface Received {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message?: unknown } | undefined;
}

/** What the other side may send without being asked. */
interface Incoming {
  notified(method: string, params: Params): void;
  /** Answers a request; undefined for a method that is not known. */
  requested(method: string, params: Params): Params | undefined;
}

/**
 * JSON-RPC 2.0 with the window that this one stands in. Only that window is listened to. A request that is not
 * answered in time fails; what is answered twice, or was never asked, is dropped.
 */
export class Bridge {
  readonly #parent: Window;
  readonly #waiting = new Map<unknown, Waiting>();
  #last = 0;

  constructor(incoming: Incoming) {
    this.#parent = window.parent;
    window.addEventListener('message', ({ source, data }) => {
      if (source === this.#parent && data?.jsonrpc === '2.0') this.#take(data, incoming);
    });
  }

  /** Throws an Error with the other side's words, or those of `late` after `milliseconds`. */
  request(method: string, params: Params, milliseconds: number, late: string): Promise<Params> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(late));
      }, milliseconds);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: Params): void {
    this.#send({ method, params });
  }

  #take({ id, method, params = {}, result, error }: Received, incoming: Incoming): void {
    if (method === undefined) this.#settle(id, result, error);
    else if (id === undefined) incoming.notified(method, params);
    else {
      const answer = incoming.requested(method, params);
      const unknown = { code: -32601, message: `There is no method ${method}.` };
      this.#send(answer === undefined ? { id, error: unknown } : { id, result: answer });
    }
  }

  #settle(id: unknown, result: Params = {}, error: Received['error']): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(String(error.message ?? 'The host refused.')));
  }

  #send(message: Params): void {
    // Where the host comes from is not known before it has spoken, and what is sent is no secret.
    this.#parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
