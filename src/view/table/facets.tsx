import type { ShownTable } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';

interface FacetsProps {
  readonly facets: ShownTable['facets'];
  choose(change: Readonly<Record<string, unknown>>): void;
  readonly isOpen: boolean;
}

/** Counts to filter by; what is chosen is pressed, and pressed again it is taken away. */
export function Facets({ facets, choose, isOpen }: FacetsProps) {
  const { isBusy } = useSeat();
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
            {facet.values.map(({ value, label, count }) => (
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
          </fieldset>
        ))}
      </div>
    </details>
  );
}
