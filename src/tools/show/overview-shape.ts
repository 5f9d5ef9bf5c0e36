/** What the start page says of the data; read by the page too, so that nothing but text and numbers stands here. */

export interface CountedValue {
  /** As searches take it. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
  /** A count of which the data are known to hold a part alone. */
  readonly part?: true | undefined;
}

/** A record of which the start page tells. */
export interface Noted {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly date: string;
}

/** What the start page says of the data. */
export interface Overview {
  /** Most robots first. */
  readonly robotsByCategory: readonly CountedValue[];
  /** Oldest first, without gaps, to the last year that was over on the date of the data. */
  readonly papersByYear: readonly CountedValue[];
  /** Newest first. */
  readonly news: readonly Noted[];
  /** Deadlines for registration or submission that are still to come, soonest first. */
  readonly deadlines: readonly Noted[];
  /** Days on which competitions are held, soonest first. */
  readonly events: readonly Noted[];
  /** What the newest version of the data changed; undefined where that is not known. */
  readonly changes:
    | { readonly version: string; readonly date: string; readonly kinds: readonly KindChanges[] }
    | undefined;
}

interface KindChanges {
  readonly kind: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}
