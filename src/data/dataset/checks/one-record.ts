import { type Kind, kinds, type RecordOf } from '../../../kinds/kinds.ts';
import type { DatasetFiles } from '../read.ts';
import { addresses } from './addresses.ts';
import { datesAfter } from './dates.ts';
import { countries, knownCurrencies, ranges } from './values.ts';

/** The checks that look at each record by itself, but for that of dates. */
const checks = [countries, knownCurrencies, ranges, addresses];

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
