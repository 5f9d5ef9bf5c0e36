import { oneLine } from '../../tools/shared/answer.ts';
import type {
  Shown,
  ShownChart,
  ShownChecklist,
  ShownCompare,
  ShownRecord,
  ShownTable,
} from '../../tools/show/shape.ts';
import { renderChart } from './chart.ts';
import { linkOf } from './links.ts';
import { type Style, wrap } from './style.ts';
import { renderCards, renderRecords, renderTable, type TableLayout } from './table.ts';
import { showCounts } from './values.ts';

/** Room that a record takes beside others. */
const COLUMN = 16;
/** Below this a table would be all line breaks. */
const TABLE_WIDTH = 60;

/** What `show` answers, for a person at a terminal. */
export function renderShown(shown: Shown, layout: TableLayout): string {
  const { width, style } = layout;
  const head = wrap(`${oneLine(shown.title)} (data of ${shown.dataset.date})`, width).map(style.strong);
  const notes = shown.notes.flatMap((note) => wrap(oneLine(note), width)).map(style.note);
  return [...head, '', ...bodyOf(shown, layout), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function bodyOf(shown: Shown, layout: TableLayout): string[] {
  const { width, style } = layout;
  switch (shown.view) {
    case 'compare':
      return compareLines(shown, layout);
    case 'record':
      return recordLines(shown, layout);
    case 'table':
      return tableLines(shown, layout);
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

/** Quotes and dates behind other rows: as many again, for those who want to check. */
const EVIDENCE = 'evidence.';

/** Side by side where there is room for all; else one record below the other. */
function compareLines({ records, rows: all, not_found }: ShownCompare, layout: TableLayout): string[] {
  const { width, style, isWide = false } = layout;
  const rows = isWide ? all : all.filter(({ field }) => !field.startsWith(EVIDENCE));
  const isAcross =
    records.length > 1 &&
    !style.isLinear &&
    (isWide || (width >= COLUMN * (records.length + 1) && width >= TABLE_WIDTH));
  const rowsAcross = [
    ...rows.map(({ label, unit, cells }) => ({
      '': withUnit(label, unit),
      ...Object.fromEntries(records.map(({ id }, i) => [id, compareCell(cells[i])])),
    })),
    { '': 'Id', ...Object.fromEntries(records.map(({ id }) => [id, id])) },
  ];
  const heads = Object.fromEntries(records.map(({ id, name }) => [id, oneLine(name)]));
  const each = records.map(({ id, name, by }, i) => ({
    Name: by === undefined ? name : `${name}, ${by}`,
    ...Object.fromEntries(
      rows.map(({ label, unit, cells }) => [withUnit(label, unit), compareCell(cells[i])]),
    ),
    Id: id,
  }));
  const missing = not_found.map(({ id, near }) => {
    return `There is no ${id}.${near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ''}`;
  });
  const evidence = all.length - rows.length;
  return [
    ...(isAcross ? renderTable(rowsAcross, { ...layout, heads }) : renderCards(each, layout)),
    '',
    style.soft(records.length > 1 ? '* best   ? not in these data' : '? not in these data'),
    ...(evidence > 0 ? [style.soft(`${evidence} rows of evidence: --wide shows them.`)] : []),
    ...sourceLines(records, style),
    ...missing.flatMap((line) => wrap(oneLine(line), width)).map(style.note),
  ];
}

/** The sources of one record, or the first of each of several; an address that is broken is none. */
function sourceLines(records: ShownCompare['records'], style: Style): string[] {
  const most = records.length === 1 ? undefined : 1;
  return records.flatMap(({ name, sources }) =>
    sources.slice(0, most).map(({ url }) => {
      const address = linkOf(url);
      const shown = style.hasLinks ? style.link(oneLine(hostOf(url)), address) : oneLine(url);
      const of = most === undefined || sources.length === 1 ? 'source' : `source 1 of ${sources.length}`;
      return style.soft(`${oneLine(name)}, ${of}: ${shown}`);
    }),
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** A card of what is known with the number of each source, then its lists, what to paste, and the sources. */
function recordLines({ record, facts, lists, cites }: ShownRecord, layout: TableLayout): string[] {
  const { width, style } = layout;
  const stated = facts.flatMap(({ values }) => values.flatMap(({ source }) => source ?? []));
  const pages = [...new Set([...stated, ...record.sources.map(({ url }) => url)])];
  const own = facts.map(({ label, unit, values }) => {
    const texts = values.map(({ text, note, source }) => {
      const noted = note === undefined ? text : `${text} (${note})`;
      return source === undefined ? noted : `${noted} [${pages.indexOf(source) + 1}]`;
    });
    return [withUnit(label, unit), oneLine(texts.join('; '))] as const;
  });
  const about = record.description === undefined ? {} : { About: oneLine(record.description) };
  const card = { id: record.id, name: record.name, ...about, ...Object.fromEntries(own) };
  const listed = lists.flatMap(({ title, note, entries }) => [
    '',
    style.strong(oneLine(title)),
    ...(note === undefined ? [] : wrap(oneLine(note), width).map(style.note)),
    ...entries.flatMap(({ text, date, note: said, differs = [] }) =>
      hang('- ', [date, text, said, ...differs].filter((part) => part !== undefined).join(' | '), width),
    ),
  ]);
  // Entries of many lines are for a file.
  const cited = cites.filter(({ text }) => !text.includes('\n'));
  // Never broken: an address in two lines can be neither opened nor copied.
  const sources = pages.map((url, i) => {
    const text = style.hasLinks ? style.link(oneLine(hostOf(url)), linkOf(url)) : oneLine(url);
    return `[${i + 1}] ${text}`;
  });
  return [
    ...renderCards([card], layout),
    ...listed,
    ...cited.flatMap(({ text }) => ['', style.strong('To cite'), ...wrap(oneLine(text), width)]),
    '',
    style.strong('Sources'),
    ...sources.map(style.soft),
  ];
}

function tableLines(
  { columns, rows, total, next_cursor, facets }: ShownTable,
  layout: TableLayout,
): string[] {
  const { width, style } = layout;
  const records = rows.map(({ id, cells }) => ({
    ...Object.fromEntries(
      columns.flatMap(({ field }, i) => {
        const text = cells[i]?.text;
        return text === undefined ? [] : [[field, text]];
      }),
    ),
    id,
  }));
  const heads = Object.fromEntries(columns.map(({ field, label, unit }) => [field, withUnit(label, unit)]));
  const counts = facets.map(({ label, values }) => {
    return `${label}: ${showCounts(Object.fromEntries(values.slice(0, 5).map(({ label: name, count }) => [name, count])))}`;
  });
  return [
    `${total.toLocaleString('en-US')} ${total === 1 ? 'match' : 'matches'}, ${rows.length} shown`,
    '',
    ...(rows.length === 0 ? [] : renderRecords(records, { ...layout, heads })),
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
