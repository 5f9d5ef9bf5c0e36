import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with a page, a line each: the rule and the element. */
export async function violations(page: Page, frame?: RegExp): Promise<string[]> {
  await page.evaluate(`${axe}; undefined`, frame);
  return page.evaluate(
    `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary.slice(0, 200))))`,
    frame,
  );
}

/** Elements that reach beyond the page, or whose text reaches beyond them where nobody could scroll to it. */
export function overflowing(page: Page, frame?: RegExp): Promise<string[]> {
  return page.evaluate(
    `(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element) => element !== null && (getComputedStyle(element).overflowX === 'auto' || scrolls(element.parentElement));
    const cut = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 0 && (left < -0.5 || right > width + 0.5) && !scrolls(element);
    });
    const labels = [...document.querySelectorAll('svg text')].filter((label) => {
      const [own, drawing] = [label, label.ownerSVGElement].map((element) => element.getBoundingClientRect());
      return own.left < drawing.left || own.right > drawing.right || own.top < drawing.top || own.bottom > drawing.bottom;
    });
    const page = document.documentElement.scrollWidth > width ? ['the page'] : [];
    return [...page, ...[...cut, ...labels].map((element) => element.outerHTML.slice(0, 120))];
  })()`,
    frame,
  );
}
