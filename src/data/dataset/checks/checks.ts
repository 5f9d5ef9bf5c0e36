import { type Kind, kinds, type RecordOf } from '../../../kinds/kinds.ts';
import type { Fault } from '../files.ts';
import type { DatasetFiles } from '../read.ts';
import { acceptedFindings } from './accepted.ts';
import type { DatasetCheck } from './check.ts';
import { describedFigures, reachableRanges } from './figures.ts';
import {
  canonicalLines,
  completeAliases,
  manufacturers,
  publicationIds,
  repeatedTexts,
  sortedLines,
  twins,
  uniqueAliases,
  uniqueIds,
} from './identity.ts';
import {
  conditions,
  datedAddresses,
  droneLoads,
  families,
  foreignPrices,
  saleEvidence,
  sharedPrices,
  staleAnnouncements,
} from './plausibility.ts';
import {
  circularRequirements,
  completeStandards,
  consistentRequirements,
  relatedRequirements,
} from './requirements.ts';
import { fundingTotals, roundDates, saleSums, stages } from './rounds.ts';
import { statedFigures } from './stated.ts';
import { plainTitles, visibleTexts } from './texts.ts';
import {
  addresses,
  affiliations,
  countries,
  dates,
  datesAfter,
  knownCurrencies,
  ranges,
  taxonomyWords,
} from './values.ts';

/** Every check of the dataset, in the order in which they run. */
export const datasetChecks: readonly DatasetCheck[] = [
  canonicalLines,
  sortedLines,
  visibleTexts,
  uniqueIds,
  uniqueAliases,
  completeAliases,
  publicationIds,
  manufacturers,
  twins,
  relatedRequirements,
  circularRequirements,
  consistentRequirements,
  countries,
  affiliations,
  knownCurrencies,
  ranges,
  taxonomyWords,
  dates,
  addresses,
  repeatedTexts,
  statedFigures,
];

/** What is likely wrong, for a person to look at: no release and no harvest waits for it. */
export const plausibilityChecks: readonly DatasetCheck[] = [
  families,
  conditions,
  sharedPrices,
  foreignPrices,
  staleAnnouncements,
  saleEvidence,
  droneLoads,
  reachableRanges,
  describedFigures,
  stages,
  saleSums,
  roundDates,
  fundingTotals,
  datedAddresses,
  completeStandards,
  plainTitles,
];

/** What the checks of plausibility say, and whether it is among the accepted findings. */
export function reviewDataset(dataset: DatasetFiles): (Fault & { readonly accepted: boolean })[] {
  return said(plausibilityChecks, dataset).map((fault) => ({
    ...fault,
    accepted: acceptedFindings[fault.check]?.includes(fault.where) ?? false,
  }));
}

/** Everything wrong with a dataset: the faults found in reading it, and what each check says. */
export function checkDataset(dataset: DatasetFiles): Fault[] {
  return [...dataset.faults, ...said(datasetChecks, dataset)];
}

function said(some: readonly DatasetCheck[], dataset: DatasetFiles): Fault[] {
  return some.flatMap(({ name, check }) =>
    [...check(dataset)].map(({ where, message }) => ({ check: name, where, message })),
  );
}

/** The checks that look at each record by itself, but for that of dates. */
const checks = [visibleTexts, countries, knownCurrencies, ranges, addresses];

/**
 * What the dataset's checks say of one record that is to join it: a sentence without its full stop for each fault.
 * No fact may be dated after `today`, `YYYY-MM-DD`.
 */
export function* faultsOfRecord<K extends Kind>(
  kind: K,
  record: RecordOf<K>,
  today: string,
): Generator<string> {
  for (const { path, date } of datesAfter(kind, record, today)) {
    yield `${path} ${date} lies in the future; mend it or leave it out`;
  }
  const dataset = datasetOf(kind, record, today);
  for (const { check } of checks) for (const { message } of check(dataset)) yield message;
}

function datasetOf<K extends Kind>(kind: K, record: RecordOf<K>, today: string): DatasetFiles {
  const records = Object.fromEntries(kinds.map((each) => [each, each === kind ? [record] : []]));
  return {
    version: { version: today.replaceAll('-', '.'), date: today },
    records: records as unknown as DatasetFiles['records'],
    lines: Object.fromEntries(kinds.map((each) => [each, []])) as unknown as DatasetFiles['lines'],
    faults: [],
  };
}
