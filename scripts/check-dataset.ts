/**
 * Checks the dataset: `tsx scripts/check-dataset.ts [DIR] [--json]`. Prints the counts by kind and `0 faults`,
 * or the faults; exits 1 if there is one.
 */
import { checkDataset } from '../src/data/dataset/checks/checks.ts';
import { readDatasetFiles } from '../src/data/dataset/read.ts';
import { kinds } from '../src/kinds/kinds.ts';

const args = process.argv.slice(2);
const dataset = readDatasetFiles(args.find((arg) => !arg.startsWith('--')) ?? 'dataset');
const faults = checkDataset(dataset);
const counts = Object.fromEntries(kinds.map((kind) => [kind, dataset.records[kind].length]));

if (args.includes('--json')) {
  console.log(JSON.stringify({ ...dataset.version, counts, faults }, null, 2));
} else {
  for (const [kind, count] of Object.entries(counts)) console.log(`${kind}: ${count}`);
  for (const { check, where, message } of faults) console.log(`${where}: ${message} (${check})`);
  console.log(faults.length === 1 ? '1 fault' : `${faults.length} faults`);
}
if (faults.length > 0) process.exitCode = 1;
