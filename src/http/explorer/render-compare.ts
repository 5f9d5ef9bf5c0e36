import type { ShownCompare } from '../../tools/show/shape.ts';
import { escapeHtml } from '../page-parts.ts';
import { link, outside, recordLink, renderSources, scrolling, withUnit } from './parts.ts';

/** Records side by side: what is best is said, and what nobody states. */
export function renderCompare(shown: ShownCompare): string {
  const heads = shown.records.map(({ id, name, by }) => {
    const rest = shown.records.filter((one) => one.id !== id).map((one) => one.id);
    const others = rest.length === 0 ? '' : `<br>${link(shown, { ids: rest }, 'Take away')}`;
    return `<th scope="col">${rest.length === 0 ? escapeHtml(name) : recordLink(shown, id, name)}${by === undefined ? '' : `<br><small>${escapeHtml(by)}</small>`}${others}</th>`;
  });
  const body = shown.rows.map(({ label, unit, cells }) => {
    const values = cells.map((cell) => {
      if (cell === null) return '<td class="unknown">unknown</td>';
      const best = cell.best === true ? ' <strong>best</strong>' : '';
      const note = cell.note === undefined ? '' : ` <small>${escapeHtml(cell.note)}</small>`;
      const source = cell.source === undefined ? '' : ` <small>${outside(cell.source, 'source')}</small>`;
      return `<td>${escapeHtml(cell.text)}${best}${note}${source}</td>`;
    });
    return `<tr><th scope="row">${withUnit(label, unit)}</th>${values.join('')}</tr>`;
  });
  const sources = shown.records.map(({ sources }) => `<td>${renderSources(sources)}</td>`).join('');
  const missing = shown.not_found.map(({ id, near }) => {
    const hints = near.map((one) => recordLink(shown, one, one)).join(', ');
    return `<p class="warning">There is no ${escapeHtml(id)}.${hints === '' ? '' : ` Near: ${hints}.`}</p>`;
  });
  return `${missing.join('\n')}
${scrolling(
  shown.title,
  `<table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>
${body.join('\n')}
<tr><th scope="row">Sources</th>${sources}</tr>
</tbody></table>`,
)}`;
}
