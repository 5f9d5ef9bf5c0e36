import type {
  Axis,
  Shown,
  ShownChart,
  ShownChecklist,
  ShownCompare,
  ShownTable,
  Source,
} from '../../tools/show/shape.ts';
import { escapeHtml, showNumber } from '../page-parts.ts';
import { type Arguments, hrefOf } from './address.ts';

/** Rows of a chart's table: the drawing has all of them, and a page of thousands is read by nobody. */
const MOST_POINTS = 200;

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

/** A link to the same with some arguments changed; undefined takes one away. */
function link({ asked }: Shown, changes: Arguments, label: string): string {
  return `<a href="${escapeHtml(hrefOf({ ...asked, ...changes }))}">${escapeHtml(label)}</a>`;
}

/** The same search with some of its arguments changed. */
function searchLink(shown: ShownTable, changes: Arguments, label: string): string {
  const search = { ...shown.asked.arguments, cursor: undefined, ...changes };
  return link(shown, { arguments: search }, label);
}

function recordLink({ tool }: { readonly tool: string }, id: string, name: string): string {
  return `<a href="${escapeHtml(hrefOf({ view: 'compare', tool, ids: [id] }))}">${escapeHtml(name)}</a>`;
}

function outside(url: string, title: string): string {
  if (!/^https?:\/\//i.test(url)) return escapeHtml(title);
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(title)}</a>`;
}

function withUnit(label: string, unit: string | undefined): string {
  return escapeHtml(unit === undefined ? label : `${label}, ${unit}`);
}

function renderSources(sources: readonly Source[]): string {
  const items = sources.map(({ url, title, date }) => {
    const when = date === undefined ? '' : ` (${escapeHtml(date)})`;
    return `<li>${outside(url, title)}${when}</li>`;
  });
  return `<details><summary>${sources.length === 1 ? '1 source' : `${sources.length} sources`}</summary><ul>${items.join('')}</ul></details>`;
}

function scrolling(label: string, table: string): string {
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(label)}">${table}</div>`;
}

function renderTable(shown: ShownTable): string {
  const { columns, rows, sort } = shown;
  const heads = columns.map(({ label, unit, ascending, descending }) => {
    const text = withUnit(label, unit);
    const isUp = sort !== undefined && sort === ascending;
    const other = isUp ? descending : (ascending ?? descending);
    const state = isUp ? 'ascending' : sort !== undefined && sort === descending ? 'descending' : undefined;
    const sorted = state === undefined ? '' : ` aria-sort="${state}"`;
    const head = other === undefined || other === sort ? text : searchLink(shown, { sort: other }, label);
    return `<th scope="col"${sorted}>${head}${head === text || unit === undefined ? '' : `, ${escapeHtml(unit)}`}</th>`;
  });
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

function renderCompare(shown: ShownCompare): string {
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

function renderChart(shown: ShownChart): string {
  const { x, y, by, points } = shown;
  const named = points.some(({ name }) => name !== undefined);
  const heads = [...(named ? ['Name'] : []), withUnit(x.label, x.unit), withUnit(y.label, y.unit)];
  if (by !== undefined) heads.push(escapeHtml(by.label));
  const rows = points.slice(0, MOST_POINTS).map((point) => {
    const name = point.name ?? '';
    const record = point.id === undefined ? escapeHtml(name) : recordLink(shown, point.id, name);
    const values = [place(x, point.x), place(y, point.y), ...(by === undefined ? [] : [place(by, point.by)])];
    return `<tr>${named ? `<th scope="row">${record}</th>` : ''}${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;
  });
  const more =
    points.length > MOST_POINTS
      ? `<p class="note">The first ${MOST_POINTS} of ${showNumber(points.length)} points.</p>`
      : '';
  return `${axisForm(shown)}
<p class="note">With JavaScript this is drawn; its numbers:</p>
${scrolling(shown.title, `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`)}
${more}`;
}

function place(axis: Axis, value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number' && axis.type !== 'year') return showNumber(value);
  return escapeHtml(axis.labels?.[String(value)] ?? String(value));
}

function axisForm({ asked, x, y, by, axes }: ShownChart): string {
  const kept = Object.entries({ view: 'chart', tool: asked.tool, arguments: asked.arguments })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `<input type="hidden" name="${name}" value="${escapeHtml(text)}">`;
    });
  const box = (name: string, label: string, chosen: string | undefined, isOptional: boolean) => {
    const none = isOptional ? '<option value="">nothing</option>' : '';
    const options = axes.map(
      (axis) =>
        `<option value="${escapeHtml(axis.name)}"${axis.name === chosen ? ' selected' : ''}>${escapeHtml(axis.label)}</option>`,
    );
    return `<label>${label} <select name="${name}">${none}${options.join('')}</select></label>`;
  };
  return `<form method="get">${kept.join('')}
${box('x', 'Across', x.name, false)} ${box('y', 'Up', y.name, false)} ${box('by', 'By', by?.name, true)} <button>Draw</button>
</form>`;
}

function renderChecklist(shown: ShownChecklist): string {
  const { product, phases, questions } = shown;
  const known = [...product.features, ...product.denied.map((feature) => `no-${feature}`)];
  const answer = (features: readonly string[], label: string) =>
    link(shown, { features: [...known, ...features] }, label);
  const asks = questions.map(({ question, features, robot_categories: categories }) => {
    const yes = features.map(({ feature, label }) => answer([feature], label));
    const no =
      features.length === 0
        ? []
        : [
            answer(
              features.map(({ feature }) => `no-${feature}`),
              'none of it',
            ),
          ];
    const kinds = categories.map(({ category, label }) => link(shown, { robot_category: category }, label));
    return `<li>${escapeHtml(question)} ${[...yes, ...no, ...kinds].join(' · ')}</li>`;
  });
  const parts = phases.map(({ label, requirements }) => {
    const items = requirements.map((one) => {
      const steps = one.steps.map(
        ({ step, detail, evidence }) =>
          `<li>${escapeHtml(step)}: ${escapeHtml(detail)}${evidence === undefined ? '' : ` <small>Evidence: ${escapeHtml(evidence)}</small>`}</li>`,
      );
      const applies = one.applies === undefined ? '' : `; ${escapeHtml(one.applies)}`;
      return `<li><details><summary>${escapeHtml(one.title)} (${escapeHtml(one.scheme)}, ${escapeHtml(one.obligation)})</summary>
<p>${escapeHtml(one.summary)}</p><p class="note">${escapeHtml(one.basis)}; ${escapeHtml(one.because)}${applies}</p>
<ol>${steps.join('')}</ol>${renderSources(one.sources)}</details></li>`;
    });
    return `<h2>${escapeHtml(label)}</h2>\n<ul class="requirements">${items.join('\n')}</ul>`;
  });
  const open = asks.length === 0 ? '' : `<h2>Not known yet</h2>\n<ul>${asks.join('\n')}</ul>`;
  return `${parts.join('\n')}\n${open}`;
}
