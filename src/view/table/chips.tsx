import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { Words } from '../parts/words.tsx';
import { argumentBounds, withRange } from './range-arguments.ts';

interface ChipsProps {
  readonly shown: ShownTable;
  changed(change: Readonly<Record<string, unknown>>): Asked;
}

interface Chip {
  readonly label: string;
  readonly change: Readonly<Record<string, unknown>>;
}

/** Not said by a chip: how many rows, in which order, and what ranges say. */
const apart: ReadonlySet<string> = new Set([
  ...['limit', 'sort', 'cursor', 'detail'],
  ...['specs', 'min_price_usd', 'max_price_usd'],
]);

/** What a search is narrowed by, each to be taken away. */
export function Chips({ shown, changed }: ChipsProps) {
  const chips = [...rangeChips(shown), ...argumentChips(shown)];
  if (chips.length === 0) return null;
  return (
    <ul class="row chips" aria-label="Narrowed by">
      {chips.map(({ label, change }) => (
        <li key={label} class="chip given">
          <Words text={label} />
          <Ask class="icon" label={`Take away: ${label}`} asked={changed(change)}>
            ×
          </Ask>
        </li>
      ))}
    </ul>
  );
}

function argumentChips({ asked, facets }: ShownTable): Chip[] {
  return Object.entries(asked.arguments ?? {}).flatMap(([name, value]) => {
    if (apart.has(name) || value === undefined || value === '') return [];
    const facet = facets.find(({ argument }) => argument === name);
    const said = facet?.values.find((one) => one.value === String(value))?.label ?? inWords(value);
    const label = name === 'query' ? `“${said}”` : `${facet?.label ?? name.replaceAll('_', ' ')}: ${said}`;
    return [{ label, change: { [name]: undefined } }];
  });
}

function rangeChips({ asked, ranges = [] }: ShownTable): Chip[] {
  return ranges.flatMap(({ name, label, unit }) => {
    // What the words say can be taken away with them alone.
    const { min, max } = argumentBounds(asked, name);
    if (min === undefined && max === undefined) return [];
    const [from, to] = [min, max].map((end) => end?.toLocaleString('en-US'));
    const span = from === undefined ? `to ${to}` : to === undefined ? `from ${from}` : `${from} to ${to}`;
    return [
      {
        label: `${label} ${span}${unit === undefined ? '' : ` ${unit}`}`,
        change: withRange(asked, name, ['', '']),
      },
    ];
  });
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
