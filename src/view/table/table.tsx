import { useEffect, useRef, useState } from 'preact/hooks';
import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Exports } from '../parts/exports.tsx';
import { useWidth } from '../parts/width.ts';
import { useSeat } from '../seat.ts';
import { Facets } from './facets.tsx';
import { Pages, usePages } from './pages.tsx';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';
import { SortBox } from './sort-box.tsx';
import { sortedHere } from './sorted-here.ts';
import { tableCsv, tableMarkdown } from './table-files.ts';

const PAGE = 50;
/** Of one column, and how many a table needs to be one. */
const COLUMN_PX = 102;
const LEAST_COLUMNS = 4;
/** Side by side there are never more. */
const MOST_COMPARED = 10;

/** A page of a search, to be sorted, filtered, turned over and looked into. */
export function Table({ shown }: { readonly shown: ShownTable }) {
  const { host, ask } = useSeat();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [order, setOrder] = useState<string>();
  const pages = usePages(shown);
  useEffect(() => setPicked((before) => before.slice(0, MOST_COMPARED)), [shown]);

  const canAsk = host.abilities.call;
  const askFor = (change: Readonly<Record<string, unknown>>) => ask(withArguments(shown.asked, change));
  const sort = (by: string) => (canAsk ? askFor({ sort: by, cursor: undefined }) : setOrder(by));
  const current = canAsk ? shown.sort : (order ?? shown.sort);
  const here = canAsk ? shown : sortedHere(shown, order);
  const pick = (id: string) =>
    setPicked((ids) =>
      ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(0, MOST_COMPARED),
    );
  const room = width === undefined ? shown.columns.length : Math.floor(width / COLUMN_PX);
  const isNarrow = room < Math.min(LEAST_COLUMNS, shown.columns.length);
  const hidden = isNarrow ? 0 : Math.max(0, shown.columns.length - room);
  const fitting = hidden === 0 ? here : { ...here, columns: here.columns.slice(0, room) };
  const Layout = isNarrow ? RowCards : RowTable;
  return (
    <div ref={place} class="table">
      {canAsk && <Facets facets={shown.facets} choose={askFor} isOpen={!isNarrow} />}
      <div class="row between">
        <Pages shown={shown} pages={pages} turn={canAsk ? (cursor) => askFor({ cursor }) : undefined} />
        <SortBox
          by={canAsk ? [...shown.columns, ...shown.sorts] : shown.columns}
          isMatched={canAsk && shown.asked.arguments?.query !== undefined}
          sort={current}
          choose={sort}
        />
      </div>
      {shown.rows.length === 0 ? (
        <p class="empty">Nothing matches. Take a filter away.</p>
      ) : (
        <Layout
          shown={fitting}
          sort={current}
          choose={sort}
          picked={picked}
          pick={canAsk ? pick : undefined}
        />
      )}
      {!canAsk && shown.rows.length < shown.total && (
        <p class="soft">
          This page holds {shown.rows.length} of {shown.total.toLocaleString('en-US')} matches: a sort orders
          these alone.
        </p>
      )}
      {hidden > 0 && (
        <p class="soft">
          {hidden === 1 ? '1 column does' : `${hidden} columns do`} not fit: a name opens the whole record.
        </p>
      )}
      {picked.length > 1 && (
        <button
          type="button"
          class="main"
          onClick={() => ask({ view: 'compare', tool: shown.tool, ids: [...picked] })}
        >
          Compare {picked.length}
        </button>
      )}
      <Exports
        ways={[
          { label: 'Copy as Markdown', isCopied: true, make: () => tableMarkdown(here) },
          { label: 'CSV', make: () => tableCsv(here) },
        ]}
      />
    </div>
  );
}

/** What is asked for with some arguments of the search changed; undefined takes one away. */
function withArguments(asked: Asked, change: Readonly<Record<string, unknown>>): Asked {
  const all = { ...asked.arguments, limit: PAGE, ...change };
  const kept = Object.entries(all).filter(([, value]) => value !== undefined);
  return { ...asked, arguments: Object.fromEntries(kept) };
}
