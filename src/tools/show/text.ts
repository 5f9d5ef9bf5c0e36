import { inertText } from '../../lib/inert.ts';
import { dataInWords, oneLine } from '../shared/answer.ts';
import { numberText } from './labels.ts';
import type {
  Axis,
  Shown,
  ShownChart,
  ShownChecklist,
  ShownCompare,
  ShownRecord,
  ShownTable,
} from './shape.ts';

/**
 * What is shown, as text that is complete by itself for hosts without a view: fewer than 2,000 tokens, which are counted
 * by the parts of words that no vocabulary of tokens cuts further as a rule. What is left out is said.
 */
const MOST_PARTS = 1_750;
/** For the lines behind the table: notes, and what is left out. */
const NOTE_PARTS = 400;

const part = /[a-z]{1,6}|\d{1,3}|\s+(?=\d)|\n|[^\sa-z\d]/giu;

const FOR_MODELS = 'Where the host has views, the user sees all of this as one.';

/** Renders what is shown for a model, or a person without a view, to read. */
export function textOf(shown: Shown): string {
  const head = `${oneLine(shown.title)} (${dataInWords(shown.dataset)})`;
  const notes = fitting(shown.notes.map(oneLine), NOTE_PARTS).lines;
  const room = MOST_PARTS - sizeOf([head, ...notes, FOR_MODELS].join('\n'));
  // Whatever a line is made of, it is one line.
  return [head, ...bodyOf(shown, room), ...notes, FOR_MODELS].map(inertText).join('\n');
}

function bodyOf(shown: Shown, room: number): string[] {
  switch (shown.view) {
    case 'compare':
      return compareLines(shown, room);
    case 'record':
      return recordLines(shown, room);
    case 'table':
      return tableLines(shown, room);
    case 'chart':
      return chartLines(shown, room);
    case 'checklist':
      return checklistLines(shown, room);
  }
}

function sizeOf(text: string): number {
  return text.match(part)?.length ?? 0;
}

/** The first lines that fit, and how many do not. */
function fitting(lines: readonly string[], room: number): { lines: readonly string[]; left: number } {
  let used = 0;
  const over = lines.findIndex((line) => {
    used += sizeOf(line) + 1;
    return used > room;
  });
  return over === -1 ? { lines, left: 0 } : { lines: lines.slice(0, over), left: lines.length - over };
}

/** The room of a sentence for what is left out. */
const LEFT_PARTS = 50;

function withRest(lines: readonly string[], room: number, rest: (left: number) => string): string[] {
  const whole = fitting(lines, room);
  if (whole.left === 0) return [...whole.lines];
  const cut = fitting(lines, room - LEFT_PARTS);
  return [...cut.lines, rest(cut.left)];
}

function one(text: string): string {
  return oneLine(text).replaceAll('|', '/');
}

/** Longer cells say the rest in the record. */
const CELL = 160;

function short(text: string): string {
  const line = one(text);
  return line.length <= CELL ? line : `${line.slice(0, CELL - 1)}…`;
}

function compareLines({ records, rows, not_found }: ShownCompare, room: number): string[] {
  const missing = not_found.map(({ id, near }) => {
    return `There is no ${one(id)}.${near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ''}`;
  });
  const lines = [
    ['', ...records.map(({ id }) => id)].join(' | '),
    ['name', ...records.map(({ name, by }) => short(by === undefined ? name : `${name}, ${by}`))].join(' | '),
    ...rows.map(({ label, unit, cells }) => {
      const head = unit === undefined || unit === 'USD' ? label : `${label} (${unit})`;
      return [head, ...cells.map(compareCell)].join(' | ');
    }),
  ];
  const legend = rows.some(({ cells }) => cells.some((cell) => cell?.best))
    ? ['* best; ? not stated']
    : ['? not stated'];
  const sources = records.map(({ id, sources: own }) => `Source of ${id}: ${oneLine(own[0]?.url ?? '')}`);
  const behind = [...legend, ...missing, ...sources];
  const free = room - sizeOf(behind.join('\n')) - 1;
  return [
    ...withRest(lines, free, (left) => `${left} more rows: compare fewer, or read the records.`),
    ...behind,
  ];
}

function compareCell(cell: ShownCompare['rows'][number]['cells'][number]): string {
  if (cell === null) return '?';
  const note = cell.note === undefined ? '' : ` (${cell.note})`;
  return short(`${cell.text}${cell.best ? '*' : ''}${note}`);
}

