/**
 * Asks the judged queries and prints how well they are answered:
 * `npm run eval [-- --set tuning|heldout|all] [--json FILE] [--worst N]`. The data are those of the last
 * `npm run build:dataset`; today is their date, so that the same data give the same figures on any day.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keepInMemory } from '../src/contributions/open.ts';
import { openBundled } from '../src/data/snapshot/open.ts';
import type { Registry } from '../src/tools/registry.ts';
import { createRegistry } from '../src/tools/registry.ts';
import { ask, type Outcome } from './eval/ask.ts';
import { judgementsDir, readSet, setNames } from './eval/judgement.ts';
import { renderOutcome, renderRows, renderThresholds, summarize, worst } from './eval/report.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'all' },
    json: { type: 'string' },
    worst: { type: 'string', default: '10' },
  },
});

function chosenSets(): string[] {
  const known = setNames(judgementsDir);
  if (values.set === 'all') return known;
  if (known.includes(values.set)) return [values.set];
  throw new Error(`There is no set "${values.set}". The sets are all, ${known.join(', ')}.`);
}

function worstCount(): number {
  const count = Number(values.worst);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Error(`--worst is a whole number, not "${values.worst}".`);
}

async function openRegistry(): Promise<Registry> {
  const catalogue = await openBundled();
  const context = { catalogue, contributions: keepInMemory(catalogue), today: catalogue.info.date };
  return createRegistry({
    select: 'all',
    readOnly: true,
    context: async () => context,
    onInternalError: (reference, error) => console.error(reference, error),
  });
}

async function main(): Promise<void> {
  const names = chosenSets();
  const count = worstCount();
  const registry = await openRegistry();
  const report: Record<string, object> = {};
  for (const name of names) {
    const outcomes: Outcome[] = [];
    for (const judged of readSet(judgementsDir, name).judgements) outcomes.push(await ask(judged, registry));
    const rows = summarize(outcomes);
    console.log(`Set ${name}\n\n${renderRows(rows)}\n`);
    if (name === 'heldout') console.log(`${renderThresholds(rows).join('\n')}\n`);
    const least = worst(outcomes, count);
    if (least.length > 0) console.log(`The worst ${least.length}, by nDCG@10:\n`);
    for (const outcome of least) console.log(`${renderOutcome(outcome)}\n`);
    report[name] = {
      rows,
      outcomes: outcomes.map(({ judged, ...scores }) => ({ id: judged.id, ...scores })),
    };
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
