import type { Shown } from '../../tools/show/shape.ts';
import { escapeHtml } from '../page-parts.ts';
import { renderChart } from './render-chart.ts';
import { renderChecklist } from './render-checklist.ts';
import { renderCompare } from './render-compare.ts';
import { renderTable } from './render-table.ts';

/** What `show` answers as HTML that needs no script: every step onwards is a link or a form. */
export function renderShown(shown: Shown): string {
  const notes = shown.notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`).join('\n');
  return `<h1>${escapeHtml(shown.title)}</h1>\n${notes}\n${renderBody(shown)}`;
}

function renderBody(shown: Shown): string {
  switch (shown.view) {
    case 'compare':
      return renderCompare(shown);
    case 'table':
      return renderTable(shown);
    case 'chart':
      return renderChart(shown);
    case 'checklist':
      return renderChecklist(shown);
  }
}
