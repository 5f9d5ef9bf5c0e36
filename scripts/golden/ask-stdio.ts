import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Call } from './draw-calls.ts';
import type { Asked } from './outcome.ts';
import type { Side } from './sides.ts';

/** So many calls are under way at a time. */
const together = 40;
/** The ids of further pages follow that of the first. */
const idsPerCall = 10;
const patienceMs = 60_000;

/** One process of the built program, asked over its standard streams with all tools on offer. */
export class StdioSession {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (line: string) => void>();
  #asked = 0;

  constructor(side: Side) {
    this.#child = spawn(process.execPath, [side.program, '--tools', 'all'], {
      env: side.env,
      cwd: join(side.folder, 'here'),
    });
    this.#child.stderr.resume();
    this.#child.stdin.on('error', () => undefined);
    this.#child.once('exit', (code) => {
      for (const resolve of this.#waiting.values()) resolve(`the program ended with ${code}`);
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line) as { id?: number };
      if (id === undefined) return;
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    });
  }

  async begin(): Promise<Asked> {
    const clientInfo = { name: 'golden', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const output = await this.#send(0, 'initialize', params);
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    return { part: 'calls', input: 'initialize', output };
  }

  /** Asks all calls; what only reads, many at a time. */
  async askAll(calls: readonly Call[], onAnswer: () => void): Promise<Asked[]> {
    const asked: Asked[] = [];
    for (let at = 0; at < calls.length; ) {
      const group = calls.slice(at, at + together);
      const writing = group.findIndex(({ writes }) => writes);
      const now = writing === -1 ? group : group.slice(0, Math.max(1, writing));
      at += now.length;
      const answers = await Promise.all(
        now.map(async (call) => {
          const pages = await this.#pagesOf(call);
          onAnswer();
          return pages;
        }),
      );
      asked.push(...answers.flat());
    }
    return asked;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #pagesOf({ tool, args, pages }: Call): Promise<Asked[]> {
    this.#asked += 1;
    const first = this.#asked * idsPerCall;
    const asked: Asked[] = [];
    let cursor: string | undefined;
    for (let page = 0; page <= pages; page++) {
      const given = page === 0 ? args : { ...(args as object), cursor };
      const output = await this.#send(first + page, 'tools/call', { name: tool, arguments: given });
      asked.push({ part: 'calls', input: `${tool} ${JSON.stringify(args)} page ${page}`, output });
      cursor = /"structuredContent".*"next_cursor":"([^"]*)"/.exec(output)?.[1];
      if (cursor === undefined) break;
    }
    return asked;
  }

  #send(id: number, method: string, params: object): Promise<string> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('no answer in time'), patienceMs);
      this.#waiting.set(id, (line) => {
        clearTimeout(timer);
        resolve(line);
      });
      this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }
}
