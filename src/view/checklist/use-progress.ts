import { useEffect, useState } from 'preact/hooks';
import type { ShownChecklist } from '../../tools/show/shape.ts';
import type { Progress } from './progress.ts';

const NONE: Progress = { ticked: [], notes: {} };

interface Kept {
  readonly progress: Progress;
  readonly isRead: boolean;
  /** By the reader, since it was read. */
  readonly isTouched: boolean;
}

/** Ticks and notes of one product, kept over answers and, where the page may, over visits. */
export function useProgress({ product }: ShownChecklist) {
  const key = `robotics-mcp checklist ${product.robot?.id ?? product.robot_category ?? ''}`;
  // What the service has made knows nothing of it: it is read once the page is alive.
  const [{ progress, isRead, isTouched }, set] = useState<Kept>({
    progress: NONE,
    isRead: false,
    isTouched: false,
  });
  useEffect(() => set({ progress: kept(key), isRead: true, isTouched: false }), [key]);
  useEffect(() => {
    if (isRead) keep(key, progress);
  }, [key, progress, isRead]);
  const setProgress = (change: (before: Progress) => Progress) =>
    set((before) => ({ progress: change(before.progress), isRead: true, isTouched: true }));
  const tick = (steps: readonly string[], isTicked: boolean) =>
    setProgress(({ ticked, notes }) => {
      const others = ticked.filter((step) => !steps.includes(step));
      return { ticked: isTicked ? [...others, ...steps] : others, notes };
    });
  const note = (id: string, text: string) =>
    setProgress(({ ticked, notes }) => ({ ticked, notes: { ...notes, [id]: text } }));
  return { progress, isTouched, tick, note };
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
