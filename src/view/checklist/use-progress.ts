import { useEffect, useState } from 'preact/hooks';
import type { ShownChecklist } from '../../tools/show/shape.ts';
import type { Progress } from './progress.ts';

const NONE: Progress = { ticked: [], notes: {} };

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
