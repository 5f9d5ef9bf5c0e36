import type { ShownChecklist } from '../../tools/show/shape.ts';

export type Requirement = ShownChecklist['phases'][number]['requirements'][number];

/** What the reader has done: steps by `id#number`, and notes by id. */
export interface Progress {
  readonly ticked: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
}

/** The name of a step in what is kept; a requirement without steps is one itself. */
export function stepsOf({ id, steps }: Requirement): readonly string[] {
  return steps.length === 0 ? [id] : steps.map((_, index) => `${id}#${index}`);
}

export function isDone(requirement: Requirement, { ticked }: Progress): boolean {
  return stepsOf(requirement).every((step) => ticked.includes(step));
}

/** What the model is told of the reader's progress. */
export function progressInWords({ title, phases }: ShownChecklist, progress: Progress): string {
  const all = phases.flatMap(({ requirements }) => requirements);
  const done = all.filter((one) => isDone(one, progress));
  const begun = all.filter(
    (one) => !done.includes(one) && stepsOf(one).some((step) => progress.ticked.includes(step)),
  );
  const noted = all.filter(({ id }) => (progress.notes[id] ?? '').trim() !== '');
  return [
    `In the view "${title}" the user has ticked ${done.length} of ${all.length} requirements.`,
    ...(done.length > 0 ? [`Done: ${done.map(({ id }) => id).join(', ')}.`] : []),
    ...begun.map((one) => {
      const ticked = stepsOf(one).filter((step) => progress.ticked.includes(step)).length;
      return `Begun: ${one.id}, ${ticked} of ${one.steps.length} steps.`;
    }),
    ...noted.map(({ id }) => `Note of the user on ${id}: ${JSON.stringify(progress.notes[id])}`),
  ].join('\n');
}
