import { useRef } from 'preact/hooks';
import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';

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
  readonly at: ((cursor: string | undefined) => Asked) | undefined;
}

/** Which of how many are shown, and the way to the others. */
export function Pages({ shown: { rows, total, next_cursor, asked }, pages, at }: PagesProps) {
  const from = pages.at(-1)?.from ?? 0;
  const previous = pages.at(-2);
  const to = from + rows.length;
  const count = total.toLocaleString('en-US');
  // Come to by its address, a later page does not know how many stand before it.
  const isLater = previous === undefined && asked.arguments?.cursor !== undefined;
  return (
    <nav class="row" aria-label="Pages">
      <span class="count">
        {isLater
          ? `${rows.length} of ${count}`
          : to >= total
            ? `${count} ${total === 1 ? 'match' : 'matches'}${to > total ? ', then the nearest others' : ''}`
            : `${from + 1} to ${to} of ${count}`}
      </span>
      {at && isLater && (
        <Ask class="button" asked={at(undefined)}>
          First page
        </Ask>
      )}
      {at && previous !== undefined && (
        <Ask class="button" asked={at(previous.cursor)}>
          Previous
        </Ask>
      )}
      {at && next_cursor !== undefined && (
        <Ask class="button" asked={at(next_cursor)}>
          Next
        </Ask>
      )}
    </nav>
  );
}
