import { useState } from 'preact/hooks';
import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Facets } from './facets.tsx';

interface FiltersProps {
  readonly shown: ShownTable;
  /** The same search with some arguments changed; undefined takes one away. */
  changed(change: Readonly<Record<string, unknown>>): Asked;
}

/** What a search can be narrowed by, beside its rows; in a narrow place it folds out. */
export function Filters({ shown, changed }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = shown.facets.filter((facet) => facet.chosen !== undefined).length;
  if (shown.facets.every(({ values }) => values.length === 0)) return null;
  return (
    <div class={isOpen ? 'filters open' : 'filters'}>
      <button type="button" class="fold needs-script" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filter{chosen > 0 ? ` (${chosen})` : ''}
      </button>
      <div class="groups">
        <Facets facets={shown.facets} changed={changed} />
      </div>
    </div>
  );
}
