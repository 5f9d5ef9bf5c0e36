import { createHash } from 'node:crypto';
import { inertLines } from '../lib/inert.ts';
import type { Charts, Counted } from '../protocol/charts.ts';

export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1c2126; --soft: #57606a; --ground: #ffffff; --panel: #f5f6f8; --line: #d5d9de; --accent: #0b63b5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e7ea; --soft: #9aa4ae; --ground: #14171a; --panel: #1d2125; --line: #383f46; --accent: #6cb2f5;
  }
}
* { box-sizing: border-box; }
body {
  font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground);
  max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 3rem; overflow-wrap: break-word;
}
h1 { margin: 0; font-size: 1.9rem; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; }
p { margin: 0.5rem 0; }
a, summary { color: var(--accent); }
.warning { padding-left: 0.8rem; border-left: 4px solid var(--accent); }
.note, .up { color: var(--soft); font-size: 0.92rem; }
pre {
  margin: 0.6rem 0; padding: 0.8rem 1rem; overflow-x: auto; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; user-select: all;
}
code { font: 0.88rem/1.5 ui-monospace, monospace; }
summary { cursor: pointer; padding: 0.25rem 0; }
pre:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.6rem; margin: 1rem 0; }
.counts div { padding: 0.6rem 0.8rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.counts dt { color: var(--soft); font-size: 0.9rem; text-transform: capitalize; }
.counts dd { margin: 0; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.names { display: flex; flex-wrap: wrap; gap: 0.4rem; padding: 0; list-style: none; }
.names li { padding: 0.1rem 0.6rem; background: var(--panel); border: 1px solid var(--line); border-radius: 99px; }
figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; margin-bottom: 0.5rem; }
svg { display: block; width: 100%; height: auto; }
svg.robots { max-width: 34rem; }
svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
svg .end { text-anchor: end; }
svg.papers text { font-size: 12px; }
svg.robots text { font-size: 11.5px; }
svg rect { fill: var(--accent); }
svg line { stroke: var(--line); stroke-width: 0.6; }
@media (min-width: 40rem) { svg.papers text { font-size: 7px; } svg.robots text { font-size: 10px; } }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { text-align: left; padding: 0.1rem 1.5rem 0.1rem 0; font-weight: normal; }
thead th { font-weight: 600; }
td, .number { text-align: right; font-variant-numeric: tabular-nums; }
[role="search"] { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1rem 0; }
[role="search"] input { flex: 1 1 14rem; min-width: 0; }
input, select, button {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 8px;
  padding: 0.3rem 0.7rem;
}
button { color: var(--ground); background: var(--accent); border-color: var(--accent); cursor: pointer; }
.explorer { max-width: 80rem; }
.explorer > header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 1.5rem; }
.explorer > header form { flex: 1 1 20rem; margin: 0; }
.explorer > header a { font-weight: 600; text-decoration: none; }
.wide { overflow-x: auto; margin: 0.8rem 0; }
.explorer td { text-align: left; }
.explorer .wide td, .explorer .wide th { overflow-wrap: break-word; padding: 0.3rem 1.2rem 0.3rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
.unknown { color: var(--soft); }
.facet { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; padding: 0; list-style: none; }
`;

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** The page runs nothing and loads nothing: its own style and its own icon are all that a browser may apply. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
};

/** Three bars; without an icon of its own a page makes a browser ask the server for one. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b63b5" d="M1 9h4v6H1zM6 5h4v10H6zM11 1h4v14h-4z"/></svg>',
)}`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from anywhere as text of a page, between tags or in a quoted attribute, with a blank for what does not show. */
export function escapeHtml(text: string): string {
  return inertLines(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A number as a page shows it: `19,386`. */
export function showNumber(count: number): string {
  return count.toLocaleString('en-US');
}

/** Text to copy: one click marks all of it, and the keyboard can scroll it. */
export function codeBlock(text: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`;
}

/** In units of the drawing, which a browser scales to the width that there is. */
const WIDTH = 400;

/** Bars a month: the axis below names each January. */
const MONTHS = { top: 18, height: 120, left: 40, below: 20 };

/** Bars a category, one below the other, each behind its name. */
const ROWS = { height: 19, bar: 12, left: 198, right: 28 };

/** Both charts, each with the same numbers as a table for those who do not see it. */
export function renderCharts({ papersByMonth, papersWithoutMonth, robotsByCategory }: Charts): string {
  const [first, last] = [papersByMonth[0]?.label ?? '', papersByMonth.at(-1)?.label ?? ''];
  const left =
    papersWithoutMonth === 0
      ? ''
      : ` Another ${showNumber(papersWithoutMonth)} papers of these years state no month.`;
  return [
    figure('papers', `Papers by month of publication, ${first} to ${last}`, {
      note: `The newest months fill up as papers are added.${left}`,
      drawing: monthBars(papersByMonth),
      height: MONTHS.top + MONTHS.height + MONTHS.below,
      table: ['Month', 'Papers', papersByMonth],
    }),
    figure('robots', 'Robots by category', {
      note: '',
      drawing: categoryBars(robotsByCategory),
      height: robotsByCategory.length * ROWS.height,
      table: ['Category', 'Robots', robotsByCategory],
    }),
  ].join('\n');
}

interface Figure {
  readonly note: string;
  readonly drawing: string;
  readonly height: number;
  /** The heads of both columns, and the rows. */
  readonly table: readonly [string, string, readonly Counted[]];
}

function figure(
  id: string,
  title: string,
  { note, drawing, height, table: [head, unit, rows] }: Figure,
): string {
  const most = rows.reduce((top, row) => (row.count > top.count ? row : top), { label: 'none', count: 0 });
  const description = `${rows.length} bars; the highest is ${most.label} with ${showNumber(most.count)} ${unit.toLowerCase()}.`;
  return `<figure>
<figcaption>${escapeHtml(title)}</figcaption>
<svg class="${id}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${escapeHtml(title)}</title>
<desc id="${id}-desc">${escapeHtml(description)} The same numbers stand in the table below.</desc>
${drawing}
</svg>
${note === '' ? '' : `<p class="note">${escapeHtml(note)}</p>\n`}<details>
<summary>The numbers as a table</summary>
<table>
<thead><tr><th scope="col">${head}</th><th scope="col" class="number">${unit}</th></tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody>
</table>
</details>
</figure>`;
}

/** A row of a table of counts. */
function tableRow({ label, count }: Counted): string {
  return `<tr><th scope="row">${escapeHtml(label)}</th><td>${showNumber(count)}</td></tr>`;
}

function monthBars(months: readonly Counted[]): string {
  const { top, height, left } = MONTHS;
  const ceiling = niceCeiling(Math.max(...months.map(({ count }) => count)));
  const step = (WIDTH - left) / Math.max(1, months.length);
  const lines = [0, ceiling / 2, ceiling].map((value) => {
    const y = top + height - (value / ceiling) * height;
    return (
      `<line x1="${left}" x2="${WIDTH}" y1="${round(y)}" y2="${round(y)}"/>` +
      `<text class="end" x="${left - 5}" y="${round(y + 3.5)}">${showNumber(value)}</text>`
    );
  });
  const bars = months.map(({ label, count }, index) => {
    const tall = (count / ceiling) * height;
    const x = left + index * step;
    const isJanuary = label.endsWith('-01');
    return (
      `<rect x="${round(x + step * 0.1)}" y="${round(top + height - tall)}" width="${round(step * 0.8)}" height="${round(tall)}">` +
      `<title>${escapeHtml(label)}: ${showNumber(count)}</title></rect>` +
      (isJanuary
        ? `<text x="${round(x)}" y="${top + height + 14}">${escapeHtml(label.slice(0, 4))}</text>`
        : '')
    );
  });
  return [...lines, ...bars].join('\n');
}

function categoryBars(categories: readonly Counted[]): string {
  const { height, bar, left, right } = ROWS;
  const most = Math.max(1, ...categories.map(({ count }) => count));
  return categories
    .map(({ label, count }, index) => {
      const y = index * height;
      const wide = (count / most) * (WIDTH - left - right);
      return (
        `<text class="end" x="${left - 6}" y="${y + bar}">${escapeHtml(label)}</text>` +
        `<rect x="${left}" y="${y + 2}" width="${round(wide)}" height="${bar}"/>` +
        `<text x="${round(left + wide + 4)}" y="${y + bar}">${showNumber(count)}</text>`
      );
    })
    .join('\n');
}

/** The next round number, whose half is round as well: the top of an axis. */
function niceCeiling(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  const factors = power === 1 ? [2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10];
  return factors.map((factor) => Math.round(factor * power)).find((top) => top >= count) ?? count;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
