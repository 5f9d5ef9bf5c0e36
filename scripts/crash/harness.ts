import type { ChildProcess } from 'node:child_process';
import { stop } from '../harness/processes.ts';

/** A process at work, and when it is to be killed. */
interface Victim {
  readonly child: ChildProcess;
  /** Resolves at the moment of the kill, or when the process has ended by itself. */
  readonly moment: Promise<unknown>;
}

/** What is killed while it works: a server that is written to, a release that is cut, a sync. */
interface CrashSubject {
  begin(): Promise<Victim>;
  /** Looks at what a run left behind, and makes ready for the next. False for a run that was over before it was killed. */
  inspect(wasKilled: boolean): Promise<void>;
}

export interface CrashOptions {
  readonly kills: number;
  /** Processes at one time; one if left out. */
  readonly together?: number;
  readonly onKill?: (kills: number) => void;
}

/** Starts, kills as the system does when it must, and looks, until so many kills have been made. */
export async function crash(
  subject: CrashSubject,
  { kills, together = 1, onKill }: CrashOptions,
): Promise<number> {
  let made = 0;
  const lane = async (): Promise<void> => {
    while (made < kills) {
      const { child, moment } = await subject.begin();
      await moment;
      const wasKilled = child.exitCode === null && child.signalCode === null;
      await stop(child);
      if (wasKilled) made += 1;
      await subject.inspect(wasKilled);
      if (wasKilled) onKill?.(made);
    }
  };
  await Promise.all(Array.from({ length: together }, lane));
  return made;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
