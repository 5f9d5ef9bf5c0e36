import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolResult } from '../../src/view/hosts/host.ts';
import type { Page } from '../helpers/browser.ts';
import { describeInBrowser } from '../helpers/in-browser.ts';
import { overflowing, violations } from '../helpers/page-checks.ts';
import { example } from '../helpers/saved-view.ts';
import type { Behaviour } from './host/behaviour.ts';
import { startHost, type TestHost } from './host/host.ts';

/** The clock of every page runs so many times faster: what waits for a silent host waits for milliseconds. */
const HASTE = 40;
const HURRY = `{ const wait = window.setTimeout; window.setTimeout = (what, ms, ...rest) => wait(what, ms / ${HASTE}, ...rest); }`;

const result = (name: string): ToolResult => ({
  content: [{ type: 'text', text: example(name).title }],
  structuredContent: example(name),
});
const table = { view: 'table', tool: 'search_robots', arguments: { category: 'quadruped' } };

describeInBrowser('the view in a host of MCP Apps', (openPage) => {
  let host: TestHost;
  let asked: Record<string, unknown>[] = [];
  let answer: ToolResult;
  beforeAll(async () => {
    host = await startHost(async ({ name, arguments: args }) => {
      asked.push({ name, ...args });
      return answer;
    });
  });
  afterAll(async () => {
    await host?.close();
  });

  async function open(
    behaviour: Omit<Behaviour, 'view'>,
    view: { width?: number; before?: string } = {},
  ): Promise<Page> {
    asked = [];
    return openPage(host.page(behaviour), { width: 1100, height: 800, scheme: 'light', ...view });
  }
  const inView = <T>(page: Page, expression: string) => page.until<T>(expression, host.view);
  const heading = (page: Page) => inView<string>(page, `document.querySelector('h1')?.textContent`);
  const told = <T>(page: Page, what: string) =>
    page.until<T>(`window.told.findLast((each) => each.what === '${what}')?.params`);
  const click = (page: Page, label: string) =>
    inView(
      page,
      `(() => { const button = [...document.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.innerText).trim().startsWith(${JSON.stringify(label)}) && !each.disabled);
        button?.click(); return button !== undefined; })()`,
    );

  it.each([
    ['compare', 320],
    ['table', 1100],
    ['chart', 320],
    ['checklist', 1100],
  ])('%s, %i pixels: answers the handshake, shows the result, tells its height', async (name, width) => {
    const theme = width === 320 ? 'dark' : 'light';
    const page = await open({ context: { theme }, input: {}, result: result(name) }, { width });
    expect(await heading(page)).toBe(example(name).title);
    // A page inside a page scrolls by the outer one alone: the frame becomes as high as what is in it.
    const fits = `Math.abs(document.documentElement.getBoundingClientRect().height - innerHeight) <= 1`;
    await inView(page, `${fits} && document.documentElement.scrollHeight <= innerHeight`);
    expect(await inView(page, `document.documentElement.dataset.theme`)).toBe(theme);
    expect(await overflowing(page, host.view)).toEqual([]);
    expect(await violations(page, host.view)).toEqual([]);
    // The frame of a host of one origin could leave its sandbox; that is the host's affair.
    expect(page.complaints.filter((line) => !line.includes('escape its sandboxing'))).toEqual([]);
    await page.close();
  });

  it('takes colours and fonts of the host, and follows when they change', async () => {
    const variables = { '--color-background-primary': 'rgb(1, 2, 3)', '--font-sans': 'monospace' };
    const css = { fonts: '@font-face { font-family: Hosts; src: url(data:font/woff2;base64,AA) }' };
    const page = await open({
      context: { styles: { variables, css } },
      input: {},
      result: result('compare'),
    });
    await heading(page);
    const looks = `(() => { const { backgroundColor, fontFamily } = getComputedStyle(document.body); return backgroundColor + ' ' + fontFamily; })()`;
    expect(await inView(page, looks)).toBe('rgb(1, 2, 3) monospace');
    expect(await inView(page, '[...document.fonts].length')).toBe(1);
    await page.evaluate(
      `window.bridge.setHostContext({ theme: 'dark', styles: { variables: { '--color-background-primary': 'rgb(9, 9, 9)' } } })`,
    );
    await inView(
      page,
      `getComputedStyle(document.body).backgroundColor === 'rgb(9, 9, 9)' && document.documentElement.dataset.theme === 'dark'`,
    );
    await page.close();
  });

  it('turns over, sorts and filters a table by asking the server', async () => {
    const page = await open({ input: table, result: result('table') });
    await heading(page);
    expect(
      await inView(page, `[...document.querySelectorAll('.sort option')].map(({ text }) => text)`),
    ).toEqual(expect.arrayContaining(['Best match first', 'Payload, highest first', 'Mass, highest first']));
    answer = result('table');
    await inView(
      page,
      `(() => { const box = document.querySelector('select'); box.value = 'price_desc'; box.dispatchEvent(new Event('change', { bubbles: true })); return true; })()`,
    );
    const sorted = await told<Record<string, unknown>>(page, 'call');
    expect(sorted).toMatchObject({
      view: 'table',
      tool: 'search_robots',
      arguments: { limit: 50, sort: 'price_desc' },
    });
    await inView(page, `document.querySelector('main').ariaBusy !== 'true'`);
    await click(page, 'Next');
    const next = await page.until<Record<string, unknown>>(
      `window.told.filter((each) => each.what === 'call')[1]?.params`,
    );
    expect(next).toMatchObject({ arguments: { limit: 50, cursor: expect.any(String) } });
    await page.close();
  });

  it('adds a record to those compared, and keeps what it shows while the answer fails', async () => {
    const page = await open({ input: {}, result: result('compare') });
    await heading(page);
    answer = { isError: true, content: [{ type: 'text', text: 'There is no robot <b>Rex</b>.' }] };
    await inView(page, `(() => { document.querySelector('.add input[type=text]').focus(); return true; })()`);
    await page.evaluate(`document.querySelector('iframe').focus()`);
    await page.type('Rex');
    await page.press('Enter');
    expect(await told<Record<string, unknown>>(page, 'call')).toMatchObject({
      view: 'compare',
      ids: ['unitree-go2', 'boston-dynamics-spot', 'ghost-robotics-vision-60', 'Rex'],
    });
    expect(await inView(page, `document.querySelector('[role=alert] p')?.textContent`)).toBe(
      'There is no robot <b>Rex</b>.',
    );
    expect(await heading(page)).toBe(example('compare').title);
    answer = result('table');
    await click(page, 'Try again');
    await inView(
      page,
      `document.querySelector('h1').textContent === ${JSON.stringify(example('table').title)}`,
    );
    await page.close();
  });

  it('opens sources by the host, hands out files by it, and tells the model of ticks and notes', async () => {
    const page = await open({ input: {}, result: result('checklist') });
    await heading(page);
    await inView(
      page,
      `(() => { const link = document.querySelector('.sources a'); link?.click(); return link; })() && true`,
    );
    expect(await told<{ url: string }>(page, 'link')).toMatchObject({
      url: expect.stringMatching(/^https:/),
    });
    await click(page, 'CSV');
    const file = await told<{ contents: { resource: { mimeType: string; text: string } }[] }>(page, 'file');
    expect(file.contents[0]?.resource).toMatchObject({
      mimeType: 'text/csv',
      text: expect.stringMatching(/^phase,id,/),
    });
    await inView(page, `(() => { document.querySelector('.requirement input').click(); return true; })()`);
    const context = await told<{ content: { text: string }[] }>(page, 'context');
    expect(context.content[0]?.text).toContain(
      'has ticked 1 of 3 requirements.\nDone: fcc-equipment-authorization-overview.',
    );
    await page.close();
  });

  it('answers a question of a checklist by asking anew, with the keyboard alone', async () => {
    const page = await open({ input: {}, result: result('checklist') });
    await heading(page);
    answer = result('checklist');
    await page.evaluate(`document.querySelector('iframe').focus()`);
    for (;;) {
      await page.press('Tab');
      if (await page.evaluate(`document.activeElement?.closest('.questions') !== null`, host.view)) break;
    }
    await page.press('Space');
    expect(await told<{ features: string[] }>(page, 'call')).toMatchObject({
      view: 'checklist',
      robot: 'unitree-g1',
      features: ['wifi', 'no-laser', expect.any(String)],
    });
    await page.close();
  });

  it('shows what it would hand out where the host cannot, marked to be copied', async () => {
    const page = await open({ capabilities: { serverTools: {} }, input: {}, result: result('chart') });
    await heading(page);
    await page.evaluate(`document.querySelector('iframe').focus()`);
    await inView(
      page,
      `(() => { document.querySelector('.exports button').focus(); return document.activeElement.innerText === 'SVG'; })()`,
    );
    await click(page, 'SVG');
    const marked = await inView<string>(
      page,
      `document.activeElement?.name === 'to-copy' && getSelection().toString()`,
    );
    expect(marked).toMatch(/^<svg [\s\S]*<title>Price against payload of robots<\/title>[\s\S]*<\/svg>\s*$/);
    await page.press('Escape');
    await inView(
      page,
      `document.querySelector('.to-copy') === null && document.activeElement.innerText === 'SVG'`,
    );
    await page.close();
  });

  it('goes to full screen and back where the host offers it, and has no button where it does not', async () => {
    const context = { availableDisplayModes: ['inline', 'fullscreen'] };
    const page = await open({ context, input: {}, result: result('chart') });
    await heading(page);
    await click(page, 'Full screen');
    expect(await told(page, 'mode')).toBe('fullscreen');
    await click(page, 'Leave full screen');
    await page.until(`window.told.findLast((each) => each.what === 'mode').params === 'inline'`);
    await inView(page, `document.querySelector('.actions').innerText === 'Full screen'`);
    await page.close();
    const without = await open({ input: {}, result: result('chart') });
    await heading(without);
    expect(await inView(without, `document.querySelector('.actions').children.length === 0`)).toBe(true);
    await without.close();
  });

  it('asks for nothing where the host calls no tools', async () => {
    const page = await open({ capabilities: {}, input: {}, result: result('compare') });
    await heading(page);
    expect(await inView(page, `document.querySelector('.add input[type=text], .icon') === null`)).toBe(true);
    await page.close();
  });

  it('asks again for a result that the host has lost', async () => {
    answer = result('table');
    const page = await open({ input: table }, { before: HURRY });
    expect(await heading(page)).toBe(example('table').title);
    expect(asked).toEqual([{ name: 'show', ...table }]);
    await page.close();
  });

  it('says so when the call was cancelled, refused, or answered with nothing', async () => {
    const cancelled = await open({ input: {}, cancelled: 'user action' });
    expect(
      await inView(
        cancelled,
        `document.querySelector('[role=status]')?.textContent === 'The call was cancelled: user action'`,
      ),
    ).toBe(true);
    await cancelled.close();
    const refused = await open({
      input: {},
      result: { isError: true, content: [{ type: 'text', text: 'No view "pie".' }] },
    });
    expect(await inView(refused, `document.querySelector('[role=alert]')?.textContent`)).toBe(
      'No view "pie".',
    );
    await refused.close();
    const odd = await open({
      input: {},
      result: { content: [], structuredContent: { view: 'table', title: 'Odd' } },
    });
    expect(await inView(odd, `document.querySelector('[role=alert]')?.textContent`)).toContain(
      'cannot be drawn',
    );
    await odd.close();
  });

  it('says so when the host never answers, and hangs at nothing', async () => {
    const page = await open({ manner: 'silent' }, { before: HURRY });
    expect(await inView(page, `document.querySelector('[role=alert]')?.textContent`)).toContain(
      'The host has not answered',
    );
    await page.close();
  });

  it('takes the first of several answers, and drops the others', async () => {
    const count = `addEventListener('message', ({ data }) => { window.again = (window.again ?? 0) + Number(data.result?.isError === true); });`;
    const page = await open({ manner: 'twice', input: {}, result: result('compare') }, { before: count });
    expect(await heading(page)).toBe(example('compare').title);
    await inView(page, 'window.again >= 2');
    expect(await inView(page, `document.documentElement.dataset.theme`)).toBe('light');
    expect(await heading(page)).toBe(example('compare').title);
    await page.close();
  });

  it('gives up calls that the host leaves unanswered, and says when it is closed', async () => {
    const page = await open({ manner: 'leaves', input: {}, result: result('compare') }, { before: HURRY });
    await heading(page);
    await click(page, 'Remove Spot');
    expect(await inView(page, `document.querySelector('[role=alert] p')?.textContent`)).toContain(
      'The host did not answer',
    );
    expect(await inView(page, `document.querySelector('main').ariaBusy`)).toBe('false');
    await page.evaluate('window.bridge.teardownResource({})');
    await inView(page, `document.querySelector('h1').textContent === 'Closed'`);
    await page.close();
  });
});
