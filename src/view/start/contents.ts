import type { Overview } from '../../tools/show/overview-shape.ts';

/** What the service says of itself. */
interface Status {
  readonly name: string;
  readonly version: string;
  readonly terms: string;
  readonly protocol_revisions: readonly string[];
  readonly tools: readonly string[];
  readonly dataset: {
    readonly version: string;
    readonly date: string;
    readonly age_days: number;
    readonly source: string;
    readonly contributions: number;
    readonly counts: Readonly<Record<string, number>>;
    readonly warnings?: readonly string[] | undefined;
  };
}

/** A host, and what its user has to paste or to do. */
interface HostSetup {
  readonly title: string;
  readonly say?: string | undefined;
  readonly configuration: string;
}

/** All that the start page shows. */
export interface StartContents {
  readonly status: Status;
  readonly overview: Overview;
  /** The endpoint as the reader reached it. */
  readonly address: string;
  /** True where the reader may search. */
  readonly isExplorer: boolean;
  readonly hosts: readonly HostSetup[];
  /** A question from a shell. */
  readonly curl: string;
  /** What can be followed, by name. */
  readonly feeds: readonly string[];
}
