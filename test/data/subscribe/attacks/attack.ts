import type { ReleaseSource, SyncProblem } from '../../../../src/data/releases/release-source.ts';
import type { SyncOptions } from '../../../../src/data/subscribe/sync.ts';
import type { AttackFixture } from './fixture.ts';

/** The attacks that The Update Framework names (https://theupdateframework.io/docs/security/), in its words. */
export const namedAttacks = [
  'arbitrary software installation',
  'rollback',
  'fast-forward',
  'indefinite freeze',
  'endless data',
  'slow retrieval',
  'extraneous dependencies',
  'mix-and-match',
  'wrong software installation',
  'malicious mirrors',
  'key compromise',
] as const;

/** One of those, or `local trouble`: what a client's own machine adds to them. */
type AttackKind = (typeof namedAttacks)[number] | 'local trouble';

/** Another offer in place of one. */
export type Tamper = (offer: ReleaseSource, fixture: AttackFixture) => ReleaseSource;

/** An answer on its way from the service to the client. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How its body is sent; whole if left out. */
  readonly delivery?: Delivery;
}

export type Delivery =
  /** Nothing comes, not even a status. */
  | 'never'
  /** A byte at a time, with pauses. */
  | 'drip'
  /** The body again and again, for as long as somebody reads. */
  | 'endless'
  /** Half of the body, and then the connection breaks. */
  | 'cut'
  /** The body, and then an answer that does not end. */
  | 'held';

/** What the client has asked for, as far as it tells attacks apart. */
export interface Asked {
  readonly httpMethod: string;
  /** JSON-RPC's; empty for an answer to a question of the service. */
  readonly method: string;
  readonly id: number | string | undefined;
  /** Of the resource that is to be read. */
  readonly uri: string | undefined;
}

/** One thing that goes wrong, which others can be added to. */
export interface Attack {
  readonly what: string;
  readonly kind: AttackKind;
  /** Changes what is offered. */
  readonly offer?: Tamper;
  /** Changes an answer on its way. */
  readonly reply?: (reply: Reply, asked: Asked) => Reply;
  /** Changes a client's data directory. */
  readonly home?: (home: string, fixture: AttackFixture) => void;
  /** Mends in it what only a person can. */
  readonly mend?: (home: string) => void;
  /** Changes the client's surroundings. */
  readonly options?: Partial<Pick<SyncOptions, 'now'>>;
  /** What it is refused with when it comes alone; left out where the client goes on all the same. */
  readonly problem?: SyncProblem;
  /** What is said then. */
  readonly says?: RegExp;
  /** True: made with the publisher's key, so that what it signs counts until another key is given. */
  readonly hasKey?: boolean;
  /** True: only the client's patience ends it, which is short then. */
  readonly isSlow?: boolean;
}
