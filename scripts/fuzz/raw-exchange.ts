import { connect } from 'node:net';
import { leaksIn } from './judge.ts';

/** A connection on which nothing comes for so long is given up. */
const QUIET_MS = 30_000;

/** What came back on a connection, up to its end. */
interface Received {
  readonly text: string;
  readonly isQuiet: boolean;
  readonly isRefused: boolean;
}

/** Sends the pieces, says that nothing more will come, and reads to the end. */
export function exchangeRaw(port: number, pieces: readonly Buffer[]): Promise<Received> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let isQuiet = false;
    let isRefused = false;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true }, () => {
      for (const piece of pieces) socket.write(piece);
      socket.end();
    });
    socket.setTimeout(QUIET_MS, () => {
      isQuiet = true;
      socket.destroy();
    });
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      isRefused ||= error.code === 'ECONNREFUSED';
    });
    socket.on('close', () => resolve({ text: Buffer.concat(parts).toString('latin1'), isQuiet, isRefused }));
  });
}

/** What no bytes may bring about, whatever they are. */
export function faultsOfRaw({ text, isQuiet, isRefused }: Received): string[] {
  const answers = text.split(/(?=HTTP\/1\.[01] \d{3} )/).filter((answer) => answer !== '');
  return [
    ...(isRefused ? ['takes no connection any more'] : []),
    ...(isQuiet ? ['neither answered nor closed'] : []),
    ...answers.flatMap((answer) => faultsOfAnswer(answer)),
  ];
}

function faultsOfAnswer(answer: string): string[] {
  const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(answer)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return ['answered no HTTP'];
  const isBusy = status === 503 && /\r\nretry-after: *\d/i.test(answer);
  return [...(status >= 500 && !isBusy ? [`answered ${status}`] : []), ...leaksIn(answer)];
}
