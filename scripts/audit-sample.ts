/**
 * Facts to be looked up again by somebody who did not gather them: `npm run audit:dataset [-- --seed 1 --count 100]`.
 * `--since REVISION` draws only from what the records state now and did not then; `--kinds robots,startups` from some
 * kinds alone. A line of JSON each; the same seed draws the same from the same records.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readDataset } from '../src/data/dataset/read.ts';
import { isKind, type Kind, kinds } from '../src/kinds/kinds.ts';
import { drawFacts, type Fact, factsOf } from './dataset/facts.ts';

/** Half of what is asked of the service is about robots. */
const WEIGHTS: Readonly<Partial<Record<Kind, number>>> = {
  robots: 5,
  publications: 1,
  startups: 1,
  news: 1,
  manufacturers: 1,
  challenges: 1,
  certification: 1,
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    since: { type: 'string' },
    kinds: { type: 'string', default: kinds.join(',') },
  },
});
const wanted = values.kinds.split(',').filter(isKind);
if (wanted.length !== values.kinds.split(',').length) {
  console.error(`--kinds are of: ${kinds.join(', ')}.`);
  process.exit(2);
}

const { records } = readDataset('dataset');
const now = wanted.flatMap((kind) => records[kind].flatMap((record) => factsOf(kind, record)));
const before = values.since === undefined ? new Set<string>() : stated(values.since);
const facts = now.filter((fact) => !before.has(textOf(fact)));
for (const fact of drawFacts(facts, WEIGHTS, Number(values.count), Number(values.seed))) {
  console.log(JSON.stringify(fact));
}

/** What the records stated at a revision. */
function stated(revision: string): Set<string> {
  const lines = wanted.flatMap((kind) => {
    const listed = git('ls-tree', '-r', '--name-only', revision, `dataset/${kind}.jsonl`, `dataset/${kind}/`);
    const files = listed.split('\n').filter((file) => file.endsWith('.jsonl'));
    return files
      .flatMap((file) => git('show', `${revision}:${file}`).split('\n'))
      .filter((line) => line !== '')
      .flatMap((line) => factsOf(kind, JSON.parse(line) as Record<string, unknown>));
  });
  return new Set(lines.map(textOf));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

function textOf({ kind, id, field, value }: Fact): string {
  return JSON.stringify([kind, id, field, value]);
}
