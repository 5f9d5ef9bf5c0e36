import { useEffect, useState } from 'preact/hooks';
import type { ShownChecklist } from '../../tools/show/shape.ts';

export type Requirement = ShownChecklist['phases'][number]['requirements'][number];

/** What the reader has done: steps by `id#number`, and notes by id. */
export interface Progress {
  readonly ticked: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
}

const NONE: Progress = { ticked: [], notes: {} };

/** The name of a step in what is kept; a requirement without steps is one itself. */
export function stepsOf({ id, steps }: Requirement): readonly string[] {
  return steps.length === 0 ? [id] : steps.map((_, index) => `${id}#${index}`);
}

export function isDone(requirement: Requirement, { ticked }: Progress): boolean {
  return stepsOf(requirement).every((step) => ticked.includes(step));
}

/** Ticks and notes of one product, kept over answers and, where the page may, over visits. */
export function useProgress({ product }: ShownChecklist) {
  const key = `robotics-mcp checklist ${product.robot?.id ?? product.robot_category ?? ''}`;
  const [progress, setProgress] = useState<Progress>(() => kept(key));
  useEffect(() => keep(key, progress), [key, progress]);
  const tick = (steps: readonly string[], isTicked: boolean) =>
    setProgress(({ ticked, notes }) => {
      const others = ticked.filter((step) => !steps.includes(step));
      return { ticked: isTicked ? [...others, ...steps] : others, notes };
    });
  const note = (id: string, text: string) =>
    setProgress(({ ticked, notes }) => ({ ticked, notes: { ...notes, [id]: text } }));
  return { progress, tick, note };
}

function kept(key: string): Progress {
  try {
    return { ...NONE, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    // A sandbox has no place to keep anything: then it lasts as long as the view.
    return NONE;
  }
}

function keep(key: string, progress: Progress): void {
  try {
    localStorage.setItem(key, JSON.stringify(progress));
  } catch {
    // As above.
  }
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
