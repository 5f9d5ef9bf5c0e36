import { describe } from 'vitest';
import { cleanUpAtExit } from '../../scripts/harness/processes.ts';
import { BROWSER, Browser } from './browser.ts';

/** Opens an address in the browser of the tests. */
type Open = Browser['open'];

/** A busy machine takes seconds for a page. */
const TIMEOUT_MS = 60_000;

let started: Browser | undefined;

/** Tests in a browser, one for all files of a process. CI installs one; elsewhere they are left out where there is none. */
export function describeInBrowser(name: string, tests: (open: Open) => void): void {
  describe.skipIf(BROWSER === undefined)(name, { timeout: TIMEOUT_MS }, () => {
    tests((...page) => browser().open(...page));
  });
}

function browser(): Browser {
  if (started === undefined) {
    const fresh = new Browser(BROWSER ?? '');
    started = fresh;
    cleanUpAtExit();
    process.once('exit', () => fresh.kill());
  }
  return started;
}
