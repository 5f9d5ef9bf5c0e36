import type { Draws } from './draws.ts';
import type { Judge } from './judge.ts';
import type { Offer } from './requests.ts';

/** A case that was played. */
export interface Played {
  /** Sentences; none if all is well. */
  readonly faults: readonly string[];
  readonly requests: number;
  /** The revision of each request. */
  readonly revisions: readonly string[];
  /** What was sent, for people. */
  readonly shown: () => string;
}

/** A server in a process of its own that cases are played against, over one transport. */
export interface Side {
  readonly pid: number;
  /** Draws a case and plays it. */
  play(random: Draws): Promise<Played>;
  /** Makes sure that the server is as good as new where a fault may have left it wanting. */
  restart(): Promise<void>;
  /** Ends the server, and tells what is wrong with its end. */
  end(): Promise<string[]>;
}

export interface SideOptions {
  readonly offer: Offer;
  readonly judge: Judge;
  /** The data directory. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}
