import { useRef } from 'preact/hooks';
import type { ShownCompare } from '../../tools/show/shape.ts';
import { Lineup } from '../figure/lineup.tsx';
import { type Export, Exports } from '../parts/exports.tsx';
import { useWidth } from '../parts/width.ts';
import { useSeat } from '../seat.ts';
import { AddRecord } from './add-record.tsx';
import { compareCsv, compareMarkdown } from './compare-files.ts';
import { SideBySide } from './side-by-side.tsx';
import { Stacked } from './stacked.tsx';

/** Below this there is no room for the names of fields and a column for each record. */
const LABEL_PX = 130;
const COLUMN_PX = 118;

/** Records side by side, or below one another where there is no room. */
export function Compare({ shown }: { readonly shown: ShownCompare }) {
  const { host, ask } = useSeat();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const ids = shown.records.map(({ id }) => id);
  const show = (wanted: readonly string[]) => ask({ ...shown.asked, ids: [...wanted] });
  const without =
    host.abilities.call && ids.length > 1
      ? (id: string) => ({ ...shown.asked, ids: ids.filter((each) => each !== id) })
      : undefined;
  const isNarrow = width !== undefined && width < LABEL_PX + ids.length * COLUMN_PX;
  const Layout = isNarrow ? Stacked : SideBySide;
  return (
    <div ref={place} class="compare">
      {ids.length === 0 ? (
        <p class="empty">None of these is known.</p>
      ) : (
        <>
          <Lineup figures={shown.records} />
          <Layout shown={shown} without={without} />
        </>
      )}
      {host.abilities.call && <AddRecord shown={shown} show={show} />}
      {ids.length > 0 && <Exports ways={ways(shown)} />}
    </div>
  );
}

function ways(shown: ShownCompare): readonly Export[] {
  return [
    { label: 'Copy as Markdown', isCopied: true, make: () => compareMarkdown(shown) },
    { label: 'Markdown', make: () => compareMarkdown(shown) },
    { label: 'CSV', make: () => compareCsv(shown) },
  ];
}