/** A line a fact, then a line an entry of each list. */
function recordLines({ kind, record, facts, lists }: ShownRecord, room: number): string[] {
  const head = [
    `${kind}/${record.id}`,
    ...(record.names.length > 0 ? [`also ${record.names.map(one).join(', ')}`] : []),
    ...(record.description === undefined ? [] : [one(record.description)]),
  ];
  const said = facts.map(({ label, unit, values }) => {
    const texts = values.map(({ text, note }) => (note === undefined ? text : `${text} (${note})`));
    return short(
      `${unit === undefined || unit === 'USD' ? label : `${label} (${unit})`}: ${texts.join('; ')}`,
    );
  });
  const listed = lists.flatMap(({ title, entries }) => [
    `${title.toUpperCase()}:`,
    ...entries.map(({ text, date, note, differs = [], leads }) => {
      const id = leads?.ids?.join(' ');
      // A name from outside never begins a line.
      return `- ${short(
        [
          ...(date === undefined ? [] : [date]),
          text,
          ...(note === undefined ? [] : [note]),
          ...differs,
          ...(id === undefined ? [] : [id]),
        ].join(' | '),
      )}`;
    }),
  ]);
  const sources = `Source: ${oneLine(record.sources[0]?.url ?? '')}`;
  const free = room - sizeOf([...head, sources].join('\n')) - 2;
  return [
    ...head,
    ...withRest(
      [...said, ...listed],
      free,
      (left) => `${left} more lines are in the view; the searches have all.`,
    ),
    sources,
  ];
}

function tableLines({ columns, rows, total, next_cursor, facets }: ShownTable, room: number): string[] {
  const heads = columns.map(({ label, unit }) =>
    unit === undefined || unit === 'USD' ? label : `${label} (${unit})`,
  );
  const count = `${numberText(total)} ${total === 1 ? 'match' : 'matches'}, ${rows.length} here`;
  const lines = rows.map(({ id, cells }) =>
    [id, ...cells.map((cell) => short(cell?.text ?? ''))].join(' | '),
  );
  const behind = [
    ...facets.map(
      ({ argument, values }) =>
        `${argument}: ${values
          .slice(0, 5)
          .map(({ value, count: n }) => `${one(value)} ${n}`)
          .join(', ')}`,
    ),
    ...(next_cursor === undefined ? [] : [`next page: arguments.cursor ${next_cursor}`]),
  ];
  const before = [count, ...(rows.length === 0 ? [] : [['id', ...heads].join(' | ')])];
  const free = room - sizeOf([...before, ...behind].join('\n')) - 2;
  return [
    ...before,
    ...withRest(
      lines,
      free,
      (left) => `${left} more rows are in the view; ask for fewer by arguments.limit to read all.`,
    ),
    ...(rows.length < total ? behind : []),
  ];
}

function axisName({ label, unit }: Axis): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

function chartLines(chart: ShownChart, room: number): string[] {
  const { x, y, by, points, form, unknown, left_out, total } = chart;
  const axes = `${form}: ${axisName(x)}, ${axisName(y)}${by === undefined ? '' : `, by ${by.label}`}`;
  const behind = [
    `${numberText(total)} records match, ${points.length} points.`,
    ...Object.entries(unknown).flatMap(([axis, count = 0]) =>
      count > 0
        ? [`${numberText(count)} have no ${axisOf(chart, axis).label.toLowerCase()}: they are not drawn.`]
        : [],
    ),
    ...(left_out > 0 ? [`${numberText(left_out)} are left out, beyond the most that a chart holds.`] : []),
    ...(points.some((point) => point.part) ? [`${PART} counts a part of what there is.`] : []),
    ...(points.length === 0 ? ['There is nothing to draw: choose other axes or arguments.'] : []),
  ];
  const free = room - sizeOf([axes, ...behind].join('\n')) - 1;
  const lines = form === 'points' ? pointLines(chart, free) : countLines(chart, free);
  return [axes, ...lines, ...behind];
}

function axisOf({ x, y, by = x }: ShownChart, name: string): Axis {
  return name === 'x' ? x : name === 'y' ? y : by;
}

