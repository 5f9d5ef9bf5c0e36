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
export function Pages({ shown, pages, at }: PagesProps) {
  const previous = pages.at(-2);
  const isLater = isUnplaced(shown, pages);
  return (
    <nav class="row" aria-label="Pages">
      <span class="count">{countText(shown, pages)}</span>
      {at !== undefined && (
        <>
          {isLater && <Turn asked={at(undefined)}>First page</Turn>}
          {previous !== undefined && <Turn asked={at(previous.cursor)}>Previous</Turn>}
          {shown.next_cursor !== undefined && <Turn asked={at(shown.next_cursor)}>Next</Turn>}
        </>
      )}
    </nav>
  );
}

function Turn({ asked, children }: { readonly asked: Asked; readonly children: string }) {
  return (
    <Ask class="button" asked={asked}>
      {children}
    </Ask>
  );
}

/** True for a later page that was come to by its address: it does not know how many stand before it. */
function isUnplaced({ asked }: ShownTable, pages: Trail): boolean {
  return pages.length < 2 && asked.arguments?.cursor !== undefined;
}

function countText(shown: ShownTable, pages: Trail): string {
  const { rows, total } = shown;
  const count = total.toLocaleString('en-US');
  if (isUnplaced(shown, pages)) return `${rows.length} of ${count}`;
  const from = pages.at(-1)?.from ?? 0;
  const to = from + rows.length;
  if (to < total) return `${from + 1} to ${to} of ${count}`;
  return `${count} ${total === 1 ? 'match' : 'matches'}${to > total ? ', then the nearest others' : ''}`;
}
