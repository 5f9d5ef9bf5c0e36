/**
 * Takes out, one at a time, what the program keeps its data by (flushes, renames, exclusive files, locks, checks of
 * checksum, length and place), and runs the simulation on each such mutant until a promise breaks:
 * `npm run mutate -- [--histories 2000] [--seed 1] [--what events,keys] [--only TEXT] [--no-tests] [--list] [--json FILE]
 * [--resume FILE] [--together 2]`; --resume goes on from the file of a run that was broken off among the tests, which take
 * longest, and of which as many run at a time as --together says. What no history catches is tried on the tests of its file,
 * unless told not to, and then on ten times as many histories. Ends with 1 if one survives that
 * scripts/mutations/explained.ts does not explain, or explains one that is caught.
 */
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { explained } from './mutations/explained.ts';
import { type Judged, judge } from './mutations/judge.ts';
import { findMutations } from './mutations/sites.ts';
import { histories as kinds } from './simulation/kinds.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    what: { type: 'string', default: Object.keys(kinds).join(',') },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: true },
    json: { type: 'string' },
    resume: { type: 'string' },
    together: { type: 'string', default: '2' },
  },
  allowNegative: true,
});

const root = fileURLToPath(new URL('..', import.meta.url));
const all = findMutations(root);
const stale = Object.keys(explained).filter((id) => !all.some((each) => each.id === id));
if (stale.length > 0)
  throw new Error(`scripts/mutations/explained.ts explains what is not there: ${stale.join('; ')}`);
const chosen = all.filter(({ id }) => id.includes(values.only));
if (values.list) for (const { id, line } of chosen) console.log(`${id} (line ${line})`);
else await run();

async function run(): Promise<void> {
  // Beside the modules that a bundle leaves where they are.
  const directory = join(root, 'node_modules/.cache', `mutants-${process.pid}`);
  await mkdir(directory, { recursive: true });
  const begun = performance.now();
  try {
    const judged = await judge(chosen, {
      root,
      directory,
      kinds: values.what.split(','),
      histories: Number(values.histories),
      seed: Number(values.seed),
      tests: values.tests,
      together: Number(values.together),
      onJudged: (each) => console.error(line(each)),
      before: values.resume === undefined ? undefined : (await readRun(values.resume)).mutants,
      onTried: (all) => keep(all, (performance.now() - begun) / 1000),
    });
    await report(judged, (performance.now() - begun) / 1000);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function report(judged: readonly Judged[], seconds: number): Promise<void> {
  const of = (wanted: Judged['verdict']) => judged.filter(({ verdict }) => verdict === wanted).length;
  const isCaught = ({ verdict }: Judged) => verdict === 'caught' || verdict === 'tested';
  const wrong = judged.filter((each) => isCaught(each) === each.id in explained);
  console.log(
    `${judged.length} mutants in ${seconds.toFixed(0)} s: ${of('caught')} caught by histories, ${of('tested')} by tests, ${of('survived') + of('unreached')} not, ${wrong.length} of all otherwise than scripts/mutations/explained.ts says.`,
  );
  for (const each of wrong) console.log(line(each));
  keep(judged, seconds);
  if (wrong.length > 0) process.exitCode = 1;
}

/** What a run has written, with how it was asked. */
async function readRun(path: string): Promise<{ readonly mutants: readonly Judged[] }> {
  return JSON.parse(await readFile(path, 'utf8')) as { readonly mutants: readonly Judged[] };
}

/** At once, since several may have been tried at the same time. */
function keep(mutants: readonly Judged[], seconds: number): void {
  if (values.json === undefined) return;
  const { histories, seed, what, tests } = values;
  const told = { histories: Number(histories), seed: Number(seed), what, tests, seconds, mutants };
  writeFileSync(values.json, `${JSON.stringify(told, null, 1)}\n`);
}

function line({ id, verdict, kinds, histories, by }: Judged): string {
  const where = kinds.length === 0 ? '' : ` (${kinds.join(', ')}: ${histories} histories)`;
  return `${verdict}${where} ${id}${by === undefined ? '' : `\n    ${by}`}`;
}
