import type { CountedValue } from '../../tools/show/overview-shape.ts';
import { addressOf } from '../files/address.ts';

/** In units of the drawing. */
const STEP = 30;
const BAR = 22;
const HEIGHT = 110;
const TOP = 22;
/** For what is written at either end. */
const SIDE = 8;
const BELOW = 20;
/** A year is written below every so many bars, counted from the last. */
const EVERY = 5;

interface YearBarsProps {
  readonly years: readonly CountedValue[];
  readonly isExplorer: boolean;
}

/** Papers by year, of years that are over alone; each number stands in the title of its bar, and in the table. */
export function YearBars({ years, isExplorer }: YearBarsProps) {
  const most = Math.max(1, ...years.map(({ count }) => count));
  const [first, last] = [years[0]?.label ?? '', years.at(-1)?.label ?? ''];
  return (
    <section aria-labelledby="papers" class="years">
      <h2 id="papers">
        Papers by year, {first} to {last}
      </h2>
      <svg
        viewBox={`${-SIDE} 0 ${years.length * STEP + 2 * SIDE} ${TOP + HEIGHT + BELOW}`}
        role="img"
        aria-label={`${years.length} bars. The same numbers stand in the table below.`}
      >
        {years.map(({ label, count, part }, index) => {
          const tall = Math.round((count / most) * HEIGHT);
          const x = index * STEP + (STEP - BAR) / 2;
          const isWritten = (years.length - 1 - index) % EVERY === 0;
          return (
            <g key={label}>
              <rect x={x} y={TOP + HEIGHT - tall} width={BAR} height={tall} class={part ? 'part' : undefined}>
                <title>{`${label}: ${count.toLocaleString('en-US')}${part ? ', held in part' : ''}`}</title>
              </rect>
              {isWritten && (
                <text x={x + BAR / 2} y={TOP + HEIGHT + 15} text-anchor="middle">
                  {label}
                </text>
              )}
              {isWritten && (
                <text x={x + BAR / 2} y={TOP + HEIGHT - tall - 5} text-anchor="middle">
                  {shortCount(count)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {years.some(({ part }) => part) && (
        <p class="soft">Pale: years of which a part is held, by a gap of these data. They show no trend.</p>
      )}
      <details>
        <summary>The numbers as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Year</th>
              <th scope="col" class="number">
                Papers
              </th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ value, label, count, part }) => (
              <tr key={label}>
                <th scope="row">
                  {isExplorer ? (
                    <a
                      href={addressOf({
                        view: 'table',
                        tool: 'search_publications',
                        arguments: { from: value, to: value },
                      })}
                    >
                      {label}
                    </a>
                  ) : (
                    label
                  )}
                </th>
                <td class="number">
                  {count.toLocaleString('en-US')}
                  {part && ' in part'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** `5.3k` */
function shortCount(count: number): string {
  return count < 1000 ? String(count) : `${Math.round(count / 100) / 10}k`;
}
