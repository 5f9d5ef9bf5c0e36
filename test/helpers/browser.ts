import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** A browser that is there, by `CHROME_PATH` or by one of its names; CI installs one. */
export const BROWSER = findBrowser();

function findBrowser(): string | undefined {
  const given = process.env.CHROME_PATH;
  if (given !== undefined && given !== '') return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message: string };
}

/** How a page is looked at. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  readonly scripts?: boolean;
}

/** A page that was opened, and what happened meanwhile. */
export interface Page {
  /** What the console, the page's own errors and the security policy had to say. */
  readonly complaints: readonly string[];
  /** The address of everything that was asked for. */
  readonly requests: readonly string[];
  evaluate<T>(expression: string): Promise<T>;
  /** A PNG of the whole page. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A headless Chromium that is spoken to through two pipes, in the words of its own DevTools protocol. */
export class Browser {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Map<string, (method: string, params: Params) => void>();
  #last = 0;

  constructor(path: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'robotics-mcp-browser-'));
    const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update'];
    this.#child = spawn(
      path,
      [...args, ...quiet, '--remote-debugging-pipe', `--user-data-dir=${this.#profile}`],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    this.#listen(this.#child.stdio[4] as Readable);
  }

  /** Opens an address and waits until all of it is there. */
  async open(url: string, view: View): Promise<Page> {
    const { targetId } = await this.#send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    const session = String(sessionId);
    const complaints: string[] = [];
    const requests: string[] = [];
    const loaded = new Promise<void>((resolve) => {
      this.#listeners.set(session, (method, params) => {
        const complaint = complaintIn(method, params);
        if (complaint !== undefined) complaints.push(complaint);
        if (method === 'Network.requestWillBeSent') requests.push(urlOf(params));
        if (method === 'Page.loadEventFired') resolve();
      });
    });
    const send = (method: string, params: Params = {}) => this.#send(method, params, session);
    for (const domain of ['Page', 'Network', 'Log', 'Runtime', 'Audits']) await send(`${domain}.enable`);
    await send('Emulation.setScriptExecutionDisabled', { value: view.scripts === false });
    await send('Emulation.setDeviceMetricsOverride', {
      width: view.width,
      height: view.height,
      deviceScaleFactor: 1,
      mobile: view.width < 600,
    });
    await send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: view.scheme }],
    });
    await send('Page.navigate', { url });
    await loaded;
    return {
      complaints,
      requests,
      evaluate: async <T>(expression: string) => {
        const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
        return (result as { value: T }).value;
      },
      screenshot: async () => {
        const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: true });
        return Buffer.from(String(data), 'base64');
      },
      close: async () => {
        this.#listeners.delete(session);
        await this.#send('Target.closeTarget', { targetId });
      },
    };
  }

  async close(): Promise<void> {
    const gone = once(this.#child, 'exit');
    await this.#send('Browser.close', {});
    await gone;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #listen(stream: Readable): void {
    let text = '';
    stream.setEncoding('utf8').on('data', (more: string) => {
      const parts = (text + more).split('\0');
      text = parts.pop() ?? '';
      for (const part of parts) this.#take(JSON.parse(part) as Message & { sessionId?: string });
    });
  }

  #take(message: Message & { readonly sessionId?: string }): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else if (message.method !== undefined) {
      this.#listeners.get(message.sessionId ?? '')?.(message.method, message.params ?? {});
    }
  }

  #send(method: string, params: Params, sessionId?: string): Promise<Params> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
      (this.#child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }
}

function complaintIn(method: string, params: Params): string | undefined {
  const told = ['Runtime.exceptionThrown', 'Audits.issueAdded', 'Network.loadingFailed'];
  const isLog = method === 'Log.entryAdded' || method === 'Runtime.consoleAPICalled';
  return isLog || told.includes(method) ? `${method}: ${JSON.stringify(params).slice(0, 400)}` : undefined;
}

function urlOf({ request }: Params): string {
  return (request as { url: string }).url;
}
