/** Something wrong in the dataset: where (`robots.jsonl:unitree-g1` or file and line) and what to do about it. */
export interface Fault {
  /** Name of the check that found it. */
  readonly check: string;
  readonly where: string;
  readonly message: string;
}

const shown = 20;

/** The dataset cannot be used; `faults` says why. */
export class DatasetError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const list = faults.slice(0, shown).map(({ where, message }) => `${where}: ${message}`);
    if (faults.length > shown) list.push(`and ${faults.length - shown} more`);
    super(`The dataset has ${faults.length} faults:\n${list.join('\n')}`);
    this.name = 'DatasetError';
    this.faults = faults;
  }
}
