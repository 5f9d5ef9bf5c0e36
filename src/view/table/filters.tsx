import { useState } from 'preact/hooks';
import type { Asked, ShownTable } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { Chips } from './chips.tsx';
import { Facets } from './facets.tsx';
import { Ranges } from './ranges.tsx';

interface FiltersProps {
  readonly shown: ShownTable;
  /** The same search with some arguments changed; undefined takes one away. */
  changed(change: Readonly<Record<string, unknown>>): Asked;
}

/** What can be bought or ordered now. */
const TO_BE_HAD = 'available or preorder';

/** What a search can be narrowed by, beside its rows; in a narrow place it folds out. */
export function Filters({ shown, changed }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const { facets, ranges = [], asked, kind } = shown;
  const isHad = asked.arguments?.status === TO_BE_HAD;
  const hasNone = ranges.length === 0 && facets.every(({ values }) => values.length === 0);
  return (
    <div class={isOpen ? 'filters unfolded' : 'filters'}>
      <Chips shown={shown} changed={changed} />
      {!hasNone && (
        <button
          type="button"
          class="fold needs-script"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filter
        </button>
      )}
      <div class="groups">
        {kind === 'robots' && (
          <p>
            <Ask class="chip" isChosen={isHad} asked={changed({ status: isHad ? undefined : TO_BE_HAD })}>
              To be had
            </Ask>
          </p>
        )}
        <Ranges shown={shown} ranges={ranges} changed={changed} />
        <Facets facets={facets} changed={changed} />
      </div>
    </div>
  );
}
