import type { Fault } from '../fault.ts';
import type { DatasetFiles } from '../read.ts';
import { addresses } from './addresses.ts';
import { canonicalLines, sortedLines } from './canonical-lines.ts';
import type { DatasetCheck } from './check.ts';
import { dates } from './dates.ts';
import { completeAliases, publicationIds, uniqueAliases, uniqueIds } from './identity.ts';
import { manufacturers, relatedRequirements } from './references.ts';
import { repeatedTexts } from './repeated-texts.ts';
import { countries, knownCurrencies, ranges, taxonomyWords } from './values.ts';

/** Every check of the dataset, in the order in which they run. */
export const datasetChecks: readonly DatasetCheck[] = [
  canonicalLines,
  sortedLines,
  uniqueIds,
  uniqueAliases,
  completeAliases,
  publicationIds,
  manufacturers,
  relatedRequirements,
  countries,
  knownCurrencies,
  ranges,
  taxonomyWords,
  dates,
  addresses,
  repeatedTexts,
];

/** Everything wrong with a dataset: the faults found in reading it, and what each check says. */
export function checkDataset(dataset: DatasetFiles): Fault[] {
  const found = datasetChecks.flatMap(({ name, check }) =>
    [...check(dataset)].map(({ where, message }) => ({ check: name, where, message })),
  );
  return [...dataset.faults, ...found];
}
