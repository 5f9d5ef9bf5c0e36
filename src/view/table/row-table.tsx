import { Fragment } from 'preact';
import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { Words } from '../parts/words.tsx';
import { useSeat } from '../seat.ts';
import { OpenRow, useOpenRows } from './open-row.tsx';

interface RowTableProps {
  readonly shown: ShownTable;
  readonly sort: string | undefined;
  /** Asks for another order; undefined where the rows can be ordered here alone. */
  readonly sorted: ((sort: string) => Asked) | undefined;
  choose(sort: string): void;
  readonly picked: readonly string[];
  /** Undefined where nothing can be compared. */
  readonly pick: ((id: string) => void) | undefined;
}

type Column = ShownTable['columns'][number];

/**
 * Rows of a table, which in a narrow place are cards. The heads sort it; a name opens the whole record: its page where
 * it has an address, and below its row where it has none. The roles are said, since a card is no table to a browser.
 */
export function RowTable({ shown, sort, sorted, choose, picked, pick }: RowTableProps) {
  const { rows, columns, tool } = shown;
  const { isOpen, toggle } = useOpenRows();
  const width = columns.length + (pick === undefined ? 0 : 1);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table that is laid out as cards has no roles of its own.
    <table class="rows" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {pick && (
            <th role="columnheader" scope="col" class="pick">
              <span class="unseen">Compare</span>
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.field}
              role="columnheader"
              scope="col"
              class={kindOf(column)}
              aria-sort={sortOf(column, sort)}
            >
              <Head column={column} sort={sort} sorted={sorted} choose={choose} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Fragment key={row.id}>
            <tr role="row">
              {pick && (
                <td role="cell" class="pick">
                  <input
                    type="checkbox"
                    name="ids"
                    value={row.id}
                    aria-label={`Compare ${row.name}`}
                    checked={picked.includes(row.id)}
                    onChange={() => pick(row.id)}
                  />
                </td>
              )}
              {columns.map((column, index) => {
                const text = row.cells[index]?.text;
                if (index > 0) {
                  return (
                    <td
                      key={column.field}
                      role="cell"
                      class={
                        [kindOf(column), text === undefined && 'none'].filter(Boolean).join(' ') || undefined
                      }
                      data-label={
                        column.unit === undefined ? column.label : `${column.label}, ${column.unit}`
                      }
                    >
                      {text === undefined ? <Unknown /> : <Words text={text} />}
                    </td>
                  );
                }
                return (
                  <th key={column.field} role="rowheader" scope="row">
                    <RowName
                      shown={shown}
                      id={row.id}
                      name={text ?? row.name}
                      isOpen={isOpen(row.id)}
                      toggle={() => toggle(row.id)}
                    />
                  </th>
                );
              })}
            </tr>
            {isOpen(row.id) && (
              <tr class="opened" role="row">
                <td role="cell" colSpan={width}>
                  <OpenRow row={row} tool={tool} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above.
  );
}

interface RowNameProps {
  readonly shown: ShownTable;
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  toggle(): void;
}

function RowName({ shown: { kind }, id, name, isOpen, toggle }: RowNameProps) {
  const { host } = useSeat();
  const asked: Asked = { view: 'record', ids: [`${kind}/${id}`] };
  if (host.hrefOf(asked) !== undefined) {
    return (
      <Ask asked={asked} class="name">
        <Words text={name} />
      </Ask>
    );
  }
  return (
    <button type="button" class="open" aria-expanded={isOpen} onClick={toggle}>
      <Words text={name} />
    </button>
  );
}

/** Said to those who hear it; the page says below what an empty place means. */
function Unknown() {
  return (
    <span class="unknown" title="unknown">
      <span aria-hidden="true">–</span>
      <span class="unseen">unknown</span>
    </span>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: string | undefined;
  readonly sorted: ((sort: string) => Asked) | undefined;
  choose(sort: string): void;
}

function Head({ column, sort, sorted, choose }: HeadProps) {
  const { label, unit, ascending, descending, type } = column;
  const orders =
    type === 'number' || type === 'usd' || type === 'date'
      ? [descending, ascending]
      : [ascending, descending];
  const [first, second] = orders.filter((order) => order !== undefined);
  const content = (
    <>
      <Words text={label} />
      {unit !== undefined && unit !== 'USD' && <span class="unit"> {unit}</span>}
    </>
  );
  if (first === undefined) return content;
  const arrow = { ascending: '↑', descending: '↓', none: '' }[sortOf(column, sort) ?? 'none'];
  const next = sort === first ? (second ?? first) : first;
  const inside = (
    <>
      {content}
      <span aria-hidden="true"> {arrow}</span>
    </>
  );
  if (sorted !== undefined) {
    return (
      <Ask class="head" asked={sorted(next)}>
        {inside}
      </Ask>
    );
  }
  return (
    <button type="button" class="head" onClick={() => choose(next)}>
      {inside}
    </button>
  );
}

function kindOf({ type }: Column): string | undefined {
  if (type === 'usd') return 'number words';
  return type === 'number' ? 'number' : undefined;
}

function sortOf({ ascending, descending }: Column, sort: string | undefined) {
  if (sort === undefined) return undefined;
  return sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined;
}