/** Of points so many that not all fit, every so many along the horizontal axis, with the ends of both axes. */
function pointLines({ points, x, y }: ShownChart, room: number): string[] {
  if (points.length === 0) return [];
  const along = points.toSorted((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : a.y - b.y));
  const lines = along.map(({ id, x: at, y: value, by }) => {
    return [id ?? '', typeof at === 'number' ? numberText(at) : at, numberText(value), by ?? '']
      .map(one)
      .join(' | ')
      .replace(/[ |]+$/, '');
  });
  const head = ['id', x.label, y.label].join(' | ');
  const free = room - sizeOf(head) - 1;
  const whole = fitting(lines, free);
  if (whole.left === 0) return [head, ...lines];
  const step = Math.ceil(lines.length / Math.max(1, fitting(lines, free - LEFT_PARTS).lines.length));
  const every = fitting(
    lines.filter((_, i) => i % step === 0),
    free - LEFT_PARTS,
  ).lines;
  const highest = points.reduce((most, point) => (point.y > most.y ? point : most));
  const lowest = points.reduce((least, point) => (point.y < least.y ? point : least));
  return [
    head,
    ...every,
    `${every.length} of ${lines.length} points; ${y.label} from ${numberText(lowest.y)} (${lowest.id}) to ${numberText(highest.y)} (${highest.id}).`,
  ];
}

/** Behind a count of which the data hold a part. */
const PART = '~';

/** A line a category or group of periods. */
function countLines({ points, x, by }: ShownChart, room: number): string[] {
  const nameIn = (axis: Axis | undefined, value: string) => one(axis?.labels?.[value] ?? value);
  const groups = new Map<string, string[]>();
  for (const { x: at, y, by: group = '', records, part } of points) {
    const own = groups.get(group) ?? [];
    const of = records === undefined ? '' : ` (of ${records})`;
    own.push(`${nameIn(x, String(at))} ${numberText(y)}${part === true ? PART : ''}${of}`);
    groups.set(group, own);
  }
  const lines = [...groups].map(([group, own]) =>
    group === '' ? own.join(', ') : `${nameIn(by, group)}: ${own.join(', ')}`,
  );
  const whole = fitting(lines, room);
  if (whole.left === 0) return [...lines];
  // The newest periods, or the largest categories, of each group.
  const share = Math.floor((room - LEFT_PARTS) / lines.length) - 4;
  const cut = [...groups].map(([group, own]) => {
    const isTime = x.type !== 'category';
    const kept = fitting(isTime ? own.toReversed() : own, Math.max(0, share - sizeOf(group))).lines;
    const text = (isTime ? kept.toReversed() : kept).join(', ');
    return group === '' ? text : `${nameIn(by, group)}: ${text}`;
  });
  return [...fitting(cut, room - LEFT_PARTS).lines, 'Some values are left out here; the view has all.'];
}

function checklistLines(
  { phases, questions, held, further_questions, total, product }: ShownChecklist,
  room: number,
): string[] {
  const behind = [
    ...(held.length > 0 ? [`Held, as recorded: ${held.map(short).join('; ')}`] : []),
    ...questions.slice(0, 5).map(({ question, features, requirements }) => {
      const words = features.slice(0, 6).map(({ feature }) => feature);
      return `Open (${requirements} hang on it): ${short(question)} features ${words.join(', ')}, or no-…`;
    }),
    ...(further_questions > 0 ? [`${further_questions} further questions.`] : []),
  ];
  const known = [...product.features, ...product.denied.map((word) => `no-${word}`)];
  const before = [`${total} requirements apply${known.length > 0 ? `; features ${known.join(', ')}` : ''}`];
  const free = room - sizeOf([...before, ...behind].join('\n')) - 2;
  const lines = phases.flatMap(({ label, known_weeks, requirements }) => [
    `${label.toUpperCase()}${known_weeks === undefined ? '' : ` (known: ${known_weeks.min} to ${known_weeks.max} weeks)`}`,
    ...requirements.map(({ id, scheme, title, obligation, because, applies, steps, waits_for }) => {
      const since = applies === undefined ? '' : `; ${applies}`;
      const after = waits_for.length > 0 ? `; after ${waits_for.join(', ')}` : '';
      return `[ ] ${scheme} ${short(title)} | ${obligation}; ${because}${since}${after} | ${steps.length} steps, ${id}`;
    }),
  ]);
  const rows = withRest(
    lines,
    free,
    (left) => `${left} more lines: get_certification_info with sort phase has all.`,
  );
  const left = free - sizeOf(rows.join('\n')) - LEFT_PARTS;
  const steps = phases.flatMap(({ requirements }) =>
    requirements.map((one) => `Steps of ${one.id}: ${one.steps.map(({ step }) => short(step)).join('; ')}`),
  );
  const shown = rows.length < lines.length ? [] : fitting(steps, left).lines;
  const more = steps.length - shown.length;
  return [
    ...before,
    ...rows,
    ...shown,
    ...(more > 0
      ? [`Steps of ${more === steps.length ? 'each' : `the other ${more}`}: get_certification_info with id.`]
      : []),
    ...behind,
  ];
}
