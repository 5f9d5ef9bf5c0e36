import { beforeAll, describe, expect, it } from 'vitest';
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
  ['a robot', '?record=robots/unitree-g1'],
  ['a paper', '?record=publications/arxiv-2303-04137'],
  ['a maker', '?record=manufacturers/unitree'],
  ['a law', '?record=certification/iso-12100'],
] as const;

const title = `document.querySelector('h1')?.textContent`;
/** The view says so once it has taken over what the service has put on the page. */
const isTaken = `document.documentElement?.classList.contains('alive')`;

describeInBrowser('the explorer in Chromium', (open) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
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

  it('has boxes for comparing that a finger reaches on a narrow page', async () => {
    const page = await open(`${product.url}?q=quadruped&kind=robots`, narrow);
    await page.until(isTaken);
    const covered = await page.evaluate(`[...document.querySelectorAll('.rows .pick input')].filter((box) => {
      box.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = box.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) !== box;
    }).length`);
    expect(await page.evaluate(`document.querySelectorAll('.rows .pick input').length`)).toBe(10);
    expect(covered).toBe(0);
    await page.close();
  });

  it('searches from the first page, by its form', async () => {
    const page = await open(product.url, wide);
    await page.evaluate(
      `document.querySelector('[name=q]').value = 'spot'; document.querySelector('[role=search]').requestSubmit()`,
    );
    await page.until(isTaken);
    expect(await page.evaluate('location.search')).toBe('?q=spot');
    expect(await page.evaluate('document.body.innerText')).toContain('Boston Dynamics');
    await page.close();
  });

  it('answers on the first page as one types, with links to records and to all of them', async () => {
    const page = await open(product.url, wide);
    await page.until(isTaken);
    await page.evaluate(`document.querySelector('[name=q]').focus()`);
    await page.type('quadruped');
    const links = await page.until<string[]>(
      `[...document.querySelectorAll('.suggested a')].map((link) => link.getAttribute('href'))`,
    );
    expect(links.slice(0, -1).every((link) => link.startsWith('?record=robots/'))).toBe(true);
    expect(links.at(-1)).toBe('?q=quadruped');
    expect(await violations(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
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
      `[...document.querySelectorAll('button, a')].find((each) => /^remove /i.test(each.ariaLabel ?? '')).click()`,
    );
    await page.until(`${title} !== ${JSON.stringify(first)}`);
    const second = await page.evaluate<string>('location.search');
    expect(second).toMatch(/^\?view=compare&ids=[\w%,-]+$/);
    await page.evaluate('history.back()');
    await page.until(`${title} === ${JSON.stringify(first)}`);
    await page.close();
    const again = await open(`${product.url}${second}`, wide);
    await again.until(isTaken);
    expect(await again.evaluate<string>(title)).toMatch(/2 robots/);
    await again.close();
  });

  it('opens a record from a search under an address of its own, and the way back leads to the search', async () => {
    const page = await open(`${product.url}?q=quadruped&kind=robots`, wide);
    await page.until(isTaken);
    const first = await page.evaluate<string>(title);
    const name = await page.evaluate<string>(`document.querySelector('.rows a.name').textContent`);
    await page.evaluate(`document.querySelector('.rows a.name').click()`);
    await page.until(`document.querySelector('.record-page') !== null`);
    expect(await page.evaluate(title)).toContain(name);
    const address = await page.evaluate<string>('location.search');
    expect(address).toMatch(/^\?record=robots\/[a-z0-9-]+$/);
    await page.evaluate('history.back()');
    await page.until(`${title} === ${JSON.stringify(first)}`);
    await page.until(`document.title === ${JSON.stringify(`${first} · robotics-mcp`)}`);
    expect(await page.evaluate('location.search')).toBe('?q=quadruped&kind=robots');
    await page.close();
    const sent = await open(`${product.url}${address}`, { ...wide, scripts: false });
    expect(await sent.evaluate(title)).toContain(name);
    await sent.close();
  });

  it('takes over what the service has made without changing a word of it', async () => {
    for (const query of addresses.map(([, each]) => each)) {
      const words = `document.querySelector('#view').textContent`;
      const still = await open(`${product.url}${query}`, { ...wide, scripts: false });
      const made = await still.evaluate<string>(words);
      await still.close();
      const page = await open(`${product.url}${query}`, wide);
      await page.until(isTaken);
      const title = made.slice(0, 20);
      expect((await page.evaluate<string>(words)).startsWith(title)).toBe(true);
      await page.close();
    }
  });

  it('says of a record that is not there what is near to it, with links', async () => {
    const page = await open(`${product.url}?record=robots/unitree-g9`, { ...narrow, scripts: false });
    expect(await page.evaluate(title)).toBe('No such record');
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))`,
    );
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(link).toMatch(/^\?record=robots\/unitree-/);
    await page.close();
  });
});
