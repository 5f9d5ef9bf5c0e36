import type { SourceOf } from '../data/dataset/canonical.ts';
import type { Kind } from '../kinds/kinds.ts';
import type { Fetcher } from './fetcher.ts';
import type { KnownRecords } from './known.ts';

/** The services and files that records come from, in the order in which a day's run asks them. */
export const sourceNames = ['arxiv', 'openfda', 'feeds', 'links', 'fcc'] as const;
export type SourceName = (typeof sourceNames)[number];

/** A whole record that a source states, new or in the place of the one with its id. */
export type RecordFinding = {
  readonly [K in Kind]: {
    readonly type: 'record';
    readonly kind: K;
    readonly record: SourceOf<K>;
    /** Into the next version at once; else somebody looks at it first. */
    readonly trusted: boolean;
    readonly reason: string;
    /** The page or address that states it. */
    readonly source: string;
  };
}[Kind];

/** Something about a record of ours that somebody has to decide. */
export interface ReportFinding {
  readonly type: 'report';
  readonly kind: Kind;
  readonly id: string;
  readonly field?: string;
  /** The same words each time that it is found, so that it is told once. */
  readonly problem: string;
  readonly suggested?: string;
  readonly evidence?: string;
  /** From 0 to 1. */
  readonly confidence?: number;
}

/** Something that a source said and that nothing was made of, with the reason. */
export interface RefusedFinding {
  readonly type: 'refused';
  readonly source: string;
  /** What it calls itself: an identifier, an address, a title. */
  readonly what: string;
  readonly reason: string;
}

/** Nothing to do, and nothing wrong: it is only counted. */
export interface PassedFinding {
  readonly type: 'passed';
  readonly why: string;
}

/** All before this is told: a run that breaks off later goes on from here. */
export interface Checkpoint {
  readonly type: 'checkpoint';
  readonly position: unknown;
}

export type Finding = RecordFinding | ReportFinding | RefusedFinding | PassedFinding | Checkpoint;

export interface HarvestRequest {
  /** `YYYY-MM-DD`: what has changed on this day or later. */
  readonly since: string;
  /** `YYYY-MM-DD`; nothing is dated later. */
  readonly today: string;
  /** Where a run broke off, as its last checkpoint said. */
  readonly position: unknown;
  readonly fetcher: Fetcher;
  readonly known: KnownRecords;
  readonly signal: AbortSignal;
  /** How far it is, for somebody who watches. */
  readonly onProgress: (text: string) => void;
}

/** One source: asks for what is new and says what it found. Throws a SourceFault where it cannot go on. */
export interface Adapter {
  readonly name: SourceName;
  /** Days that are asked for again, because sources add to days that have passed. */
  readonly overlapDays: number;
  harvest(request: HarvestRequest): AsyncIterable<Finding>;
}
