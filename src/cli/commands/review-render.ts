import { styleText } from 'node:util';
import { valueAt } from '../../contributions/correction.ts';
import type { AnyContribution, Proposal, Report, Submission } from '../../contributions/state.ts';
import { oneLine } from '../../tools/shared/render.ts';

const headings = ['TICKET', 'STATUS', 'SINCE', 'WHAT', 'SAYS'] as const;
const narrowest = 20;

/** The queue as a table that fits the terminal; the last column is cut. */
export function renderTable(items: readonly AnyContribution[], columns: number | undefined): string {
  const rows = items.map((item) => [item.ticket, item.status, day(item.first), whatOf(item), saysOf(item)]);
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const last = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(narrowest, columns - before);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cut(cell, last) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const head = line(headings);
  return `${[columns === undefined ? head : styleText('bold', head), ...rows.map(line)].join('\n')}\n`;
}

/** Everything that is known of one contribution. `record` is what it is about, as the data have it now. */
export function renderOne(item: AnyContribution, record: object | undefined): string {
  const lines = [
    ['ticket', item.ticket],
    ['status', item.status],
    ['first given', new Date(item.first).toISOString()],
    ...aboutLines(item, record),
    ...item.decisions.map((decision) => [
      'decided',
      `${decision.decision} by ${decision.by} at ${new Date(decision.at).toISOString()}${decision.into === undefined ? '' : ` into ${decision.into}`}${decision.why === undefined ? '' : `: ${decision.why}`}`,
    ]),
    ...(item.forwarded === undefined
      ? []
      : [
          [
            'passed on',
            `${item.forwarded.status} ${item.forwarded.remote_ticket ?? item.forwarded.why ?? ''}`,
          ],
        ]),
  ];
  return `${lines.map(([name = '', value = '']) => `${`${name}:`.padEnd(14)} ${oneLine(value)}`).join('\n')}\n`;
}

/** A contribution for a program to read. */
export function toJson(item: AnyContribution): object {
  const { first, last, decisions, forwarded, ...rest } = item;
  const stamped = (told: { readonly at: number }) => ({ ...told, at: new Date(told.at).toISOString() });
  return {
    ...rest,
    first: new Date(first).toISOString(),
    last: new Date(last).toISOString(),
    decisions: decisions.map(stamped),
    ...(forwarded !== undefined && { forwarded: stamped(forwarded) }),
  };
}

function aboutLines(item: AnyContribution, record: object | undefined): string[][] {
  if (item.type === 'report') return reportLines(item, record);
  return item.type === 'record' ? proposalLines(item) : submissionLines(item);
}

function proposalLines({ kind, versions, notes, by, record }: Proposal): string[][] {
  const [first, ...others] = versions;
  return [
    ['proposes', `a record of ${kind}`],
    ...Object.entries(first ?? {}).map(([field, value]) => [`  ${field}`, shown(value)]),
    ...others.map((other) => ['otherwise', differences(first ?? {}, other)]),
    ...notes.map((note) => ['note', note]),
    ['proposed by', by.join(', ')],
    ['published as', record?.id ?? ''],
  ].filter(([, value]) => value !== '');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields in which a further proposal of the same record says something else. */
function differences(first: object, other: object): string {
  const before = new Map(Object.entries(first).map(([field, value]) => [field, shown(value)]));
  return Object.entries(other)
    .filter(([field, value]) => before.get(field) !== shown(value))
    .map(([field, value]) => `${field}: ${shown(value)}`)
    .join('; ');
}

function reportLines({ report, joined, into }: Report, record: object | undefined): string[][] {
  const now = record === undefined || report.field === undefined ? undefined : valueAt(record, report.field);
  return [
    [
      'about',
      `${report.resource_type} ${report.resource_id}${report.field === undefined ? '' : `, ${report.field}`}`,
    ],
    ['problem', report.problem],
    ['now', now === undefined ? 'nothing is recorded' : JSON.stringify(now)],
    ['suggested', report.suggested_value ?? ''],
    ['evidence', report.evidence_url ?? ''],
    ['contact', report.contact ?? ''],
    ['merged into', into ?? ''],
    ...joined.map(({ suggested_value, evidence_url, contact }) => [
      'said again',
      [suggested_value, evidence_url, contact].filter((part) => part !== undefined).join(', '),
    ]),
  ].filter(([, value]) => value !== '');
}

function submissionLines({ arxiv_id, url, notes, record }: Submission): string[][] {
  return [
    ['arXiv id', arxiv_id ?? ''],
    ['address', url ?? ''],
    ...notes.map((note) => ['note', note]),
    ['published as', record === undefined ? '' : `${record.id}: ${record.title}`],
  ].filter(([, value]) => value !== '');
}

function whatOf(item: AnyContribution): string {
  if (item.type === 'record') return cut(oneLine(`${item.versions[0]?.id} (new in ${item.kind})`), 60);
  if (item.type === 'submission') return cut(oneLine(item.arxiv_id ?? item.url ?? ''), 60);
  const { resource_id, field } = item.report;
  return cut(oneLine(`${resource_id}${field === undefined ? '' : ` ${field}`}`), 60);
}

function saysOf(item: AnyContribution): string {
  if (item.type === 'record') {
    const [first] = item.versions;
    return oneLine(first === undefined ? '' : 'headline' in first ? first.headline : first.description);
  }
  if (item.type === 'submission') return oneLine(item.record?.title ?? item.notes.join(' / '));
  const { problem, suggested_value } = item.report;
  return oneLine(suggested_value === undefined ? problem : `${problem} → ${suggested_value}`);
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
