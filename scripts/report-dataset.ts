/**
 * How complete the dataset is: `npm run report:dataset [-- --json]`, by kind and by category of robots, the weakest
 * spots last. `--write` renews the tables in docs/data.md, `--check` exits 1 if one is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readDataset } from '../src/data/dataset/read.ts';
import { kindCoverage, PRICED_CATEGORIES, robotCoverage } from './dataset/coverage.ts';
import { documentTable, renderReport } from './dataset/coverage-report.ts';
import { datesAndNames, renderShares } from './dataset/dates-and-names.ts';
import { venueCoverage, venueTable } from './dataset/venue-coverage.ts';

const marks = {
  coverage: ['<!-- coverage: written by npm run report:dataset -- --write -->\n', '<!-- coverage ends -->'],
  venues: ['<!-- venues: written by npm run report:dataset -- --write -->\n', '<!-- venues end -->'],
} as const;
const DOCUMENT = 'docs/data.md';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const { version, records } = readDataset('dataset');
const robots = robotCoverage(records.robots);
const shares = datesAndNames(records);
const tables = {
  coverage: documentTable(version.date, robots, renderShares(shares)),
  venues: venueTable(records.publications),
};

if (values.write || values.check) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const current = withTable(withTable(text, 'coverage'), 'venues');
  if (values.write) writeFileSync(DOCUMENT, current);
  else if (current !== text) {
    console.error(`A table in ${DOCUMENT} is not current. Run: npm run report:dataset -- --write`);
    process.exitCode = 1;
  }
} else if (values.json) {
  console.log(
    JSON.stringify(
      {
        ...version,
        robots,
        kinds: kindCoverage(records),
        dates_and_names: shares,
        venues: venueCoverage(records.publications),
      },
      null,
      2,
    ),
  );
} else {
  console.log(renderReport(robots, kindCoverage(records), PRICED_CATEGORIES, renderShares(shares)));
}

/** The text with what stands between a table's marks replaced. */
function withTable(text: string, name: keyof typeof tables): string {
  const [begin, end] = marks[name];
  const [before, rest = ''] = text.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}${tables[name]}${end}${after}`;
}
