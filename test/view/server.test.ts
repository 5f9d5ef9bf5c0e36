import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolResult } from '../../src/view/hosts/host.ts';
import type { Page } from '../helpers/browser.ts';
import { describeInBrowser } from '../helpers/in-browser.ts';
import { type Product, startProduct } from '../helpers/product.ts';
import { startHost, type TestHost } from './host/host.ts';

/** The program itself stands behind the host: what the view asks for is what it understands. */
describeInBrowser('the view, a host and the program', (openPage) => {
  let product: Product;
  let host: TestHost;
  async function call(params: object): Promise<ToolResult> {
    const response = await fetch(product.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return ((await response.json()) as { result: ToolResult }).result;
  }
  beforeAll(async () => {
    product = await startProduct();
    host = await startHost(call);
  });
  afterAll(async () => {
    await host?.close();
  });

  async function open(input: Record<string, unknown>): Promise<Page> {
    const result = await call({ name: 'show', arguments: input });
    return openPage(host.page({ input, result }), { width: 1200, height: 800, scheme: 'light' });
  }
  const see = <T>(page: Page, expression: string) => page.until<T>(expression, host.view);
  const settled = (page: Page) => see(page, `document.querySelector('main')?.ariaBusy === 'false'`);
  const click = async (page: Page, selector: string, text = '') => {
    await settled(page);
    await see(
      page,
      `(() => { const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.textContent.startsWith(${JSON.stringify(text)}) && !each.disabled); found?.click(); return found !== undefined; })()`,
    );
  };

  it('a table: sorted, filtered, turned over and back, a row opened, and two of it compared', async () => {
    const page = await open({ view: 'table', tool: 'search_robots', arguments: { limit: 50 } });
    await click(page, 'button.head', 'Price');
    await see(page, `document.querySelector('[aria-sort=descending]')?.textContent.startsWith('Price')`);
    const first = await see<string>(page, `document.querySelector('button.open').textContent`);
    await click(page, 'nav button', 'Next');
    expect(
      await see<string>(
        page,
        `document.querySelector('.count').textContent.startsWith('51 ') && document.querySelector('.count').textContent`,
      ),
    ).toMatch(/^51 to 100 of [\d,]+$/);
    await click(page, 'nav button', 'Previous');
    await see(page, `document.querySelector('button.open').textContent === ${JSON.stringify(first)}`);
    await click(page, '.filters .chip', 'Humanoid');
    await see(page, `document.querySelector('.chip[aria-pressed=true]')?.textContent.startsWith('Humanoid')`);
    await click(page, 'button.open');
    expect(await see<number>(page, `document.querySelectorAll('.record .sources a').length`)).toBeGreaterThan(
      0,
    );
    await see(
      page,
      `(() => { document.querySelectorAll('.rows tbody input')[0].click(); document.querySelectorAll('.rows tbody input')[1].click(); return true; })()`,
    );
    await click(page, 'button.main', 'Compare 2');
    expect(await see(page, `document.querySelectorAll('.side-by-side thead th').length`)).toBe(2);
    await click(page, '.actions button', 'Back');
    await see(page, `document.querySelector('table.rows') !== null`);
    await page.close();
  });

  it('a comparison: a name that nobody has is said, with those that are near; one is taken out', async () => {
    const page = await open({ view: 'compare', ids: ['unitree-go2', 'boston-dynamics-spot', 'anymall'] });
    expect(await see<string>(page, `document.querySelector('.add .problem')?.textContent`)).toContain(
      '“anymall”',
    );
    await click(page, '.add .chip', 'Add anybotics-anymal');
    await see(page, `document.querySelectorAll('.side-by-side thead th').length === 3`);
    await click(page, '.side-by-side .icon');
    await see(page, `document.querySelectorAll('.side-by-side thead th').length === 2`);
    await page.close();
  });

  it('a chart: another axis, another drawing', async () => {
    const page = await open({ view: 'chart', tool: 'search_robots', x: 'payload_kg', y: 'price' });
    expect(await see<number>(page, `document.querySelectorAll('.mark-dot circle').length`)).toBeGreaterThan(
      20,
    );
    await settled(page);
    await see(
      page,
      `(() => { const box = document.querySelector('select[name=x]'); box.value = 'mass_kg'; box.dispatchEvent(new Event('change', { bubbles: true })); return true; })()`,
    );
    await see(page, `document.querySelector('.drawing svg')?.textContent.includes('Mass (kg)')`);
    await page.close();
  });

  it('a checklist: an answer is asked with, shown, and taken back', async () => {
    const page = await open({ view: 'checklist', robot: 'unitree-g1' });
    await click(page, '.questions .chip');
    await see(page, `document.querySelectorAll('.product .given').length === 1`);
    await click(page, '.product .icon');
    await see(page, `document.querySelectorAll('.product .given').length === 0`);
    await page.close();
  });
});
