import { byCodePoint, canonicalLine } from '../../src/data/dataset/canonical.ts';
import { writeKindLines } from '../../src/data/dataset/files.ts';
import { readDatasetFiles } from '../../src/data/dataset/read.ts';
import { isDataError } from '../../src/lib/data-error.ts';
import { datasetWith } from '../../test/data/dataset/fixture.ts';
import { faultCodes, type SimulatedProcess } from './machine.ts';

/** A dataset folder of a history, and what those were told who changed it. */
export class DatasetPromises {
  readonly #folder: string;
  /** Ids of robots that are there for good. */
  readonly #robots = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The publisher adds a robot by hand, as the merge of many records does. */
  async edit({ system }: SimulatedProcess, id: string): Promise<void> {
    try {
      const { lines, files } = readDatasetFiles(this.#folder, system.files);
      const line = canonicalLine('robots', robotCalled(id));
      const others = lines.robots.filter((each) => each !== line);
      const sorted = [...others, line].sort((a, b) => byCodePoint(idOf(a), idOf(b)));
      await writeKindLines(this.#folder, 'robots', sorted, { from: files?.robots, system });
      this.keep(id);
    } catch (error) {
      if (!isDataError(error, 'overtaken') && !isOfTheDisk(error)) throw error;
    }
  }

  /** Somebody was told that a robot is in the dataset. */
  keep(id: string): void {
    this.#robots.add(id);
  }

  /** Of robots that were promised; what is begun meanwhile does not count. */
  promised(): string[] {
    return [...this.#robots];
  }

  faultsOf({ system }: SimulatedProcess): string[] {
    const { records, faults } = readDatasetFiles(this.#folder, system.files);
    const ids = records.robots.map(({ id }) => id);
    return [
      ...faults.map(({ where, message }) => `${where}: ${message}`),
      ...this.promised()
        .filter((id) => !ids.includes(id))
        .map((id) => `robot ${id} was written and is not in the dataset`),
      ...(new Set(ids).size < ids.length ? ['the dataset has a robot twice'] : []),
    ];
  }
}

const [robot] = datasetWith().records.robots;

/** A robot that the checks of the dataset let pass. */
export function robotCalled(id: string) {
  if (robot === undefined) throw new Error('The dataset of the tests has no robot.');
  return {
    ...robot,
    id,
    name: id.toUpperCase(),
    description: `A collaborative arm that is called ${id} and carries five kilograms in workshops.`,
  };
}

/** True for what a disk refuses that fails. */
export function isOfTheDisk(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return faultCodes.some((each) => each === code);
}

function idOf(line: string): string {
  return (JSON.parse(line) as { id: string }).id;
}
