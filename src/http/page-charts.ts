import type { Charts, Counted } from '../protocol/charts.ts';
import { escapeHtml, showNumber } from './page-parts.ts';

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
