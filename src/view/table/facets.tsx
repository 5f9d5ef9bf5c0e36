import { useState } from 'preact/hooks';
import type { ShownTable } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';

/** Of each facet at first. */
const SHOWN = 8;

type Facet = ShownTable['facets'][number];

interface FacetsProps {
  readonly facets: ShownTable['facets'];
  choose(change: Readonly<Record<string, unknown>>): void;
  readonly isOpen: boolean;
}

/** Counts to filter by; what is chosen is pressed, and pressed again it is taken away. */
export function Facets({ facets, choose, isOpen }: FacetsProps) {
  const { isBusy } = useSeat();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const filled = facets.filter(({ values }) => values.length > 0);
  if (filled.length === 0) return null;
  const chosen = filled.filter((facet) => facet.chosen !== undefined).length;
  return (
    <details class="facets" open={isOpen}>
      <summary>Filter{chosen > 0 ? ` (${chosen})` : ''}</summary>
      <div class="groups">
        {filled.map((facet) => (
          <fieldset key={facet.argument}>
            <legend>{facet.label}</legend>
            {valuesOf(facet, opened.includes(facet.argument)).map(({ value, label, count }) => (
              <button
                key={value}
                type="button"
                class="chip"
                aria-pressed={facet.chosen === value}
                disabled={isBusy}
                onClick={() =>
                  choose({ [facet.argument]: facet.chosen === value ? undefined : value, cursor: undefined })
                }
              >
                {label} <span class="number">{count.toLocaleString('en-US')}</span>
              </button>
            ))}
            {facet.values.length > SHOWN + 1 && !opened.includes(facet.argument) && (
              <button type="button" class="chip no" onClick={() => setOpened([...opened, facet.argument])}>
                {facet.values.length - SHOWN} more<span class="unseen"> of {facet.label}</span>
              </button>
            )}
          </fieldset>
        ))}
      </div>
    </details>
  );
}

/** The first values, and the one that is chosen wherever it stands. */
function valuesOf({ values, chosen }: Facet, isWhole: boolean): Facet['values'] {
  if (isWhole || values.length <= SHOWN + 1) return values;
  const first = values.slice(0, SHOWN);
  const picked = values.find(({ value }) => value === chosen);
  return picked === undefined || first.includes(picked) ? first : [...first.slice(0, -1), picked];
}
