import { useRef } from 'preact/hooks';
import type { ShownTable } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';

/** The pages up to the one that is shown: where each begins, and the cursor that it was asked for with. */
type Trail = readonly { readonly cursor: string | undefined; readonly from: number }[];

/** Follows the pages of a search, since a cursor only leads onward. A page that was come to otherwise is the first. */
export function usePages(shown: ShownTable): Trail {
  const trail = useRef<{ readonly of: ShownTable; readonly pages: Trail } | undefined>(undefined);
  const before = trail.current;
  if (before?.of !== shown) trail.current = { of: shown, pages: follow(before, shown) };
  return trail.current?.pages ?? [];
}

function follow(
  before: { readonly of: ShownTable; readonly pages: Trail } | undefined,
  shown: ShownTable,
): Trail {
  const cursor = shown.asked.arguments?.cursor as string | undefined;
  const pages = before?.pages ?? [];
  const known = pages.findIndex((page) => page.cursor === cursor);
  if (known !== -1 && cursor !== undefined) return pages.slice(0, known + 1);
  const last = pages.at(-1);
  if (before === undefined || last === undefined || cursor === undefined) return [{ cursor, from: 0 }];
  return [...pages, { cursor, from: last.from + before.of.rows.length }];
}

interface PagesProps {
  readonly shown: ShownTable;
  readonly pages: Trail;
  /** Undefined where there is nobody to ask. */
  readonly turn: ((cursor: string | undefined) => void) | undefined;
}

/** Which of how many are shown, and the way to the others. */
export function Pages({ shown: { rows, total, next_cursor }, pages, turn }: PagesProps) {
  const { isBusy } = useSeat();
  const from = pages.at(-1)?.from ?? 0;
  const previous = pages.at(-2);
  const to = from + rows.length;
  const count = total.toLocaleString('en-US');
  return (
    <nav class="row" aria-label="Pages">
      <span class="count">
        {to >= total
          ? `${count} ${total === 1 ? 'match' : 'matches'}${to > total ? ', then the nearest others' : ''}`
          : `${from + 1} to ${to} of ${count}`}
      </span>
      {turn && (previous !== undefined || next_cursor !== undefined) && (
        <>
          <button
            type="button"
            disabled={isBusy || previous === undefined}
            onClick={() => turn(previous?.cursor)}
          >
            Previous
          </button>
          <button
            type="button"
            disabled={isBusy || next_cursor === undefined}
            onClick={() => turn(next_cursor)}
          >
            Next
          </button>
        </>
      )}
    </nav>
  );
}
