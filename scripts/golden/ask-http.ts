import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../harness/processes.ts';
import type { Asked } from './outcome.ts';
import type { Rows } from './records.ts';
import { type Request, requests } from './requests.ts';
import type { Side } from './sides.ts';

/** How long an answer may take, and how long is waited where none may come. */
const patienceMs = 20_000;
const quietMs = 1_500;
/** Requests that may leave the server waiting are sent so many at a time. */
const lanes = 8;

/** Starts the server with a home of its own and asks all requests. */
export async function requestAll(
  side: Side,
  { rows, seed, count }: { readonly rows: Rows; readonly seed: number; readonly count: number },
  onDone: () => void,
): Promise<Asked[]> {
  const port = await freePort();
  const env = { ...side.env, ROBOTICS_MCP_HOME: join(side.env.HOME ?? '', 'http') };
  const child = spawn(process.execPath, [side.program, '--http', '--port', String(port)], {
    env,
    cwd: join(side.folder, 'here'),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      let said = '';
      const listen = (text: Buffer) => {
        said += String(text);
        if (said.includes('answers at')) resolve();
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
    });
    const all = requests(rows, port, seed, count);
    const asked = new Array<Asked>(all.length);
    const ask = async (request: Request, i: number) => {
      const output = await send(port, request);
      asked[i] = { part: 'requests', input: request.name, output: output.replaceAll(side.folder, 'ROOT') };
      onDone();
    };
    for (const [i, request] of all.entries()) if (!request.stays) await ask(request, i);
    const waiting = [...all.entries()].filter(([, { stays }]) => stays);
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await ask(next[1], next[0]);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return asked;
  } finally {
    child.kill('SIGKILL');
  }
}

/** All that comes back until the server closes or says nothing more. */
function send(port: number, { pieces, stays }: Request): Promise<string> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let end = 'closed';
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.setTimeout(stays ? quietMs : patienceMs, () => {
      end = 'left open';
      socket.destroy();
    });
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve(`[${end}]\n${checkedLengths(Buffer.concat(received).toString('utf8'))}`),
    );
  });
}

/** Says of each length whether it is right, since it counts what is masked as well. */
function checkedLengths(text: string): string {
  const [head = '', ...bodies] = text.split('\r\n\r\n');
  const body = bodies.join('\r\n\r\n');
  const lines = head.split('\r\n').map((line) => {
    const [, length] = /^content-length: (\d+)$/i.exec(line) ?? [];
    if (length === undefined || bodies.length > 1) return line;
    return Number(length) === Buffer.byteLength(body) ? 'content-length: right' : line;
  });
  return [...lines, '', body].join('\n');
}
