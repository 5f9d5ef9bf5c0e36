import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Asked, ShownChart } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { type Export, Exports } from '../parts/exports.tsx';
import { useWidth } from '../parts/width.ts';
import { useSeat } from '../seat.ts';
import { AxisBoxes } from './axis-boxes.tsx';
import { AxisRanges } from './axis-ranges.tsx';
import { chartCsv, chartMarkdown, chartSvg } from './chart-files.ts';
import { coloursOf, seriesOf } from './colours.ts';
import { NumberTable } from './number-table.tsx';
import { describeChart, valueText } from './values.ts';

const COLOURS = 7;

/** A drawing with its numbers as a table beside it, or below where there is no room. */
export function Chart({ shown }: { readonly shown: ShownChart }) {
  const { host, ask, isDark, draw } = useSeat();
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement | null>(null);
  const width = useWidth(place);
  const series = useMemo(() => seriesOf(shown.points, COLOURS), [shown]);
  const isEmpty = shown.points.length === 0;
  useLayoutEffect(() => {
    if (draw === undefined || width === undefined || width === 0 || isEmpty) return;
    const svg = draw(shown, { width, colours: coloursOf(isDark), series }) as SVGSVGElement;
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `${shown.title}. ${describeChart(shown)}`);
    drawing.current = svg;
    if (host.abilities.call) openPoints(svg, shown, ask);
    place.current?.replaceChildren(svg);
  }, [shown, width, isDark]);
  const exports: readonly Export[] = [
    { label: 'SVG', make: () => chartSvg(shown, drawing.current as SVGSVGElement, coloursOf(isDark)) },
    { label: 'CSV', make: () => chartCsv(shown) },
    { label: 'Copy as Markdown', isCopied: true, make: () => chartMarkdown(shown) },
  ];
  return (
    <div class="chart">
      {host.abilities.call && <AxisBoxes shown={shown} />}
      {host.abilities.call && <AxisRanges shown={shown} />}
      {isEmpty ? (
        <p class="empty">No record has what this chart is drawn from.</p>
      ) : (
        <div class="pair">
          <figure>
            <Legend shown={shown} series={series} />
            <div ref={place} class="drawing" />
            <p class="soft without-script">With JavaScript this is drawn; its numbers stand in the table.</p>
          </figure>
          <NumberTable shown={shown} />
        </div>
      )}
      <LeftOut shown={shown} />
      {host.abilities.call && (
        <p>
          <Ask asked={{ view: 'table', tool: shown.tool, arguments: { ...shown.asked.arguments } }}>
            The {shown.total.toLocaleString('en-US')} records as a table
          </Ask>
        </p>
      )}
      {!isEmpty && <Exports ways={exports} />}
    </div>
  );
}

/** A click where the pointer shows a point opens its record; by the keyboard its name in the table does. */
function openPoints(svg: SVGSVGElement, { kind }: ShownChart, ask: (asked: Asked) => void): void {
  svg.addEventListener('click', () => {
    const { value } = svg as SVGSVGElement & { readonly value?: { readonly id?: string } | null };
    if (value?.id !== undefined) ask({ view: 'record', ids: [`${kind}/${value.id}`] });
  });
}

interface LegendProps {
  readonly shown: ShownChart;
  readonly series: readonly string[];
}

function Legend({ shown: { by, points }, series }: LegendProps) {
  const hasParts = points.some(({ part }) => part);
  const groups = by === undefined ? [] : series;
  if (groups.length === 0 && !hasParts) return null;
  const hasOthers =
    groups.length > 0 && points.some((point) => point.by === undefined || !groups.includes(point.by));
  return (
    <figcaption class="legend">
      {groups.map((name, index) => (
        <span key={name}>
          <i class={`series-${index + 1}`} />
          {by && valueText(by, name)}
        </span>
      ))}
      {hasOthers && (
        <span>
          <i class="other" />
          other
        </span>
      )}
      {hasParts && (
        <span>
          <i class="part" />
          held in part
        </span>
      )}
    </figcaption>
  );
}

/** What is not drawn, and why. */
function LeftOut({ shown: { unknown, left_out, x, y, by } }: { readonly shown: ShownChart }) {
  const without = [
    [unknown.x, x.label] as const,
    [unknown.y, y.label] as const,
    [unknown.by, by?.label] as const,
  ].flatMap(([count, label]) =>
    count ? [`${count.toLocaleString('en-US')} without ${String(label).toLowerCase()}`] : [],
  );
  const parts = [
    ...without,
    ...(left_out > 0 ? [`${left_out.toLocaleString('en-US')} beyond the most that are drawn`] : []),
  ];
  return parts.length === 0 ? null : <p class="soft">Not drawn: {parts.join(', ')}.</p>;
}
