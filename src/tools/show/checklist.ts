import { type Certification, phases } from '../../kinds/certification/certification.ts';
import { cell, datasetOf, oneLine } from '../shared/answer.ts';
import { readArguments } from '../shared/read-arguments.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { labelOf, valueLabel } from './labels.ts';
import { type AnyRecord, type SearchTool, sourcesOf } from './records.ts';
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

/** For whom it is: the searches mean the United States where nothing is said. */
function marketOf({ arguments: given }: Asked): string {
  const { scheme } = given ?? {};
  if (typeof scheme !== 'string' || scheme === '') return 'for the US market (no other was asked for)';
  return scheme.toUpperCase() === 'EU' ? 'for the EU market' : `by ${oneLine(scheme)}`;
}

/** What applies to a product, phase by phase, with every step. Throws what the guidance throws. */
export function checklist(asked: Asked, guidance: SearchTool, context: ToolContext): ShownChecklist {
  const { robot, robot_category, features } = asked;
  if ((robot ?? robot_category ?? features) === undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      'A checklist is of a product: give robot, or robot_category and features.',
      { field: 'robot' },
    );
  }
  const product = { robot, robot_category, features };
  const page = allOf(guidance, { ...asked.arguments, ...product }, context);
  const requirements = page.results.map((row) => requirementOf(row, context));
  const weeks = new Map((page.plan ?? []).map(({ phase, known_weeks }) => [phase, known_weeks]));
  const name = robotIn(page.robot, context);
  return {
    view: 'checklist',
    title: `Certification checklist: ${oneLine(name?.name ?? productInWords(page))}, ${marketOf(asked)}`,
    asked,
    notes: [...unread(page), ...(page.notes ?? []).filter((note) => !note.startsWith('detail full'))],
    dataset: datasetOf(context),
    product: {
      ...(name !== undefined && { robot: name }),
      ...(page.robot_category !== undefined && { robot_category: page.robot_category }),
      features: [...(page.features ?? [])],
      denied: [...(page.denied ?? [])],
      inferred: (page.inferred ?? []).map(({ because, features: own }) => ({ because, features: [...own] })),
    },
    held: (page.robot_certifications ?? []).map((one) => Object.values(one).map(cell).join(' ')),
    phases: phases.flatMap((phase) => {
      const own = requirements.filter((one) => one.phase === phase).map(({ requirement }) => requirement);
      const known = weeks.get(phase);
      const label = labelOf(phase).label;
      return own.length === 0
        ? []
        : [{ phase, label, ...(known && { known_weeks: known }), requirements: own }];
    }),
    questions: (page.depends_on ?? []).map((one) => ({
      question: one.question,
      features: (one.features ?? []).map((feature) => ({ feature, label: feature.replaceAll('-', ' ') })),
      robot_categories: (one.robot_categories ?? []).map((category) => ({
        category,
        label: valueLabel('robots', 'category', category),
      })),
      requirements: Object.keys(one.requirements).length + (one.more ?? 0),
    })),
    further_questions: page.further_questions ?? 0,
    total: page.total,
  };
}

/** What the guidance answers on all its pages: page by page it would judge the product again and again. */
function allOf(guidance: SearchTool, given: object, context: ToolContext): Page {
  const { cursor: _, ...asked } = given as { readonly cursor?: unknown };
  const args = readArguments(guidance.input, { ...asked, sort: 'phase', limit: 50, detail: 'concise' });
  return guidance.search.whole(args, context, MOST_REQUIREMENTS).structured as unknown as Page;
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
