import { useState } from 'preact/hooks';
import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';

/** Of each facet at first. */
const SHOWN = 8;

type Facet = ShownTable['facets'][number];

interface FacetsProps {
  readonly facets: ShownTable['facets'];
  /** The same search with some arguments changed; undefined takes one away. */
  changed(change: Readonly<Record<string, unknown>>): Asked;
}

/** Counts to filter by; what is chosen is marked, and chosen again it is taken away. */
export function Facets({ facets, changed }: FacetsProps) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  return (
    <>
      {facets
        .filter(({ values }) => values.length > 0)
        .map((facet) => (
          <fieldset key={facet.argument}>
            <legend>{facet.label}</legend>
            {valuesOf(facet, opened.includes(facet.argument)).map(({ value, label, count }) => (
              <Ask
                key={value}
                class="chip"
                isChosen={facet.chosen === value}
                asked={changed({ [facet.argument]: facet.chosen === value ? undefined : value })}
              >
                {label} <span class="number">{count.toLocaleString('en-US')}</span>
              </Ask>
            ))}
            {facet.values.length > SHOWN + 1 && !opened.includes(facet.argument) && (
              <button
                type="button"
                class="chip no needs-script"
                onClick={() => setOpened([...opened, facet.argument])}
              >
                {facet.values.length - SHOWN} more<span class="unseen"> of {facet.label}</span>
              </button>
            )}
          </fieldset>
        ))}
    </>
  );
}

/** The first values, and the one that is chosen wherever it stands. */
function valuesOf({ values, chosen }: Facet, isWhole: boolean): Facet['values'] {
  if (isWhole || values.length <= SHOWN + 1) return values;
  const first = values.slice(0, SHOWN);
  const picked = values.find(({ value }) => value === chosen);
  return picked === undefined || first.includes(picked) ? first : [...first.slice(0, -1), picked];
}
