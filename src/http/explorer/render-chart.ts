import type { Axis, ShownChart } from '../../tools/show/shape.ts';
import { escapeHtml, showNumber } from '../page-parts.ts';
import { recordLink, scrolling, withUnit } from './parts.ts';

/** Rows of a chart's table: the drawing has all of them, and a page of thousands is read by nobody. */
const MOST_POINTS = 200;

/** The numbers of a chart, and a form for its axes. */
export function renderChart(shown: ShownChart): string {
  const { x, y, by, points } = shown;
  const named = points.some(({ name }) => name !== undefined);
  const heads = [...(named ? ['Name'] : []), withUnit(x.label, x.unit), withUnit(y.label, y.unit)];
  if (by !== undefined) heads.push(escapeHtml(by.label));
  const rows = points.slice(0, MOST_POINTS).map((point) => {
    const name = point.name ?? '';
    const record = point.id === undefined ? escapeHtml(name) : recordLink(shown, point.id, name);
    const height = `${place(y, point.y)}${point.part ? ' (in part)' : ''}`;
    const values = [place(x, point.x), height, ...(by === undefined ? [] : [place(by, point.by)])];
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
