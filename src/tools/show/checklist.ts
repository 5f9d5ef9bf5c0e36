import { type Certification, phases } from '../../kinds/certification/certification.ts';
import { cell, oneLine } from '../shared/answer.ts';
import { readArguments } from '../shared/read-arguments.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { labelOf, valueLabel } from './labels.ts';
import { type AnyRecord, datasetOf, type SearchTool, sourcesOf } from './records.ts';
import type { Asked, ShownChecklist } from './shape.ts';

type Requirement = ShownChecklist['phases'][number]['requirements'][number];

/** More than apply to any product. */
const MOST_REQUIREMENTS = 400;

/** A row of the guidance's answer, as far as the record does not say it. */
interface Row {
  readonly id: string;
  readonly because?: string;
  readonly waits_for?: readonly string[];
  readonly applies?: string;
  readonly fee?: string;
}

interface Page {
  readonly results: readonly Row[];
  readonly total: number;
  readonly next_cursor?: string;
  readonly notes?: readonly string[];
  readonly plan?: readonly { readonly phase: string; readonly known_weeks?: { min: number; max: number } }[];
  readonly robot?: string;
  readonly robot_category?: string;
  readonly features?: readonly string[];
  readonly denied?: readonly string[];
  readonly inferred?: readonly { readonly because: string; readonly features: readonly string[] }[];
  readonly depends_on?: readonly {
    readonly question: string;
    readonly features?: readonly string[];
    readonly robot_categories?: readonly string[];
    readonly requirements: object;
    readonly more?: number;
  }[];
  readonly further_questions?: number;
  readonly robot_certifications?: readonly object[];
  readonly not_understood?: readonly { readonly feature: string; readonly nearest: readonly string[] }[];
  readonly category_note?: string;
}

/** What applies to a product, phase by phase, with every step. Throws what the guidance throws. */
export async function checklist(
  asked: Asked,
  guidance: SearchTool,
  context: ToolContext,
): Promise<ShownChecklist> {
  const { robot, robot_category, features } = asked;
  if ((robot ?? robot_category ?? features) === undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      'A checklist is of a product: give robot, or robot_category and features.',
      { field: 'robot' },
    );
  }
  const product = { robot, robot_category, features };
  const [first, rows] = await allPages(guidance, { ...asked.arguments, ...product }, context);
  const requirements = rows.map((row) => requirementOf(row, context));
  const weeks = new Map((first.plan ?? []).map(({ phase, known_weeks }) => [phase, known_weeks]));
  const name = robotIn(first.robot, context);
  return {
    view: 'checklist',
    title: `Certification checklist: ${oneLine(name?.name ?? productInWords(first))}`,
    asked,
    notes: [...unread(first), ...(first.notes ?? []).filter((note) => !note.startsWith('detail full'))],
    dataset: datasetOf(context),
    product: {
      ...(name !== undefined && { robot: name }),
      ...(first.robot_category !== undefined && { robot_category: first.robot_category }),
      features: [...(first.features ?? [])],
      denied: [...(first.denied ?? [])],
      inferred: (first.inferred ?? []).map(({ because, features: own }) => ({ because, features: [...own] })),
    },
    held: (first.robot_certifications ?? []).map((one) => Object.values(one).map(cell).join(' ')),
    phases: phases.flatMap((phase) => {
      const own = requirements.filter((one) => one.phase === phase).map(({ requirement }) => requirement);
      const known = weeks.get(phase);
      const label = labelOf(phase).label;
      return own.length === 0
        ? []
        : [{ phase, label, ...(known && { known_weeks: known }), requirements: own }];
    }),
    questions: (first.depends_on ?? []).map((one) => ({
      question: one.question,
      features: (one.features ?? []).map((feature) => ({ feature, label: feature.replaceAll('-', ' ') })),
      robot_categories: (one.robot_categories ?? []).map((category) => ({
        category,
        label: valueLabel('robots', 'category', category),
      })),
      requirements: Object.keys(one.requirements).length + (one.more ?? 0),
    })),
    further_questions: first.further_questions ?? 0,
    total: first.total,
  };
}

async function allPages(
  guidance: SearchTool,
  given: object,
  context: ToolContext,
): Promise<[Page, readonly Row[]]> {
  const { cursor: _, ...asked } = given as { readonly cursor?: unknown };
  const pageAt = async (cursor?: string): Promise<Page> => {
    const args = { ...asked, sort: 'phase', limit: 50, detail: 'concise', cursor };
    const { structured } = await guidance.run(readArguments(guidance.input, args), context);
    return structured as unknown as Page;
  };
  const first = await pageAt();
  const rows = [...first.results];
  let cursor = first.next_cursor;
  while (cursor !== undefined && rows.length < MOST_REQUIREMENTS) {
    const page = await pageAt(cursor);
    rows.push(...page.results);
    cursor = page.next_cursor;
  }
  return [first, rows];
}

function requirementOf(
  row: Row,
  { catalogue }: ToolContext,
): { readonly phase: string; readonly requirement: Requirement } {
  const { because = '', waits_for = [], applies, fee } = row;
  const record = catalogue.find('certification', row.id) as Certification;
  const { scheme, title, basis, obligation, summary, typical_weeks, typical_cost_usd, cost_note } = record;
  const steps = record.checklist.map(({ step, detail, evidence }) => ({
    step,
    detail,
    ...(evidence !== undefined && { evidence }),
  }));
  const requirement = {
    ...{ id: record.id, scheme, title, basis, obligation, because, summary },
    ...(applies !== undefined && { applies }),
    waits_for: [...waits_for],
    ...(typical_weeks && { weeks: typical_weeks }),
    ...(typical_cost_usd && { cost_usd: typical_cost_usd }),
    ...(cost_note !== undefined && { cost_note }),
    ...(fee !== undefined && { fee }),
    steps,
    sources: sourcesOf(record as unknown as AnyRecord),
  };
  return { phase: record.phase, requirement };
}

function robotIn(id: string | undefined, { catalogue }: ToolContext) {
  const robot = id === undefined ? undefined : catalogue.find('robots', id);
  return robot && { id: robot.id, name: `${robot.manufacturer.name} ${robot.name}` };
}

function productInWords({ robot_category, features = [] }: Page): string {
  const category = robot_category && valueLabel('robots', 'category', robot_category);
  return [category ?? 'a robot', ...features].join(', ');
}

/** What of the arguments was not understood. */
function unread({ not_understood = [], category_note }: Page): string[] {
  const unknown = not_understood.map(({ feature, nearest }) => {
    const hint = nearest.length > 0 ? ` Near to it: ${nearest.join(', ')}.` : '';
    return `features knows no "${oneLine(feature)}".${hint}`;
  });
  return [...unknown, ...(category_note === undefined ? [] : [category_note])];
}
