import { Bridge, PROTOCOL_VERSION } from './bridge.ts';
import {
  type Abilities,
  type Host,
  HostError,
  type HostEvent,
  type OutgoingFile,
  type ToolResult,
} from './host.ts';
import { applyLooks, isDark, type Looks } from './theme.ts';

/** A host that has not answered the handshake by then is said to be silent; it may still answer. */
const PATIENCE_MS = 8_000;
/** Hosts ask their user before some calls. */
const CALL_MS = 120_000;
/** Some hosts lose the result when they load a view again; so it is asked for once more. */
const RESULT_MS = 4_000;

const SILENT =
  'The host has not answered, so there is nothing to show yet. Ask again in the chat, or read the answer there.';

interface HostContext extends Looks {
  readonly displayMode?: unknown;
  readonly availableDisplayModes?: readonly unknown[];
}

interface Initialized {
  readonly hostCapabilities?: Readonly<Record<string, unknown>>;
  readonly hostContext?: HostContext;
}

/** A chat that shows MCP Apps. */
export class ChatHost implements Host {
  readonly #bridge: Bridge;
  #listener: (event: HostEvent) => void = () => {};
  #can: Readonly<Record<string, unknown>> = {};
  #context: HostContext = {};
  #isAnswered = false;

  constructor() {
    this.#bridge = new Bridge({
      notified: (method, params) => this.#notified(method, params),
      requested: (method) => this.#requested(method),
    });
  }

  get abilities(): Abilities {
    const modes = this.#context.availableDisplayModes ?? [];
    return {
      call: this.#can.serverTools !== undefined,
      fullscreen: modes.includes('fullscreen'),
      isFull: this.#context.displayMode === 'fullscreen',
    };
  }

  start(listener: (event: HostEvent) => void): void {
    this.#listener = listener;
    void this.#shakeHands();
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const late = 'The host did not answer. Try again, or ask in the chat.';
    try {
      return await this.#bridge.request('tools/call', { name: tool, arguments: args }, CALL_MS, late);
    } catch (error) {
      throw new HostError((error as Error).message);
    }
  }

  openLink(url: string): boolean {
    if (this.#can.openLinks === undefined) return false;
    this.#request('ui/open-link', { url }).catch(() => {
      // A host that refuses says so itself.
    });
    return true;
  }

  async download({ name, mediaType, text }: OutgoingFile): Promise<boolean> {
    if (this.#can.downloadFile === undefined) return false;
    const resource = { uri: `file:///${name}`, mimeType: mediaType, text };
    try {
      const { isError } = await this.#request('ui/download-file', {
        contents: [{ type: 'resource', resource }],
      });
      return isError !== true;
    } catch {
      return false;
    }
  }

  tellModel(text: string): void {
    if (this.#can.updateModelContext === undefined) return;
    this.#request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {
      // The model then knows less; the reader loses nothing.
    });
  }

  visited(): void {}

  /** The chat has no addresses for what stands in it. */
  hrefOf(): undefined {}

  isDark(): boolean {
    return isDark();
  }

  toggleFullscreen(): void {
    const mode = this.#context.displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
    this.#request('ui/request-display-mode', { mode }).then(
      ({ mode: displayMode = mode }) => this.#see({ displayMode }),
      () => {
        // It stays as it is.
      },
    );
  }

  /** Some hosts show the frame only when this is done: it comes first, and nothing waits before it. */
  async #shakeHands(): Promise<void> {
    const patience = setTimeout(() => this.#listener({ type: 'failed', message: SILENT }), PATIENCE_MS);
    try {
      const { hostCapabilities, hostContext }: Initialized = await this.#bridge.request(
        'ui/initialize',
        {
          protocolVersion: PROTOCOL_VERSION,
          appInfo: { name: 'robotics-mcp', version: '1' },
          appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
        },
        2 ** 31 - 1,
        SILENT,
      );
      this.#can = hostCapabilities ?? {};
      this.#see(hostContext ?? {});
      this.#bridge.notify('ui/notifications/initialized', {});
      this.#listener({ type: 'ready' });
      this.#tellSize();
    } catch (error) {
      this.#listener({ type: 'failed', message: `The host refused the view: ${(error as Error).message}` });
    } finally {
      clearTimeout(patience);
    }
  }

  #notified(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === 'ui/notifications/tool-input') this.#takeInput(params.arguments);
    if (method === 'ui/notifications/tool-result') this.#end({ type: 'result', result: params });
    if (method === 'ui/notifications/tool-cancelled') {
      this.#end({ type: 'cancelled', reason: params.reason as string | undefined });
    }
    if (method === 'ui/notifications/host-context-changed') this.#see(params);
  }

  #requested(method: string): Readonly<Record<string, unknown>> | undefined {
    if (method === 'ping') return {};
    if (method !== 'ui/resource-teardown') return undefined;
    this.#listener({ type: 'closed' });
    return {};
  }

  #takeInput(asked: unknown): void {
    const args = (asked ?? {}) as Readonly<Record<string, unknown>>;
    this.#listener({ type: 'asked', asked: args });
    setTimeout(async () => {
      if (this.#isAnswered || !this.abilities.call) return;
      try {
        this.#end({ type: 'result', result: await this.call('show', args) });
      } catch (error) {
        this.#end({ type: 'failed', message: (error as Error).message });
      }
    }, RESULT_MS);
  }

  #end(event: HostEvent): void {
    this.#isAnswered = true;
    this.#listener(event);
  }

  #see(context: HostContext): void {
    this.#context = { ...this.#context, ...context };
    applyLooks(context);
    this.#listener({ type: 'theme' });
  }

  #tellSize(): void {
    let told = 0;
    new ResizeObserver(() => {
      const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
      if (height === told) return;
      told = height;
      this.#bridge.notify('ui/notifications/size-changed', { height });
    }).observe(document.documentElement);
  }

  #request(method: string, params: Readonly<Record<string, unknown>>) {
    return this.#bridge.request(method, params, CALL_MS, 'The host did not answer.');
  }
}
