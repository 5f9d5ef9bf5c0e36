/**
 * Holds answers against those of another commit, or writes them down:
 * `npm run golden -- compare --base COMMIT [--calls N] [--commands N] [--requests N] [--seed S] [--show N] [--json]`,
 * `npm run golden -- record`.
 */
import { record, recordingFile } from './golden/fixture.ts';

const [action] = process.argv.slice(2);
if (action === 'record') console.log(`${await record()} pages of answers in ${recordingFile}`);
else {
  console.error('Say "compare --base COMMIT" or "record".');
  process.exitCode = 2;
}
