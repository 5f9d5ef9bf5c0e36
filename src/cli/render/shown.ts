import { oneLine } from '../../tools/shared/answer.ts';
import type {
  Shown,
  ShownChart,
  ShownChecklist,
  ShownCompare,
  ShownRecord,
  ShownTable,
} from '../../tools/show/shape.ts';
import { renderCards, renderTable, showCounts } from './answer.ts';
import { renderChart } from './chart.ts';
import { type Style, wrap } from './style.ts';

/** Room that a record takes beside others. */
const COLUMN = 16;
/** Below this a table would be all line breaks. */
const TABLE_WIDTH = 60;

/** What `show` answers, for a person at a terminal. */
export function renderShown(shown: Shown, width: number, style: Style): string {
  const head = wrap(`${oneLine(shown.title)} (data of ${shown.dataset.date})`, width).map(style.strong);
  const notes = shown.notes.flatMap((note) => wrap(oneLine(note), width)).map(style.note);
  return [...head, '', ...bodyOf(shown, width, style), ...(notes.length > 0 ? ['', ...notes] : [])].join(
    '\n',
  );
}

function bodyOf(shown: Shown, width: number, style: Style): string[] {
  switch (shown.view) {
    case 'compare':
      return compareLines(shown, width, style);
    case 'record':
      return recordLines(shown, width, style);
    case 'table':
      return tableLines(shown, width, style);
    case 'chart':
      return chartLines(shown, width, style);
    case 'checklist':
      return checklistLines(shown, width, style);
  }
}

type Cell = ShownCompare['rows'][number]['cells'][number];

function compareCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '?';
  return oneLine(`${cell.text}${cell.best ? ' *' : ''}${cell.note === undefined ? '' : ` (${cell.note})`}`);
}

function withUnit(label: string, unit: string | undefined): string {
  return unit === undefined || unit === 'USD' ? label : `${label} (${unit})`;
}

/** Side by side where there is room for all; else one record below the other. */
function compareLines({ records, rows, not_found }: ShownCompare, width: number, style: Style): string[] {
  const isWide = width >= COLUMN * (records.length + 1) && width >= TABLE_WIDTH;
  const rowsAcross = rows.map(({ label, unit, cells }) => ({
    field: withUnit(label, unit),
    ...Object.fromEntries(records.map(({ id }, i) => [id, compareCell(cells[i])])),
  }));
  const each = records.map(({ id, name, by }, i) => ({
    id,
    name: by === undefined ? name : `${name}, ${by}`,
    ...Object.fromEntries(
      rows.map(({ label, unit, cells }) => [withUnit(label, unit), compareCell(cells[i])]),
    ),
  }));
  const body =
    isWide && records.length > 1 ? renderTable(rowsAcross, width, style) : renderCards(each, width, style);
  const missing = not_found.map(({ id, near }) => {
    return `There is no ${id}.${near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ''}`;
  });
  const sources = records.flatMap(({ id, sources: own }) =>
    own.slice(0, 1).map(({ url }) => `${id}: ${url}`),
  );
  return [
    ...body,
    '',
    style.soft('* best   ? nobody states it'),
    ...missing.flatMap((line) => wrap(oneLine(line), width)).map(style.note),
    ...sources.flatMap((line) => wrap(oneLine(line), width)).map(style.soft),
  ];
}

/** A card of what is known, then its lists. */
function recordLines({ record, facts, lists }: ShownRecord, width: number, style: Style): string[] {
  const own = facts.map(({ label, unit, values }) => {
    const texts = values.map(({ text, note }) => (note === undefined ? text : `${text} (${note})`));
    return [withUnit(label, unit), oneLine(texts.join('; '))] as const;
  });
  const card = { id: record.id, name: record.name, ...Object.fromEntries(own) };
  const listed = lists.flatMap(({ title, entries }) => [
    '',
    style.strong(oneLine(title)),
    ...entries.flatMap(({ text, date, note, differs = [] }) =>
      wrap(oneLine([date, text, note, ...differs].filter((part) => part !== undefined).join(' | ')), width),
    ),
  ]);
  const sources = record.sources.slice(0, 3).flatMap(({ url }) => wrap(oneLine(url), width));
  return [...renderCards([card], width, style), ...listed, '', ...sources.map(style.soft)];
}

