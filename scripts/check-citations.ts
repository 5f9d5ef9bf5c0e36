/** Reads the citations of every paper with a parser of each form: `npm run check:citations`. */
import { readDataset } from '../src/data/dataset/read.ts';
import { entryOf } from '../src/kinds/publications/cite.ts';
import { bibliography, faultsOf } from './citations/parsers.ts';

const SHOWN = 20;
const BATCH = 1_000;

const papers = readDataset('dataset').records.publications;
const keys = new Map<string, string>();
const faults: string[] = [];
let set = 0;
for (let from = 0; from < papers.length; from += BATCH) {
  const batch = papers.slice(from, from + BATCH);
  faults.push(...faultsOf(batch));
  const items = batch.map((paper) => entryOf(paper, 'csl-json') as { readonly id: string });
  for (const [i, { id: key }] of items.entries()) {
    const other = keys.get(key);
    if (other !== undefined) faults.push(`${batch[i]?.id} and ${other} have the key ${key}`);
    keys.set(key, batch[i]?.id ?? '');
  }
  set += bibliography(JSON.stringify(items)).trim().split('\n').length;
}
if (set !== papers.length) faults.push(`citeproc set ${set} lines of ${papers.length} papers`);
for (const fault of faults.slice(0, SHOWN)) console.error(fault);
console.log(`${papers.length} papers as BibTeX, RIS and CSL-JSON, read back: ${faults.length} faults.`);
if (faults.length > 0) process.exitCode = 1;
