import { userInfo } from 'node:os';
import { styleText } from 'node:util';
import type { Options } from 'yargs';
import type { EventStore } from '../../contributions/event-store.ts';
import { valueAt } from '../../contributions/overlay.ts';
import {
  findContribution,
  listContributions,
  ReviewActions,
  type Reviewer,
} from '../../contributions/review.ts';
import type { AnyContribution, Proposal, Report, Submission } from '../../contributions/state.ts';
import type { StoredContributions } from '../../contributions/stored-contributions.ts';
import { addressFault } from '../../data/dataset/checks/values.ts';
import { kinds } from '../../kinds/kinds.ts';
import { DataError } from '../../lib/data-error.ts';
import { openData } from '../../protocol/open-data.ts';
import type { OpenData } from '../../protocol/replaceable-data.ts';
import { oneLine } from '../../tools/shared/answer.ts';
import { type Command, textOption } from '../command.ts';
import { sinceOf } from '../day-option.ts';
import { type Flags, textOf, valuesOf, yargsOptions } from '../option-values.ts';
import { DATA_OPTIONS, type OptionName, type OptionValues } from '../options.ts';
import { print } from '../print.ts';
import { alignColumns, cut } from '../render/style.ts';
import { keepOptions } from '../service-options.ts';
import { say, type Terminal, UsageError } from '../terminal.ts';
import { parseJson } from '../tool-arguments.ts';

const OPTIONS: readonly OptionName[] = ['json', 'store', ...DATA_OPTIONS];
const ACTIONS = ['list', 'show', 'accept', 'reject', 'merge'];
const STATUSES = [
  'open',
  'all',
  'pending',
  'in_review',
  'queued',
  'published',
  'accepted',
  'rejected',
  'merged',
];

/** Options that no other command has; before the colon, what they are for. */
const OWN: Readonly<Record<string, Options>> = {
  status: {
    choices: STATUSES,
    default: 'open',
    requiresArg: true,
    describe: 'list: what waits (open), all, or one state',
  },
  type: { choices: ['submission', 'report', 'record'], requiresArg: true, describe: 'list: one type' },
  kind: { choices: kinds, requiresArg: true, describe: 'list: about one kind' },
  resource: textOption('list: about one record, by its id'),
  since: textOption('list: first given on or after a day, such as 2026-11-01'),
  field: textOption('accept: the field to change, if the report names none'),
  value: textOption('accept: the right value, if it is not the suggested one'),
  evidence: textOption('accept: the page that shows it, if the report names none'),
  remove: { type: 'boolean', describe: 'accept: take the field out of the record' },
  'without-change': { type: 'boolean', describe: 'accept: the report is right, but leave the record alone' },
  record: textOption(
    'accept: the paper behind an address, as JSON with title, authors, published; or other values for fields of a proposed record',
  ),
  into: textOption('merge: the ticket that the others become part of'),
  by: textOption('Who decides (default: the name of this user)'),
  why: textOption('Why; kept with the decision'),
};

/** The operator's queue. */
export const reviewCommand: Command = {
  words: '[action] [tickets..]',
  usage:
    '$0 review list\n$0 review show TICKET\n$0 review accept|reject TICKET…\n$0 review merge TICKET… --into TICKET\n\nDecide what was submitted and reported. What is accepted is in every search at once.',
  positionals: { action: { choices: ACTIONS }, tickets: { type: 'string', array: true } },
  options: { ...OWN, ...yargsOptions(OPTIONS) },
  examples: [
    '$0 review list --type report --kind robots',
    '$0 review accept rep-0123456789ab --why "data sheet of May"',
    '$0 review accept rep-0123456789ab --value 36',
  ],
  handler: async (flags, terminal) => {
    const { action } = flags;
    if (typeof action !== 'string')
      throw new UsageError(`Say what to do: ${ACTIONS.join(', ')}. See robotics-mcp review --help.`);
    const values = valuesOf(flags, terminal.env, OPTIONS);
    const told = new Set<string>();
    const tell = (what: unknown) => {
      if (!told.has(String(what))) say(terminal, `robotics-mcp: ${String(what)}`);
      told.add(String(what));
    };
    const data = await openData(keepOptions(values, await openStore(values)), tell);
    try {
      if (data.kept === undefined) throw new Error('Contributions are not kept here.');
      // What cannot be read may be what is asked for.
      data.kept.store.warnings.forEach(tell);
      const task = { data, kept: data.kept, flags, json: values.json, terminal };
      if (action === 'list') list(task);
      else if (action === 'show') show(task);
      else await decide(action, task);
      return 0;
    } finally {
      await data.close();
    }
  },
};

