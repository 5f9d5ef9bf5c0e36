import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { View } from '../helpers/browser.ts';
import { describeInBrowser } from '../helpers/in-browser.ts';
import { overflowing, violations } from '../helpers/page-checks.ts';
import { type Product, startProduct } from '../helpers/product.ts';

const wide: View = { width: 1280, height: 900, scheme: 'light' };
const narrow: View = { width: 320, height: 740, scheme: 'dark' };

const addresses = [
  ['a search', '?q=quadruped&kind=robots'],
  ['a comparison', '?view=compare&ids=unitree-go2,boston-dynamics-spot'],
  ['a chart', '?view=chart&tool=search_publications&x=year'],
  ['a checklist', '?view=checklist&robot_category=humanoid'],
] as const;

const title = `document.querySelector('h1')?.textContent`;
/** Only the view has it: the service's own page is replaced. */
const isTaken = `document.querySelector('#view > main > header') !== null`;

describeInBrowser('the explorer in Chromium', (open) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(async () => {
    await product?.stop();
  });

  describe.each(addresses)('%s', (_, query) => {
    it.each([
      ['wide', wide],
      ['narrow and dark', narrow],
    ] as const)(
      'without its script, %s: nothing cut off, no fault that axe-core finds',
      async (_name, view) => {
        const page = await open(`${product.url}${query}`, { ...view, blocked: ['*asset=view.js*'] });
        expect(await page.evaluate(isTaken)).toBe(false);
        expect(await overflowing(page)).toEqual([]);
        expect(await violations(page)).toEqual([]);
        await page.close();
      },
    );

    it('complains of nothing where no scripts run', async () => {
      const page = await open(`${product.url}${query}`, { ...wide, scripts: false });
      expect(page.complaints).toEqual([]);
      await page.close();
    });

    it.each([
      ['wide', wide],
      ['narrow and dark', narrow],
    ] as const)('with scripts, %s: the view takes the page over', async (_name, view) => {
      const page = await open(`${product.url}${query}`, view);
      await page.until(isTaken);
      expect(page.complaints).toEqual([]);
      expect(page.requests.filter((url) => !url.startsWith(product.url) && !url.startsWith('data:'))).toEqual(
        [],
      );
      expect(await overflowing(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await page.close();
    });
  });

  it('searches from the first page, by its form', async () => {
    const page = await open(product.url, wide);
    await page.evaluate(
      `document.querySelector('[name=q]').value = 'spot'; document.querySelector('[role=search]').requestSubmit()`,
    );
    await page.until(isTaken);
    expect(await page.evaluate('location.search')).toBe('?q=spot&kind=robots');
    expect(await page.evaluate('document.body.innerText')).toContain('Boston Dynamics');
    await page.close();
  });

  it('gives each step an address, and the way back leads through them', async () => {
    const page = await open(
      `${product.url}?view=compare&ids=unitree-go2,boston-dynamics-spot,anybotics-anymal`,
      wide,
    );
    await page.until(isTaken);
    const first = await page.evaluate<string>(title);
    await page.evaluate(
      `[...document.querySelectorAll('button')].find((each) => /^remove /i.test(each.ariaLabel ?? '')).click()`,
    );
    await page.until(`${title} !== ${JSON.stringify(first)}`);
    const second = await page.evaluate<string>('location.search');
    expect(second).toMatch(/^\?view=compare&ids=[\w%-]+$/);
    await page.evaluate('history.back()');
    await page.until(`${title} === ${JSON.stringify(first)}`);
    await page.close();
    const again = await open(`${product.url}${second}`, wide);
    await again.until(isTaken);
    expect(await again.evaluate<string>(title)).toMatch(/2 robots/);
    await again.close();
  });
});
