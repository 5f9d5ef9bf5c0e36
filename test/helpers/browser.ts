import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

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
  /** Addresses that are not loaded; `*` stands for anything. */
  readonly blocked?: readonly string[];
  /** Run in every document before its own scripts. */
  readonly before?: string;
}

/** A page that was opened, and what happened meanwhile. */
export interface Page {
  /** What the console, the page's own errors and the security policy had to say. */
  readonly complaints: readonly string[];
  /** The address of everything that was asked for. */
  readonly requests: readonly string[];
  /** What an expression comes to, in the page or in the first frame of it whose address `frame` matches. */
  evaluate<T>(expression: string, frame?: RegExp): Promise<T>;
  /** Asks until the expression comes to something that counts as true, and is no empty list, and returns it. */
  until<T>(expression: string, frame?: RegExp): Promise<T>;
  /** Presses keys by their names, one after the other, wherever the focus is. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** A PNG of the whole page, or of its upper left corner. */
  screenshot(corner?: { readonly width: number; readonly height: number }): Promise<Buffer>;
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
    const frames = new Frames();
    const loaded = new Promise<void>((resolve) => {
      this.#listeners.set(session, (method, params) => {
        const complaint = complaintIn(method, params);
        if (complaint !== undefined) complaints.push(complaint);
        if (method === 'Network.requestWillBeSent') requests.push((params.request as { url: string }).url);
        frames.take(method, params);
        // The empty page that a tab begins with is loaded too.
        if (method === 'Page.loadEventFired' && !frames.isBlank) resolve();
      });
    });
    const send = (method: string, params: Params = {}) => this.#send(method, params, session);
    for (const domain of ['Page', 'Network', 'Log', 'Runtime', 'Audits']) await send(`${domain}.enable`);
    await send('Emulation.setScriptExecutionDisabled', { value: view.scripts === false });
    await send('Network.setBlockedURLs', { urls: view.blocked ?? [] });
    await send('Emulation.setDeviceMetricsOverride', {
      width: view.width,
      height: view.height,
      deviceScaleFactor: 1,
      mobile: view.width < 600,
    });
    await send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: view.scheme }],
    });
    if (view.before !== undefined) {
      await send('Page.addScriptToEvaluateOnNewDocument', { source: view.before });
    }
    await send('Page.navigate', { url });
    await loaded;
    const evaluate = async <T>(expression: string, frame?: RegExp) => {
      const contextId = frame && frames.contextOf(frame);
      if (frame !== undefined && contextId === undefined) return undefined as T;
      const asked = { expression, returnByValue: true, awaitPromise: true, contextId };
      const { result, exceptionDetails } = await send('Runtime.evaluate', asked);
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails).slice(0, 600));
      return (result as { value: T }).value;
    };
    return {
      complaints,
      requests,
      evaluate,
      until: async <T>(expression: string, frame?: RegExp) => {
        for (;;) {
          const value = await evaluate<T>(expression, frame);
          if (value && !(Array.isArray(value) && value.length === 0)) return value;
          await setTimeout(20);
        }
      },
      press: async (...keys) => {
        for (const key of keys) {
          await send('Input.dispatchKeyEvent', { type: 'keyDown', ...KEYS[key] });
          await send('Input.dispatchKeyEvent', { type: 'keyUp', ...KEYS[key] });
        }
      },
      type: async (text) => {
        await send('Input.insertText', { text });
      },
      screenshot: async (corner) => {
        const clip = corner && { x: 0, y: 0, scale: 1, ...corner };
        const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: true, clip });
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

  /** Ends it at once, when nobody can wait for it. */
  kill(): void {
    this.#child.kill('SIGKILL');
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

/** Keys as DevTools wants them told. */
const KEYS: Readonly<Record<string, Params>> = {
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  'Shift+Tab': { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: 8 },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  Down: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
};

/** Where scripts run: the context of each frame, by the address of its document. */
class Frames {
  readonly #contexts = new Map<number, string>();
  readonly #addresses = new Map<string, string>();

  /** Until the page that was asked for has come. */
  get isBlank(): boolean {
    return [...this.#addresses.values()].every((address) => address === 'about:blank');
  }

  take(method: string, params: Params): void {
    if (method === 'Page.frameNavigated') {
      const { id, url } = params.frame as { id: string; url: string };
      this.#addresses.set(id, url);
    }
    if (method === 'Runtime.executionContextCreated') {
      const { id, auxData } = params.context as { id: number; auxData: { frameId: string } };
      this.#contexts.set(id, auxData.frameId);
    }
    if (method === 'Runtime.executionContextDestroyed') {
      this.#contexts.delete(params.executionContextId as number);
    }
    if (method === 'Runtime.executionContextsCleared') this.#contexts.clear();
  }

  /** Of the newest document whose address fits. */
  contextOf(address: RegExp): number | undefined {
    const fits = ([, frame]: [number, string]) => address.test(this.#addresses.get(frame) ?? '');
    return [...this.#contexts].findLast(fits)?.[0];
  }
}

function complaintIn(method: string, params: Params): string | undefined {
  const told = ['Runtime.exceptionThrown', 'Audits.issueAdded', 'Network.loadingFailed'];
  const isLog = method === 'Log.entryAdded' || method === 'Runtime.consoleAPICalled';
  return isLog || told.includes(method) ? `${method}: ${JSON.stringify(params).slice(0, 400)}` : undefined;
}
