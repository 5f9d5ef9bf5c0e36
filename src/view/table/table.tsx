import { useEffect, useRef, useState } from 'preact/hooks';
import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { Exports } from '../parts/exports.tsx';
import { useFitting } from '../parts/fitting.ts';
import { useWidth } from '../parts/width.ts';
import { useSeat } from '../seat.ts';
import { Filters } from './filters.tsx';
import { Pages, usePages } from './pages.tsx';
import { withArguments } from './range-arguments.ts';
import { RowTable } from './row-table.tsx';
import { SortBox } from './sort-box.tsx';
import { sortedHere } from './sorted-here.ts';
import { tableCsv, tableMarkdown } from './table-files.ts';

const PAGE = 50;
/** As in table.css: below it the rows are cards, which have room for every column. */
const CARDS_PX = 560;
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
  const changed = (change: Change) =>
    withArguments(shown.asked, { limit: PAGE, cursor: undefined, ...change });
  const sort = (by: string) => (canAsk ? ask(changed({ sort: by })) : setOrder(by));
  const current = canAsk ? shown.sort : (order ?? shown.sort);
  const here = canAsk ? shown : sortedHere(shown, order);
  const pick = (id: string) =>
    setPicked((ids) =>
      ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(0, MOST_COMPARED),
    );
  const fits = useFitting(place, shown.columns.length, width, shown);
  const columns = width === undefined || width < CARDS_PX ? shown.columns.length : fits;
  const hidden = shown.columns.length - columns;
  const fitting = hidden === 0 ? here : { ...here, columns: here.columns.slice(0, columns) };
  const compared: Asked = { view: 'compare', tool: shown.tool, ids: [...picked] };
  return (
    <div class="table">
      {canAsk && <Filters shown={shown} changed={changed} />}
      <div ref={place} class="found">
        <div class="row between">
          <Pages shown={shown} pages={pages} at={canAsk ? (cursor) => changed({ cursor }) : undefined} />
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
          <form
            method="get"
            onSubmit={(event) => {
              event.preventDefault();
              ask(compared);
            }}
          >
            <input type="hidden" name="view" value="compare" />
            <input type="hidden" name="tool" value={shown.tool} />
            <div class="wide">
              <RowTable
                shown={fitting}
                sort={current}
                sorted={canAsk ? (by) => changed({ sort: by }) : undefined}
                choose={sort}
                picked={picked}
                pick={canAsk ? pick : undefined}
              />
            </div>
            {picked.length > 1 && (
              <div class="compare-bar">
                <button type="submit" class="main">
                  Compare {picked.length}
                </button>
              </div>
            )}
            {canAsk && (
              <button type="submit" class="main without-script">
                Compare those that are ticked
              </button>
            )}
          </form>
        )}
        <Below shown={shown} hidden={hidden} />
        <Exports
          ways={[
            { label: 'Copy as Markdown', isCopied: true, make: () => tableMarkdown(here) },
            { label: 'CSV', make: () => tableCsv(here) },
          ]}
        />
      </div>
    </div>
  );
}

/** What is not on the page, and the same search as a chart. */
function Below({ shown, hidden }: { readonly shown: ShownTable; readonly hidden: number }) {
  const { host } = useSeat();
  const canAsk = host.abilities.call;
  return (
    <>
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
      {canAsk && shown.total > 0 && (
        <p>
          <Ask asked={chartOf(shown)}>As a chart</Ask>
        </p>
      )}
    </>
  );
}

/** The same search as a chart: robots by price, others by what is usual of them. */
function chartOf({ asked, tool, kind }: ShownTable): Asked {
  const { limit: _limit, sort: _sort, cursor: _cursor, ...search } = asked.arguments ?? {};
  const axes = kind === 'robots' ? { x: 'payload_kg', y: 'price', by: 'category' } : {};
  return { view: 'chart', tool, arguments: search, ...axes };
}

type Change = Readonly<Record<string, unknown>>;
