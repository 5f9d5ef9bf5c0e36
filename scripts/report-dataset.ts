/**
 * How complete the dataset is: `npm run report:dataset [-- --json]`, by kind and by category of robots, the weakest
 * spots last. `--write` renews the table in docs/data.md, `--check` exits 1 if that table is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readDataset } from '../src/data/dataset/read.ts';
import { kindCoverage, PRICED_CATEGORIES, robotCoverage } from './dataset/coverage.ts';
import { documentTable, renderReport } from './dataset/coverage-report.ts';
import { datesAndNames, renderShares } from './dataset/dates-and-names.ts';

const BEGIN = '<!-- coverage: written by npm run report:dataset -- --write -->\n';
const END = '<!-- coverage ends -->';
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
const table = documentTable(version.date, robots, renderShares(shares));

if (values.write || values.check) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const current = `${before}${BEGIN}${table}${END}${after}`;
  if (values.write) writeFileSync(DOCUMENT, current);
  else if (current !== text) {
    console.error(`The table in ${DOCUMENT} is not current. Run: npm run report:dataset -- --write`);
    process.exitCode = 1;
  }
} else if (values.json) {
  console.log(
    JSON.stringify({ ...version, robots, kinds: kindCoverage(records), dates_and_names: shares }, null, 2),
  );
} else {
  console.log(renderReport(robots, kindCoverage(records), PRICED_CATEGORIES, renderShares(shares)));
}