function tableLines(
  { columns, rows, total, next_cursor, facets }: ShownTable,
  width: number,
  style: Style,
): string[] {
  const records = rows.map(({ id, cells }) => ({
    id,
    ...Object.fromEntries(
      columns.flatMap(({ label, unit }, i) => {
        const text = cells[i]?.text;
        return text === undefined ? [] : [[withUnit(label, unit), text]];
      }),
    ),
  }));
  const body = width < TABLE_WIDTH ? renderCards(records, width, style) : renderTable(records, width, style);
  const counts = facets.map(({ label, values }) => {
    return `${label}: ${showCounts(Object.fromEntries(values.slice(0, 5).map(({ label: name, count }) => [name, count])))}`;
  });
  return [
    `${total.toLocaleString('en-US')} ${total === 1 ? 'match' : 'matches'}, ${rows.length} shown`,
    '',
    ...(rows.length === 0 ? [] : body),
    ...(rows.length < total ? ['', ...counts.flatMap((line) => wrap(line, width)).map(style.soft)] : []),
    ...(next_cursor === undefined
      ? []
      : [style.soft(`More: the same with --arguments.cursor '${next_cursor}'`)]),
  ];
}

function chartLines(chart: ShownChart, width: number, style: Style): string[] {
  const { total, unknown, left_out, x, y, by = x } = chart;
  const labels = { x: x.label, y: y.label, by: by.label };
  const without = Object.entries(unknown).flatMap(([axis, count = 0]) =>
    count > 0 ? [`${count.toLocaleString('en-US')} without ${labels[axis as 'x'].toLowerCase()}`] : [],
  );
  const drawn = [
    `${total.toLocaleString('en-US')} matches`,
    ...without,
    ...(left_out > 0 ? [`${left_out.toLocaleString('en-US')} left out`] : []),
  ].join(', ');
  return [...renderChart(chart, width, style), '', ...wrap(drawn, width).map(style.soft)];
}

function checklistLines(shown: ShownChecklist, width: number, style: Style): string[] {
  const { phases, questions, held, further_questions, total } = shown;
  const body = phases.flatMap(({ label, known_weeks, requirements }) => {
    const weeks = known_weeks === undefined ? '' : ` (${known_weeks.min} to ${known_weeks.max} weeks known)`;
    return [
      style.strong(`${label}${weeks}`),
      ...requirements.flatMap(({ id, scheme, title, obligation, because, applies, steps }) => [
        ...hang(
          '[ ] ',
          `${scheme}: ${title} (${[obligation, because, applies].filter(Boolean).join('; ')})`,
          width,
        ),
        ...steps.flatMap(({ step }) => hang('    [ ] ', step, width)),
        ...hang('    ', id, width).map(style.soft),
      ]),
      '',
    ];
  });
  const open = questions.flatMap(({ question, features, robot_categories, requirements }) => {
    const words = [
      ...features.map(({ feature }) => feature),
      ...robot_categories.map(({ category }) => category),
    ];
    return hang('- ', `${question} ${words.join(', ')} (${requirements})`, width);
  });
  return [
    `${total} requirements apply`,
    '',
    ...body,
    ...(held.length > 0
      ? [style.strong('Held, as recorded'), ...held.flatMap((one) => hang('- ', one, width)), '']
      : []),
    ...(open.length > 0 ? [style.strong('Open: say --features wifi or no-wifi'), ...open] : []),
    ...(further_questions > 0 ? [style.soft(`${further_questions} further questions.`)] : []),
  ];
}

function hang(head: string, text: string, width: number): string[] {
  const lines = wrap(oneLine(text), Math.max(10, width - head.length));
  return lines.map((line, i) => (i === 0 ? head : ' '.repeat(head.length)) + line);
}
