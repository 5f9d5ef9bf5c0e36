import type { Catalogue } from '../search/catalogue.ts';

/** A catalogue held for the time of one answer. */
export interface Lease {
  readonly catalogue: Catalogue;
  /** Says that the answer is made. Further calls do nothing. */
  release(): void;
}

interface Held {
  readonly catalogue: Catalogue;
  users: number;
}

/**
 * The catalogue in use. An answer keeps to the one that it began with; one that was replaced is closed when the
 * last answer from it is made.
 */
export class Versions {
  private held: Held;

  constructor(catalogue: Catalogue) {
    this.held = { catalogue, users: 0 };
  }

  get catalogue(): Catalogue {
    return this.held.catalogue;
  }

  lease(): Lease {
    const { held } = this;
    held.users += 1;
    let isReleased = false;
    return {
      catalogue: held.catalogue,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        held.users -= 1;
        if (held.users === 0 && held !== this.held) held.catalogue.close();
      },
    };
  }

  /** Puts another catalogue in place. */
  replace(catalogue: Catalogue): void {
    const { held } = this;
    this.held = { catalogue, users: 0 };
    if (held.users === 0) held.catalogue.close();
  }
}