/** The database itself: what is decided must not rest on what was known of it. */
async function openStore({ store }: OptionValues): Promise<EventStore | undefined> {
  if (store === undefined) return undefined;
  const { openStoreNow, storeAddress } = await import('../node-store.ts');
  return openStoreNow(storeAddress(store));
}

/** All that an action needs. */
interface Task {
  readonly data: OpenData;
  readonly kept: StoredContributions;
  readonly flags: Flags;
  readonly json: boolean;
  readonly terminal: Terminal;
}

function list({ kept, flags, json, terminal }: Task): void {
  const since = sinceOf(flags);
  const items = listContributions(kept.state, {
    status: textOf(flags, 'status') ?? 'open',
    type: textOf(flags, 'type') as AnyContribution['type'] | undefined,
    kind: textOf(flags, 'kind'),
    resource: textOf(flags, 'resource'),
    since,
  });
  print(terminal, json, items.map(toJson), () =>
    items.length > 0 ? renderTable(items, terminal.stdout.columns) : 'Nothing waits here that meets this.\n',
  );
}

function show(task: Task): void {
  const { data, json, terminal } = task;
  const all = given(task).map((item) => {
    const record =
      item.type === 'report'
        ? data.catalogue.find(item.report.resource_type, item.report.resource_id)
        : item.record;
    return { item, record };
  });
  const told = all.map(({ item, record }) => ({
    ...toJson(item),
    ...(record !== undefined && { current: record }),
  }));
  print(terminal, json, oneOrAll(told), () =>
    all.map(({ item, record }) => renderOne(item, record)).join(''),
  );
}

async function decide(action: string, task: Task): Promise<void> {
  const { data, kept, flags, json, terminal } = task;
  const reviewing = new ReviewActions(kept, data.catalogue);
  checkOptions(action, flags);
  const reviewer = { by: textOf(flags, 'by') ?? userName(), why: textOf(flags, 'why') };
  const decided: AnyContribution[] = [];
  try {
    for (const item of given(task)) {
      if (action === 'accept') await accept(task, reviewing, item, reviewer);
      else if (action === 'reject') await reviewing.reject(item, reviewer);
      else await reviewing.merge(asReport(item), asReport(target(task)), reviewer);
      decided.push(kept.state.find(item.ticket) ?? item);
    }
  } finally {
    // Also where a later one is refused: what was decided before stands.
    if (decided.length > 0)
      print(terminal, json, oneOrAll(decided.map(toJson)), () =>
        decided.map((now) => `${now.ticket}: ${now.status}${resultOf(now)}\n`).join(''),
      );
  }
}

/** One document, whatever is printed: the thing itself, or a list of several. */
function oneOrAll(things: readonly object[]): object {
  const [only, another] = things;
  return only !== undefined && another === undefined ? only : things;
}

/** What changes a record, by its option; a decision takes one of them at most, and cannot be taken back. */
const CHANGES = ['value', 'remove', 'without-change', 'record'];
const OF_ACCEPTING = [...CHANGES, 'field', 'evidence'];

function checkOptions(action: string, flags: Flags): void {
  const given = (name: string) => flags[name] !== undefined && flags[name] !== false;
  const [first, second] = CHANGES.filter(given);
  if (second !== undefined) throw new UsageError(`--${first} and --${second} exclude each other.`);
  const stray = action === 'accept' ? undefined : OF_ACCEPTING.find(given);
  if (stray !== undefined) throw new UsageError(`--${stray} is for accept, not for ${action}.`);
  if (action !== 'merge' && given('into')) throw new UsageError(`--into is for merge, not for ${action}.`);
}

