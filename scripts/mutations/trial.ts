import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Asked, Line } from './histories.ts';

/** What became of a mutant in histories of one kind. */
export interface Tried {
  readonly mutant: number;
  /** Of the history that broke a promise; left out where none did, or the process itself ended. */
  readonly seed?: number;
  /** The promise that was broken. */
  readonly by?: string;
  /** How many histories were run until then. */
  readonly ran?: number;
}

/** A mutant of which nothing is heard for so long does not come to an end. */
const SILENCE_MS = 600_000;

/** The mutations that histories of a kind come by. Throws an Error where the program as it is breaks a promise. */
export async function reachedBy(bundle: string, asked: Asked): Promise<ReadonlySet<number>> {
  let reached: ReadonlySet<number> | undefined;
  const { said } = await run(bundle, asked, (line) => {
    if (!('reached' in line)) return;
    if (line.broken !== undefined) throw new Error(`The program as it is breaks a promise: ${line.broken}`);
    reached = new Set(line.reached);
  });
  if (reached === undefined) throw new Error(`The histories of ${asked.kind} cannot be run: ${said}`);
  return reached;
}

/** Tries mutants one after the other; a process that ends by one of them is followed by another for the rest. */
export async function tryMutants(
  bundle: string,
  asked: Asked & Required<Pick<Asked, 'mutants'>>,
  onTried: (tried: Tried) => void,
): Promise<void> {
  for (let left = asked.mutants; left.length > 0; ) {
    let begun = left[0];
    const { said } = await run(bundle, { ...asked, mutants: left }, (line) => {
      if ('begins' in line) begun = line.begins;
      if (!('mutant' in line)) return;
      onTried(line);
      begun = undefined;
      left = left.filter((mutant) => mutant !== line.mutant);
    });
    if (begun === undefined) continue;
    onTried({ mutant: begun, by: said });
    left = left.filter((mutant) => mutant !== begun);
  }
}

/** Resolves when the process has ended, with the last that it said of itself. */
async function run(
  bundle: string,
  asked: Asked,
  onLine: (line: Line) => void,
): Promise<{ readonly said: string }> {
  const child = spawn(process.execPath, [bundle, JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const giveUp = () => {
    said = 'the histories do not come to an end';
    child.kill('SIGKILL');
  };
  let timer = setTimeout(giveUp, SILENCE_MS);
  for await (const line of createInterface(child.stdout)) {
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE_MS);
    onLine(JSON.parse(line) as Line);
  }
  await ended;
  clearTimeout(timer);
  return { said: said.split('\n').find((line) => /Error|do not/.test(line)) ?? said.slice(0, 200) };
}
