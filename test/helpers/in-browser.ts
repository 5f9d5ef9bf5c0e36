import { afterAll, beforeAll, describe } from 'vitest';
import { BROWSER, Browser } from './browser.ts';

/** Opens an address in the browser of the tests. */
type Open = Browser['open'];

/** A busy machine takes seconds for a page. */
const TIMEOUT_MS = 60_000;

/** Tests with a browser of their own. CI installs one; elsewhere they are left out where there is none. */
export function describeInBrowser(name: string, tests: (open: Open) => void): void {
  describe.skipIf(BROWSER === undefined)(name, { timeout: TIMEOUT_MS }, () => {
    let browser: Browser;
    beforeAll(() => {
      browser = new Browser(BROWSER ?? '');
    });
    afterAll(() => browser?.close());
    tests((...page) => browser.open(...page));
  });
}
