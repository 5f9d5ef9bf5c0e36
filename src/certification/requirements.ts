import data from '../../dataset/taxonomy/certification-phases.json' with { type: 'json' };
import type { Certification } from '../kinds/certification/certification.ts';

/** A stretch of a product's way to market, with the requirements that a team meets in it, in their order. */
export interface Phase {
  readonly id: string;
  readonly label: string;
  readonly requirements: readonly string[];
}

/** Every phase, in order. */
export const phases: readonly Phase[] = data.phases;

const places = new Map(
  phases.flatMap((phase, i) =>
    phase.requirements.map((id, k) => [id, { phase, order: i * 100 + k }] as const),
  ),
);

/** The phase in which a team meets a requirement; undefined for one that the table does not know. */
export function phaseOf(requirement: string): Phase | undefined {
  return places.get(requirement)?.phase;
}

/** Sorts requirements as a team meets them, from 0 to 999; unknown ones come last. */
export function phaseOrder(requirement: string): number {
  return places.get(requirement)?.order ?? 999;
}

/** What a list shows of a requirement, and what it is told by. */
export const entryFields = [
  'id',
  'scheme',
  'title',
  'basis',
  'obligation',
  'checklist',
  'typical_weeks',
  'typical_cost_usd',
  'cost_note',
] as const;
export type EntryField = (typeof entryFields)[number];

/** One requirement as a list shows it. */
export function entryOf(requirement: Pick<Certification, EntryField>, because: string | undefined): object {
  const { id, scheme, title, basis, obligation, checklist } = requirement;
  const { typical_weeks, typical_cost_usd, cost_note } = requirement;
  const phase = phaseOf(id)?.id;
  return {
    id,
    scheme,
    title,
    basis,
    obligation,
    ...(phase !== undefined && { phase }),
    ...(because !== undefined && { because }),
    steps: checklist.length,
    first_step: checklist[0]?.step,
    ...(typical_weeks !== undefined && { typical_weeks }),
    ...(typical_cost_usd !== undefined && { typical_cost_usd }),
    ...(typical_cost_usd !== undefined && cost_note !== undefined && { cost_note }),
  };
}

/** The whole requirement, with its phase and why it applies before the rest. */
export function fullEntryOf(requirement: Certification, because: string | undefined): object {
  const phase = phaseOf(requirement.id)?.id;
  const { id, scheme, title, authority, basis, obligation, ...rest } = requirement;
  return {
    id,
    scheme,
    title,
    authority,
    basis,
    obligation,
    ...(phase !== undefined && { phase }),
    ...(because !== undefined && { because }),
    ...rest,
  };
}
