import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Fewer are no table. */
const LEAST = 3;

/**
 * How many columns of a table fit into a place without scrolling: all of them, and one fewer as long as the table is
 * wider than its place, which is seen before anything is painted. Begins anew with another width, or with `subject`.
 */
export function useFitting(
  place: RefObject<HTMLElement | null>,
  columns: number,
  width: number | undefined,
  subject: unknown,
): number {
  const [fitting, setFitting] = useState<{ of: unknown; width: number | undefined; columns: number }>();
  const isOld = fitting?.of !== subject || fitting?.width !== width;
  const now = isOld ? columns : (fitting?.columns ?? columns);
  useLayoutEffect(() => {
    const table = place.current?.querySelector('table');
    if (table == null || width === undefined || now <= LEAST) return;
    const room = table.parentElement?.clientWidth ?? width;
    if (table.scrollWidth > room + 1) setFitting({ of: subject, width, columns: now - 1 });
  });
  return now;
}
