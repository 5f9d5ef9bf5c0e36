import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasetFolder } from '../harness/program.ts';
import type { Random } from '../harness/random.ts';
import { titleOf } from './local-arxiv.ts';

/** A call that adds one contribution, which is recognised by its key. */
export interface Contribution {
  readonly key: string;
  readonly tool: 'report_error' | 'submit_publication';
  readonly args: Readonly<Record<string, string>>;
  /** A word that no title has until it counts. */
  readonly shows?: string;
}

const LETTERS = 'bcdfghjkmnpqrstvwxz';

/** Draws contributions, no two of which are alike, whichever run of a cluster they come from. */
export class Contributions {
  readonly #random: Random;
  readonly #papers = publicationIds();
  #drawn = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Corrects the title of a paper that nobody else corrects. */
  report(): Contribution {
    const n = this.#next();
    const shows = `zq${this.#random.word(LETTERS, 12)}`;
    const key = `report-${n}-${shows}`;
    // Up to the most that a report may say.
    const padding = 'The title is not that of the paper; '.repeat(this.#random.below(52));
    const about = { resource_type: 'publications', resource_id: this.#papers[n % this.#papers.length] ?? '' };
    const text = { problem: `${key} ${padding}`.trim(), suggested_value: `Locomotion of the ${shows}` };
    return { key, tool: 'report_error', args: { ...about, field: 'title', ...text }, shows };
  }

  /** An address, which waits for a reviewer. */
  address(): Contribution {
    const key = `https://example.org/papers/${this.#random.word(LETTERS, 12)}-${this.#next()}`;
    return { key, tool: 'submit_publication', args: { url: key } };
  }

  /** A paper that arXiv has, which is published at once. */
  paper(): Contribution {
    const number = 10_000 + ((this.#random.below(40_000) + this.#next()) % 80_000);
    const key = `${this.#random.pick(['2608', '2609', '2610'])}.${number}`;
    const shows = titleOf(key).split(' ').at(-1) ?? '';
    return { key, tool: 'submit_publication', args: { arxiv_id: key }, shows };
  }

  #next(): number {
    this.#drawn += 1;
    return this.#drawn;
  }
}

function publicationIds(): string[] {
  const folder = join(datasetFolder, 'publications');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { id: string }).id);
}
