import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Lines {
  /** Sends a message and returns what comes back for it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ask(message: unknown): Promise<any>;
}

/** Speaks to what `serve` starts, a message a line. */
export function connectLines(serve: (streams: { input: PassThrough; output: PassThrough }) => void): Lines {
  const input = new PassThrough();
  const output = new PassThrough();
  serve({ input, output });
  let received = '';
  output.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  return {
    ask: async (message) => {
      received = '';
      input.write(`${JSON.stringify(message)}\n`);
      for (let tries = 0; tries < 1000 && !received.endsWith('\n'); tries += 1) await sleep(2);
      return JSON.parse(received);
    },
  };
}
