import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startNode } from './children.ts';
import { builtProgram } from './program.ts';

export interface RunningServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
}

/** The built server over HTTP, at a free port, in a process of its own. */
export function startHttpServer(): Promise<RunningServer> {
  return listening(startNode([builtProgram(), '--http', '--port', '0']));
}

/** A server of `node:http` alone that parses each request and answers the bytes of `answerFile`. */
export function startBareServer(answerFile: string): Promise<RunningServer> {
  const file = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  return listening(startNode(['--import', 'tsx', file, answerFile]));
}

/** Both servers say on standard error where they listen. */
export function listening(child: ChildProcessWithoutNullStreams): Promise<RunningServer> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const url = /http:\/\/[^\s]+/.exec(text)?.[0];
      if (url !== undefined && text.includes('\n')) resolve({ child, url });
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
}
