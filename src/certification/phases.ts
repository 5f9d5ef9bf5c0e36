import data from '../../dataset/taxonomy/certification-phases.json' with { type: 'json' };

/** A phase of a product's way to market, with its requirements in order. */
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
