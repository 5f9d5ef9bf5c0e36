/**
 * Checks the dataset: `tsx scripts/check-dataset.ts [DIR] [--json]`. Prints the counts by kind and `0 faults`,
 * or the faults and what is not plausible; exits 1 if there is one. `--accepted` shows the accepted findings too.
 */
import { checkDataset, reviewDataset } from '../src/data/dataset/checks/checks.ts';
import { readDatasetFiles } from '../src/data/dataset/read.ts';
import { kinds } from '../src/kinds/kinds.ts';

const args = process.argv.slice(2);
const dataset = readDatasetFiles(args.find((arg) => !arg.startsWith('--')) ?? 'dataset');
const review = reviewDataset(dataset);
const accepted = review.filter((finding) => finding.accepted);
const faults = [...checkDataset(dataset), ...review.filter((finding) => !finding.accepted)];
const counts = Object.fromEntries(kinds.map((kind) => [kind, dataset.records[kind].length]));

if (args.includes('--json')) {
  console.log(JSON.stringify({ ...dataset.version, counts, faults, accepted }, null, 2));
} else {
  for (const [kind, count] of Object.entries(counts)) console.log(`${kind}: ${count}`);
  const shown = args.includes('--accepted') ? [...accepted, ...faults] : faults;
  for (const { check, where, message } of shown) console.log(`${where}: ${message} (${check})`);
  if (accepted.length > 0) console.log(`${accepted.length} accepted findings`);
  console.log(faults.length === 1 ? '1 fault' : `${faults.length} faults`);
}
if (faults.length > 0) process.exitCode = 1;
