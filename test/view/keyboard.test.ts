import { beforeAll, expect, it } from 'vitest';
import type { Page } from '../helpers/browser.ts';
import { describeInBrowser } from '../helpers/in-browser.ts';
import { type Product, startProduct } from '../helpers/product.ts';

/** More than any of these pages has to stop at. */
const MOST_STOPS = 150;

describeInBrowser('by the keyboard alone', (openPage) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });

  async function open(asked: Record<string, string>): Promise<Page> {
    const address = `${product.url}?${new URLSearchParams(asked)}`;
    const page = await openPage(address, { width: 1200, height: 900, scheme: 'light' });
    await page.until(`document.documentElement.classList.contains('alive')`);
    return page;
  }

  /** Goes on by Tab until what has the focus fits `selector` and begins with the text. */
  async function tabTo(page: Page, selector: string, text = ''): Promise<void> {
    await page.until(`document.querySelector('main').ariaBusy === 'false'`);
    const fits = `document.activeElement?.matches(${JSON.stringify(selector)}) && document.activeElement.textContent.trim().startsWith(${JSON.stringify(text)})`;
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.press('Tab');
      if (await page.evaluate<boolean>(fits)) return;
    }
    throw new Error(`No Tab leads to ${selector} ${text}.`);
  }

  it('a table is sorted, a record opened and left by the way back, two records compared, one added and one taken out', async () => {
    const page = await open({ view: 'table', tool: 'search_robots', arguments: '{"category":"quadruped"}' });
    await tabTo(page, '.rows .head', 'Price');
    await page.press('Enter');
    await page.until(`document.querySelector('[aria-sort=descending]')?.textContent.startsWith('Price')`);
    await tabTo(page, '.rows a.name');
    await page.press('Enter');
    await page.until(
      `document.querySelector('.record-page') !== null && location.search.startsWith('?record=robots/')`,
    );
    await page.evaluate('history.back()');
    await page.until(`document.querySelector('[aria-sort=descending]')?.textContent.startsWith('Price')`);
    for (let record = 0; record < 2; record++) {
      await tabTo(page, '.rows input[type=checkbox]:not(:checked)');
      await page.press('Space');
    }
    await tabTo(page, 'button.main', 'Compare 2');
    await page.press('Enter');
    await page.until(`document.querySelectorAll('.side-by-side thead th').length === 2`);
    await page.until(`document.activeElement.tagName === 'H1'`);
    await tabTo(page, '.add input[type=text]');
    await page.type('agility-digit');
    await page.press('Enter');
    await page.until(`document.querySelectorAll('.side-by-side thead th').length === 3`);
    await tabTo(page, '.side-by-side .icon');
    await page.press('Enter');
    await page.until(`document.querySelectorAll('.side-by-side thead th').length === 2`);
    await page.close();
  });

  it('a chart gets another axis by an arrow, and its numbers another order', async () => {
    const page = await open({ view: 'chart', tool: 'search_robots', x: 'category' });
    const axis = `document.querySelector('select[name=x]').value`;
    await tabTo(page, 'select[name=x]');
    await page.press('Down');
    await page.until(`${axis} !== 'category' && document.querySelector('main').ariaBusy === 'false'`);
    await tabTo(page, '.numbers button.head');
    await page.press('Enter');
    await page.until(`document.querySelector('.numbers [aria-sort=ascending]') !== null`);
    await page.close();
  });

  it('a checklist is ticked off and noted on, and a question answered and taken back', async () => {
    const page = await open({ view: 'checklist', robot: 'unitree-g1' });
    await tabTo(page, '.requirement > .top input');
    await page.press('Space');
    await page.until(`document.querySelector('.total .count').textContent.startsWith('1 of ')`);
    await tabTo(page, '.requirement summary');
    await page.press('Enter');
    await tabTo(page, '.own-note textarea');
    await page.type('ask Ann');
    await tabTo(page, '.questions .chip');
    await page.press('Enter');
    await page.until(`document.querySelectorAll('.product .given').length === 1`);
    expect(await page.evaluate(`document.querySelector('.own-note textarea').value`)).toBe('ask Ann');
    await tabTo(page, '.product .icon');
    await page.press('Enter');
    await page.until(`document.querySelectorAll('.product .given').length === 0`);
    await page.close();
  });
});