/** In a container a user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

async function accept(
  { kept, flags }: Task,
  desk: ReviewActions,
  item: AnyContribution,
  reviewer: Reviewer,
): Promise<void> {
  const evidence = textOf(flags, 'evidence');
  const fault = evidence === undefined ? undefined : addressFault(evidence);
  if (fault !== undefined) throw new UsageError(`--evidence ${fault}.`);
  if (item.type === 'report') {
    const correction = { field: textOf(flags, 'field'), value: textOf(flags, 'value'), evidence };
    await desk.acceptReport(item, reviewer, {
      ...correction,
      remove: flags.remove === true,
      withoutChange: flags['without-change'] === true,
    });
    return;
  }
  const record = textOf(flags, 'record');
  const facts = record === undefined ? undefined : readObject(record);
  if (item.type === 'record') {
    const today = new Date().toISOString().slice(0, 10);
    await desk.acceptRecord(item, reviewer, facts ?? {}, today);
    return;
  }
  if (facts !== undefined || item.status !== 'pending' || item.arxiv_id === undefined) {
    await desk.acceptPaper(item, reviewer, facts);
    return;
  }
  if (!(await kept.confirm(item.ticket, item.arxiv_id, 30_000))) {
    throw new DataError('REVIEW', `arXiv cannot be reached now, so ${item.ticket} stays pending.`);
  }
  const now = kept.state.submissions.get(item.ticket);
  if (now?.review !== undefined && now.status === 'in_review') {
    throw new DataError(
      'REVIEW',
      `arXiv has ${item.ticket} now, and it waits for you since ${now.review.why}: look at it with review show, and accept it again.`,
    );
  }
}

function resultOf(item: AnyContribution): string {
  if (item.type !== 'report') return item.record === undefined ? '' : ` as ${item.record.id}`;
  const change = item.decisions[item.decisions.length - 1]?.change;
  if (item.status === 'merged') return ` into ${item.into}`;
  if (change === undefined || item.status !== 'accepted') return '';
  return `, ${change.field} of ${change.id} was ${JSON.stringify(change.was) ?? 'not recorded'} and is ${JSON.stringify(change.value) ?? 'taken out'}`;
}

function given({ kept, flags }: Task): AnyContribution[] {
  const tickets = Array.isArray(flags.tickets) ? flags.tickets.map(String) : [];
  if (tickets.length === 0) throw new UsageError('Name a ticket. See robotics-mcp review list.');
  return tickets.map((ticket) => findContribution(kept.state, ticket));
}

function target({ kept, flags }: Task): AnyContribution {
  const into = textOf(flags, 'into');
  if (into === undefined) throw new UsageError('Say with --into which ticket the others become part of.');
  return findContribution(kept.state, into);
}

function asReport(item: AnyContribution): Report {
  if (item.type === 'report') return item;
  throw new DataError('REVIEW', `${item.ticket} is no report; reports alone can be merged.`);
}

function readObject(json: string): object {
  const value = parseJson(json);
  if (typeof value === 'object' && value !== null) return value;
  throw new UsageError('--record is one JSON object.');
}

/** The queue as a table that fits the terminal; the last column is cut. */
function renderTable(items: readonly AnyContribution[], columns: number | undefined): string {
  const [head = '', ...rows] = alignColumns(
    [
      ['TICKET', 'STATUS', 'SINCE', 'WHAT', 'SAYS'],
      ...items.map((item) => [item.ticket, item.status, day(item.first), whatOf(item), saysOf(item)]),
    ],
    columns,
  );
  return `${[columns === undefined ? head : styleText('bold', head), ...rows].join('\n')}\n`;
}

/** Everything that is known of one contribution. `record` is what it is about, as the data have it now. */
function renderOne(item: AnyContribution, record: object | undefined): string {
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
function toJson(item: AnyContribution): object {
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
    ['given by', by.join(', ')],
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

function reportLines({ report, joined, into, by }: Report, record: object | undefined): string[][] {
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
    ['given by', by.join(', ')],
    ['merged into', into ?? ''],
    ...joined.map(({ suggested_value, evidence_url, contact }) => [
      'said again',
      [suggested_value, evidence_url, contact].filter((part) => part !== undefined).join(', '),
    ]),
  ].filter(([, value]) => value !== '');
}

function submissionLines({ arxiv_id, url, notes, record, review, by }: Submission): string[][] {
  const stated = review?.record;
  return [
    ['arXiv id', arxiv_id ?? ''],
    ['address', url ?? ''],
    ['waits since', record === undefined ? (review?.why ?? '') : ''],
    ['title', stated?.title ?? ''],
    ['authors', stated?.authors.join(', ') ?? ''],
    ['categories', stated?.categories.join(', ') ?? ''],
    ['given by', by.join(', ')],
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
  if (item.type === 'submission')
    return oneLine((item.record ?? item.review?.record)?.title ?? item.notes.join(' / '));
  const { problem, suggested_value } = item.report;
  return oneLine(suggested_value === undefined ? problem : `${problem} → ${suggested_value}`);
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
