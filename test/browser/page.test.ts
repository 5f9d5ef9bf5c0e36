import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Page, View } from '../helpers/browser.ts';
import { describeInBrowser } from '../helpers/in-browser.ts';
import { overflowing } from '../helpers/page-checks.ts';
import { type Product, startProduct } from '../helpers/product.ts';

/** Set to a folder, the pictures of the page are left there to be looked at. */
const pictures = process.env.PAGE_PICTURES;

const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 740 };
const views: readonly [string, View][] = [
  ['wide-light', { ...wide, scheme: 'light' }],
  ['wide-dark', { ...wide, scheme: 'dark' }],
  ['narrow-light', { ...narrow, scheme: 'light' }],
  ['narrow-dark', { ...narrow, scheme: 'dark' }],
];

/** Those of the hosts close each other as long as they have a name in common. */
const openAll = `document.querySelectorAll('details').forEach((each) => {
  each.removeAttribute('name');
  each.open = true;
})`;

describeInBrowser('the start page in Chromium', (open) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });

  it.each(views)(
    '%s: nothing to complain of, nothing from elsewhere, nothing cut off',
    async (name, view) => {
      const page = await open(product.url, view);
      expect(page.complaints).toEqual([]);
      const own = page.requests.filter((url) => !url.startsWith('data:'));
      expect(own.filter((url) => !url.startsWith(`${product.url}?asset=view.`))).toEqual([product.url]);
      if (pictures !== undefined) writeFileSync(join(pictures, `${name}.png`), await page.screenshot());
      expect(await overflowing(page)).toEqual([]);
      await page.evaluate(openAll);
      expect(await overflowing(page)).toEqual([]);
      expect(await leastContrast(page)).toBeGreaterThanOrEqual(4.5);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        view.scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(21, 24, 27)',
      );
      await page.close();
    },
  );

  it('shows the same without scripts', async () => {
    const words = `document.querySelector('main').innerText`;
    const page = await open(product.url, { ...wide, scheme: 'light', scripts: false });
    expect(page.complaints).toEqual([]);
    const still = await page.evaluate(words);
    await page.close();
    const scripted = await open(product.url, { ...wide, scheme: 'light' });
    expect(await scripted.evaluate(words)).toBe(still);
    await scripted.close();
  });

  it('draws as many bars as there are rows, and names its drawing', async () => {
    const page = await open(product.url, { ...wide, scheme: 'light' });
    const { bars, rows, named } = await page.evaluate<{ bars: number; rows: number; named: boolean }>(
      `({
        bars: document.querySelectorAll('.years svg rect').length,
        rows: document.querySelectorAll('.years tbody tr').length,
        named: document.querySelector('.years svg').getAttribute('aria-label').length > 10,
      })`,
    );
    expect(bars).toBe(rows);
    expect(bars).toBeGreaterThan(10);
    expect(named).toBe(true);
    await page.close();
  });
});

/** The least contrast of any text with the ground that it stands on, as WCAG counts it. */
function leastContrast(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = (colour) => channels(colour).slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    const groundOf = (element) => {
      const { backgroundColor } = getComputedStyle(element);
      return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor;
    };
    const withText = [...document.querySelectorAll('body *')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '') && element.getClientRects().length > 0);
    return Math.min(...withText.map((element) => {
      const style = getComputedStyle(element);
      const both = [element instanceof SVGElement ? style.fill : style.color, groundOf(element)].map(luminance);
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    }));
  })()`);
}
