import type { ShownTable } from '../../tools/show/shape.ts';
import { escapeHtml, showNumber } from '../page-parts.ts';
import type { Arguments } from './address.ts';
import { link, recordLink, scrolling, withUnit } from './parts.ts';

/** A page of a search: heads sort it, counts filter it, ticked rows are compared. */
export function renderTable(shown: ShownTable): string {
  const { rows } = shown;
  const heads = shown.columns.map((column) => renderHead(shown, column));
  const body = rows.map(({ id, name, cells }) => {
    const choice = `<td><input type="checkbox" name="ids" value="${escapeHtml(id)}" aria-label="Compare ${escapeHtml(name)}"></td>`;
    const values = cells.map((cell, i) => {
      if (i === 0) return `<th scope="row">${recordLink(shown, id, cell?.text ?? name)}</th>`;
      return cell === null
        ? '<td class="unknown">unknown</td>'
        : `<td${cell.value === undefined ? '' : ' class="number"'}>${escapeHtml(cell.text)}</td>`;
    });
    return `<tr>${choice}${values.join('')}</tr>`;
  });
  const next =
    shown.next_cursor === undefined
      ? ''
      : `<p>${searchLink(shown, { cursor: shown.next_cursor }, 'Next page')}</p>`;
  if (rows.length === 0) return renderFacets(shown);
  return `<p>${showNumber(shown.total)} found, ${rows.length} shown.</p>
${renderFacets(shown)}
<form method="get">
<input type="hidden" name="view" value="compare"><input type="hidden" name="tool" value="${escapeHtml(shown.tool)}">
${scrolling(shown.title, `<table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`)}
<p><button>Compare those that are ticked</button></p>
</form>
${next}`;
}

function renderHead(
  shown: ShownTable,
  { label, unit, ascending, descending }: ShownTable['columns'][number],
): string {
  const { sort } = shown;
  const text = withUnit(label, unit);
  const isUp = sort !== undefined && sort === ascending;
  const other = isUp ? descending : (ascending ?? descending);
  const state = isUp ? 'ascending' : sort !== undefined && sort === descending ? 'descending' : undefined;
  const sorted = state === undefined ? '' : ` aria-sort="${state}"`;
  const head = other === undefined || other === sort ? text : searchLink(shown, { sort: other }, label);
  return `<th scope="col"${sorted}>${head}${head === text || unit === undefined ? '' : `, ${escapeHtml(unit)}`}</th>`;
}

function renderFacets(shown: ShownTable): string {
  return shown.facets
    .filter(({ values, chosen }) => values.length > 0 || chosen !== undefined)
    .map(({ argument, label, chosen, values }) => {
      const items = values.map(({ value, label: name, count }) =>
        value === chosen
          ? `<li><strong>${escapeHtml(name)}</strong> ${searchLink(shown, { [argument]: undefined }, `all of ${label.toLowerCase()}`)}</li>`
          : `<li>${searchLink(shown, { [argument]: value }, name)} ${showNumber(count)}</li>`,
      );
      const open = chosen === undefined ? '' : ' open';
      return `<details${open}><summary>${escapeHtml(label)}</summary><ul class="facet">${items.join('')}</ul></details>`;
    })
    .join('\n');
}

/** The same search with some of its arguments changed. */
function searchLink(shown: ShownTable, changes: Arguments, label: string): string {
  const search = { ...shown.asked.arguments, cursor: undefined, ...changes };
  return link(shown, { arguments: search }, label);
}
