import { z } from 'zod';
import { kinds } from '../../kinds/kinds.ts';
import { ANYONE } from '../../lib/caller.ts';
import { lazily } from '../../lib/lazily.ts';
import { allTools } from '../../tools/all-tools.ts';
import { readArguments } from '../../tools/shared/read-arguments.ts';
import { argumentsPrint } from '../../tools/shared/search-input.ts';
import { type DataContext, type Row, type Tool, ToolError, type ToolSearch } from '../../tools/tool.ts';
import { type EventType, eventNames, eventTypes, usualLead } from './event-types.ts';

/** What is followed. */
export interface EventFilter {
  /** In the order of the table; all of one kind. */
  readonly types: readonly EventType[];
  /** The arguments of the kind's search, or of the name itself. */
  readonly args: Row;
  /** The same with those of dates, to read the filter from again. */
  readonly given: Row;
  /** So many days before a date it is told; undefined for the usual number. */
  readonly daysBefore: number | undefined;
  /** Tells the filter from others. */
  readonly print: string;
}

/** Arguments of a search that say how much of it is shown and how, and not what is sought. */
const SHOWING = ['limit', 'cursor', 'sort', 'detail', 'cite', 'changed_since'];

/** A search may leave out what is over today; what is followed must not depend on when it is asked for. */
const WHATEVER_THE_DAY: Readonly<Record<string, Row>> = {
  get_open_challenges: { include_closed: true },
};

const MAX_DAYS_BEFORE = 365;
const daysBefore = z
  .int()
  .min(0)
  .max(MAX_DAYS_BEFORE)
  .optional()
  .describe('Days before the date, such as 14');

const decisionInput = lazily(() =>
  z.strictObject({
    ticket: z.string().max(40).optional().describe('Of one contribution'),
    kind: z.enum(kinds).optional().describe('Of the record that came into the data'),
  }),
);

/** The arguments of a name, as its input schema has them. */
export function inputOf(type: EventType): z.ZodObject {
  const lead = usualLead(type) === undefined ? {} : { days_before: daysBefore };
  const tool = toolOf(type);
  if (tool === undefined)
    return type.origins.some(({ of }) => of === 'decision') ? decisionInput() : z.strictObject({});
  const fixed = Object.keys(WHATEVER_THE_DAY[tool.name] ?? {});
  const own = Object.entries(tool.input.shape).filter(([name]) => ![...SHOWING, ...fixed].includes(name));
  return z.strictObject({ ...Object.fromEntries(own), ...lead });
}

function toolOf({ records }: EventType): (Tool & { readonly search: ToolSearch }) | undefined {
  if (records === undefined) return undefined;
  return allTools.find(({ name }) => name === records.tool) as Tool & { readonly search: ToolSearch };
}

/** Reads names and arguments. Throws NOT_FOUND for a name that there is not, INVALID_ARGUMENT for wrong arguments. */
export function readFilter(names: readonly string[], given: unknown): EventFilter {
  const unknown = names.find((name) => !eventNames.includes(name));
  if (unknown !== undefined || names.length === 0) throw noEvent(unknown ?? '');
  const types = eventTypes.filter(({ name }) => names.includes(name));
  const tools = new Set(types.map(({ records }) => records?.tool));
  if (tools.size > 1)
    throw new ToolError('INVALID_ARGUMENT', 'Events of several kinds are followed one by one.', {});
  const dated = types.find((type) => usualLead(type) !== undefined);
  const type = dated ?? (types[0] as EventType);
  const read = readArguments(inputOf(type), given ?? {}) as Row;
  const { days_before, ...args } = read;
  const print = argumentsPrint(types.map(({ name }) => name).join(' '), { ...args, days_before });
  return { types, args, given: read, daysBefore: days_before as number | undefined, print };
}

function noEvent(name: string): ToolError {
  const message = `There is no event ${JSON.stringify(name.slice(0, 80))}. The events are ${eventNames.join(', ')}.`;
  return new ToolError('NOT_FOUND', message, { field: 'name', accepted: eventNames });
}

/** Which records a filter lets pass, and how its words were read. Throws as the search does. */
export function findFollowed(
  { types, args }: EventFilter,
  context: DataContext,
): { readonly rows: Int32Array; readonly notes: readonly string[] } | undefined {
  const [type] = types;
  const tool = type && toolOf(type);
  if (tool === undefined) return undefined;
  const read = readArguments(tool.input, { ...args, ...WHATEVER_THE_DAY[tool.name] });
  return tool.search.matches(read, { ...context, caller: ANYONE });
}
