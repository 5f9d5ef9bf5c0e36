import { userInfo } from 'node:os';
import type { KeptContributions } from '../../contributions/kept.ts';
import {
  findContribution,
  listContributions,
  ReviewDesk,
  ReviewError,
  type Reviewer,
} from '../../contributions/review.ts';
import type { AnyContribution, Report } from '../../contributions/state.ts';
import { addressFault } from '../../data/dataset/checks/addresses.ts';
import { type OpenData, openData } from '../../protocol/open-data.ts';
import { readEnvironment } from '../environment.ts';
import { defaultValues } from '../options.ts';
import { type Parsed, parse, readFlags } from '../parse.ts';
import { keepOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { ACTIONS, createReviewParser, KNOWN, OPTIONS } from './review-options.ts';
import { renderOne, renderTable, toJson } from './review-render.ts';

/** All that a command needs. */
interface Desk {
  readonly data: OpenData;
  readonly kept: KeptContributions;
  readonly flags: Parsed['flags'];
  readonly terminal: Terminal;
}

/** The operator's queue. `argv` is what follows `review`. */
export async function runReview(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { flags, output } = parse(createReviewParser(terminal.stdout.columns), argv, KNOWN);
  if (output !== '') {
    terminal.stdout.write(`${output}\n`);
    return 0;
  }
  const { action } = flags;
  if (typeof action !== 'string')
    throw new UsageError(`Say what to do: ${ACTIONS.join(', ')}. See robotics-mcp review --help.`);
  const values = {
    ...defaultValues(),
    ...readEnvironment(terminal.env, OPTIONS),
    ...readFlags(flags, OPTIONS),
  };
  const data = await openData(keepOptions(values), (error) =>
    terminal.stderr.write(`robotics-mcp: ${String(error)}\n`),
  );
  try {
    if (data.kept === undefined) throw new Error('Contributions are not kept here.');
    const desk = { data, kept: data.kept, flags: { ...flags, json: values.json }, terminal };
    if (action === 'list') list(desk);
    else if (action === 'show') for (const item of given(desk)) show(desk, item);
    else await decide(action, desk);
    return 0;
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    terminal.stderr.write(`robotics-mcp: ${error.message}\n`);
    return 1;
  } finally {
    await data.close();
  }
}

function list({ kept, flags, terminal }: Desk): void {
  const since = text(flags, 'since');
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new UsageError(`--since is a day such as 2026-11-01, not "${since}".`);
  const items = listContributions(kept.state, {
    status: text(flags, 'status') ?? 'open',
    type: text(flags, 'type') as AnyContribution['type'] | undefined,
    kind: text(flags, 'kind'),
    resource: text(flags, 'resource'),
    since,
  });
  if (flags.json === true) terminal.stdout.write(`${JSON.stringify(items.map(toJson), null, 2)}\n`);
  else if (items.length > 0) terminal.stdout.write(renderTable(items, terminal.stdout.columns));
  else terminal.stdout.write('Nothing waits here that meets this.\n');
}

function show({ data, flags, terminal }: Desk, item: AnyContribution): void {
  const record =
    item.type === 'report'
      ? data.catalogue.find(item.report.resource_type, item.report.resource_id)
      : item.record;
  const json = { ...toJson(item), ...(record !== undefined && { current: record }) };
  terminal.stdout.write(flags.json === true ? `${JSON.stringify(json, null, 2)}\n` : renderOne(item, record));
}

async function decide(action: string, desk: Desk): Promise<void> {
  const { data, kept, flags, terminal } = desk;
  const reviewing = new ReviewDesk(kept, data.catalogue);
  const reviewer = { by: text(flags, 'by') ?? userInfo().username, why: text(flags, 'why') };
  for (const item of given(desk)) {
    if (action === 'accept') await accept(desk, reviewing, item, reviewer);
    else if (action === 'reject') await reviewing.reject(item, reviewer);
    else await reviewing.merge(asReport(item), asReport(target(desk)), reviewer);
    const now = kept.state.find(item.ticket) ?? item;
    terminal.stdout.write(
      flags.json === true
        ? `${JSON.stringify(toJson(now), null, 2)}\n`
        : `${now.ticket}: ${now.status}${resultOf(now)}\n`,
    );
  }
}

async function accept(
  { kept, flags }: Desk,
  desk: ReviewDesk,
  item: AnyContribution,
  reviewer: Reviewer,
): Promise<void> {
  const evidence = text(flags, 'evidence');
  const fault = evidence === undefined ? undefined : addressFault(evidence);
  if (fault !== undefined) throw new UsageError(`--evidence ${fault}.`);
  if (item.type === 'report') {
    const correction = { field: text(flags, 'field'), value: text(flags, 'value'), evidence };
    await desk.acceptReport(item, reviewer, {
      ...correction,
      remove: flags.remove === true,
      withoutChange: flags['without-change'] === true,
    });
    return;
  }
  const record = text(flags, 'record');
  if (item.type === 'record') {
    const today = new Date().toISOString().slice(0, 10);
    await desk.acceptRecord(item, reviewer, record === undefined ? {} : readObject(record), today);
    return;
  }
  if (record !== undefined) await desk.acceptPaper(item, reviewer, readObject(record));
  else if (item.arxiv_id === undefined) {
    throw new ReviewError(
      `${item.ticket} is an address: say what the paper is with --record '{"title":"…","authors":["…"],"published":"2026-05"}'.`,
    );
  } else if (item.status === 'pending' && !(await kept.confirm(item.ticket, item.arxiv_id, 30_000))) {
    throw new ReviewError(`arXiv cannot be reached now, so ${item.ticket} stays pending.`);
  }
}

function resultOf(item: AnyContribution): string {
  if (item.type !== 'report') return item.record === undefined ? '' : ` as ${item.record.id}`;
  const change = item.decisions[item.decisions.length - 1]?.change;
  if (item.status === 'merged') return ` into ${item.into}`;
  if (change === undefined || item.status !== 'accepted') return '';
  return `, ${change.field} of ${change.id} was ${JSON.stringify(change.was) ?? 'not recorded'} and is ${JSON.stringify(change.value) ?? 'taken out'}`;
}

function given({ kept, flags }: Desk): AnyContribution[] {
  const tickets = Array.isArray(flags.tickets) ? flags.tickets.map(String) : [];
  if (tickets.length === 0) throw new UsageError('Name a ticket. See robotics-mcp review list.');
  return tickets.map((ticket) => findContribution(kept.state, ticket));
}

function target({ kept, flags }: Desk): AnyContribution {
  const into = text(flags, 'into');
  if (into === undefined) throw new UsageError('Say with --into which ticket the others become part of.');
  return findContribution(kept.state, into);
}

function asReport(item: AnyContribution): Report {
  if (item.type === 'report') return item;
  throw new ReviewError(`${item.ticket} is no report; reports alone can be merged.`);
}

function readObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below, as for any JSON that is no object.
  }
  throw new UsageError('--record is one JSON object.');
}

function text(flags: Parsed['flags'], name: string): string | undefined {
  const value = flags[name];
  if (Array.isArray(value)) throw new UsageError(`--${name} is given ${value.length} times; give it once.`);
  return value === undefined ? undefined : String(value);
}
