import { z } from 'zod';
import { shortText } from '../../kinds/arguments.ts';
import { type Kind, kindIndexes } from '../../kinds/kinds.ts';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { lazily } from '../../lib/lazily.ts';
import { briefOutput } from '../json-schema.ts';
import { oneLine } from '../shared/answer.ts';
import { telling } from '../shared/telling.ts';
import { type Answer, type Tool, type ToolContext, ToolError } from '../tool.ts';
import { chart } from './chart.ts';
import { checklist } from './checklist.ts';
import { compare } from './compare.ts';
import { likelyKind } from './likely-kind.ts';
import { record } from './record/record.ts';
import type { SearchTool } from './records.ts';
import { type Asked, type Shown, views } from './shape.ts';
import { table } from './table.ts';
import { textOf } from './text.ts';

/** The page that shows the answers; its file is `view.html` beside the program. */
export const VIEW_URI = 'ui://robotics/view.html';

const input = lazily(() =>
  z.strictObject({
    view: z
      .enum(views)
      .describe(
        'compare, record: ids; table, chart: tool and arguments; checklist: robot, or robot_category and features',
      ),
    ids: z.array(shortText()).min(1).max(10).optional().describe('By id or name'),
    tool: shortText(60)
      .optional()
      .describe('A search, such as search_publications; the likeliest unless told'),
    arguments: z
      .looseObject({
        query: shortText(1000).optional(),
        category: shortText().optional(),
        scheme: shortText().optional(),
      })
      .optional()
      .describe('Of that tool, any of them; for checklist scheme EU'),
    x: shortText(60).optional().describe('Number, date or category: price, payload_kg, year, country, topic'),
    y: shortText(60).optional().describe('Number, or count unless told'),
    by: shortText(60).optional().describe('Category of colours or lines'),
    robot: shortText().optional().describe('Id'),
    robot_category: shortText().optional(),
    features: z.array(shortText()).max(40).optional().describe('Such as wifi, no-laser'),
  }),
);

/** The tool that puts records before a person; `tools` are all there are, of which it shows the searches. */
export function showOver(tools: () => readonly Tool[]): Tool {
  return {
    name: 'show',
    title: 'Show to the user',
    description:
      'Puts records side by side, a table, a chart (points, or counts over time or by category) or a certification checklist before the user: an interactive view where the host has one, else text. To find something out, use the searches.',
    access: 'READ',
    announced: true,
    idempotent: true,
    openWorld: false,
    view: VIEW_URI,
    get input() {
      return input();
    },
    get output() {
      return briefOutput();
    },
    run(validated, context): Answer {
      const asked = validated as Asked;
      const answer = showAs(asked, tools(), context);
      const shown = { ...answer, notes: [...unusedNotes(asked), ...answer.notes] };
      return { structured: shown, text: textOf(shown) };
    },
  };
}

function showAs(asked: Asked, tools: readonly Tool[], context: ToolContext): Shown {
  const searches = tools.filter((tool): tool is SearchTool => tool.search !== undefined);
  const byKind = new Map<Kind, string>(searches.map(({ name, search }) => [search.kind, name]));
  if (asked.view === 'compare') {
    if (asked.ids === undefined)
      throw missing('ids', 'compare needs ids, such as ["unitree-go2","unitree-g1"].');
    const kind = asked.tool === undefined ? undefined : searchNamed(asked.tool, tools, searches).search.kind;
    return compare(asked, { kind, tools: byKind }, context);
  }
  if (asked.view === 'record') return recordAsked(asked, searches, byKind, context);
  try {
    if (asked.view === 'checklist') return checklist(asked, searchOf('certification', searches), context);
    if (asked.tool === undefined) return searched(...likeliest(asked, searches, context), context);
    return searched(asked, searchNamed(asked.tool, tools, searches), context);
  } catch (error) {
    throw error instanceof ToolError ? inArguments(error, asked) : error;
  }
}

function recordAsked(
  asked: Asked,
  searches: readonly SearchTool[],
  byKind: ReadonlyMap<Kind, string>,
  context: ToolContext,
): Shown {
  if (asked.ids === undefined)
    throw missing('ids', 'record needs ids with one id, such as ["robots/unitree-g1"].');
  return record(asked, { searches: byKind, guidance: searchOf('certification', searches) }, context);
}

function searched(asked: Asked, tool: SearchTool, context: ToolContext): Shown {
  return asked.view === 'table' ? table(asked, tool, context) : chart(asked, tool, context);
}

/** Without a tool, the search of the kind that the words are likeliest about; robots without words. */
function likeliest(
  asked: Asked,
  searches: readonly SearchTool[],
  context: ToolContext,
): readonly [Asked, SearchTool] {
  const { query, ...others } = asked.arguments ?? {};
  if (typeof query !== 'string') return [asked, searchOf('robots', searches)];
  const kind = likelyKind(query, searches, context) ?? 'robots';
  // Who asks for `deadlines` wants all of the kind, and no record that has the word.
  const isAll = telling(query, kindIndexes[kind].domainStopWords) === '';
  return [isAll ? { ...asked, arguments: others } : asked, searchOf(kind, searches)];
}

const members: Readonly<Record<Asked['view'], readonly (keyof Asked)[]>> = {
  compare: ['ids', 'tool'],
  record: ['ids'],
  table: ['tool', 'arguments'],
  chart: ['tool', 'arguments', 'x', 'y', 'by'],
  checklist: ['robot', 'robot_category', 'features', 'arguments'],
};

/** What another view takes is of no use to this one, which says so. */
function unusedNotes(asked: Asked): string[] {
  const own: readonly string[] = ['view', ...members[asked.view]];
  const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const unused = given.filter((name) => !own.includes(name));
  if (unused.length === 0) return [];
  return [`${asked.view} takes ${members[asked.view].join(', ')}: ${unused.join(', ')} did not count.`];
}

function missing(field: string, message: string): ToolError {
  return new ToolError('INVALID_ARGUMENT', message, { field });
}

function searchOf(kind: Kind, searches: readonly SearchTool[]): SearchTool {
  return searches.find(({ search }) => search.kind === kind) as SearchTool;
}

function searchNamed(name: string, tools: readonly Tool[], searches: readonly SearchTool[]): SearchTool {
  const found = searches.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const accepted = searches.map((tool) => tool.name);
  const isTool = tools.some((tool) => tool.name === name);
  const near = nearest(name, accepted, 1);
  const what = isTool ? `${name} is no search` : `There is no tool "${oneLine(name)}"`;
  const hint = near.length > 0 ? ` Did you mean ${near.join('')}?` : '';
  throw new ToolError('INVALID_ARGUMENT', `${what}.${hint} Shown can be ${accepted.join(', ')}.`, {
    field: 'tool',
    accepted,
  });
}

const own: ReadonlySet<string> = new Set([
  'x',
  'y',
  'by',
  'robot',
  'robot_category',
  'features',
  'tool',
  'ids',
]);

/** A fault of the inner tool's arguments stands within `arguments`. */
function inArguments({ code, message, detail }: ToolError, asked: Asked): ToolError {
  const { field } = detail;
  const isOwn = field === undefined || (own.has(field) && asked.arguments?.[field] === undefined);
  return new ToolError(code, message, isOwn ? detail : { ...detail, field: `arguments.${field}` });
}
