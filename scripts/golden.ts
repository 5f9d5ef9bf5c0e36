/**
 * Holds answers against those of another commit, or writes them down:
 * `npm run golden -- compare --base COMMIT [--calls 3000] [--commands 300] [--requests 300] [--seed 1] [--show 20]
 * [--json]` ends with 1 where something differs. With `--sets` it compares the whole sets that the same calls find, and
 * ends with 1 where one of a single condition changed by no cause of `golden/causes.json`. `npm run golden -- record`
 * renews the recording that the tests hold answers against.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Comparison, compareSides } from './golden/compare.ts';
import { compareSets, unexplained, writtenSets } from './golden/compare-sets.ts';
import { record, recordingFile } from './golden/fixture.ts';
import { buildSides } from './golden/sides.ts';

const number = (value: string) => ({ type: 'string', default: value }) as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    calls: number('3000'),
    commands: number('300'),
    requests: number('300'),
    seed: number('1'),
    show: number('20'),
    sets: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const [action] = positionals;
if (action === 'record') console.log(`${await record()} pages of answers in ${recordingFile}`);
else if (action === 'compare' && values.base !== undefined) process.exitCode = await compare(values.base);
else {
  console.error('Say "compare --base COMMIT" or "record".');
  process.exitCode = 2;
}

async function compare(base: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-golden-'));
  const begun = performance.now();
  const note = (what: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
  };
  try {
    const sides = await buildSides(base, folder, note);
    const built = performance.now();
    let answers = 0;
    const options = {
      calls: Number(values.calls),
      commands: Number(values.commands),
      requests: Number(values.requests),
      seed: Number(values.seed),
      onAnswer: () => {
        answers++;
        if (answers % 50 === 0) note(`${answers} answers`);
      },
    };
    if (values.sets) {
      const sets = await compareSets(sides, options);
      note('');
      console.log(values.json ? JSON.stringify(sets, null, 2) : writtenSets(sets, Number(values.show)));
      return unexplained(sets).length > 0 ? 1 : 0;
    }
    const comparison = await compareSides(sides, options);
    note('');
    const seconds = { building: (built - begun) / 1000, asking: (performance.now() - built) / 1000 };
    if (values.json)
      console.log(JSON.stringify({ base, seed: Number(values.seed), seconds, ...comparison }, null, 2));
    else print(comparison, seconds);
    return comparison.differences.length > 0 ? 1 : 0;
  } finally {
    if (values.keep) console.error(`Both are kept in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

function print(
  { compared, allowed, differences }: Comparison,
  seconds: { readonly building: number; readonly asking: number },
): void {
  for (const { part, input, shown } of differences.slice(0, Number(values.show))) {
    console.log(`${part}: ${input.slice(0, 400)}\n${shown}\n`);
  }
  const { calls, commands, requests } = compared;
  console.log(`${calls} answers of tools, ${commands} command lines, ${requests} HTTP requests`);
  console.log(
    `allowed: ${allowed.sentences} by a listed sentence, ${allowed.ties} by the order of names alike`,
  );
  console.log(`building took ${seconds.building.toFixed(0)} s, asking ${seconds.asking.toFixed(0)} s`);
  console.log(differences.length === 0 ? 'no differences' : `${differences.length} differences`);
}
