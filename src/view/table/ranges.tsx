import { useEffect, useState } from 'preact/hooks';
import type { Asked } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';
import { type SpecRange, withArguments, withRange } from './range-arguments.ts';

interface RangesProps {
  /** The search that is narrowed, and its tool. */
  readonly shown: { readonly asked: Asked; readonly tool: string };
  readonly ranges: readonly SpecRange[];
  changed(change: Readonly<Record<string, unknown>>): Asked;
}

/** Two ends of each number, with how many do not state it; without scripts a form of the same names. */
export function Ranges({ shown, ranges, changed }: RangesProps) {
  return (
    <>
      {ranges.map((range) => (
        <RangeFields
          key={`${range.name} ${range.min} ${range.max}`}
          shown={shown}
          range={range}
          changed={changed}
        />
      ))}
    </>
  );
}

interface RangeFieldsProps extends Omit<RangesProps, 'ranges'> {
  readonly range: SpecRange;
}

function RangeFields({ shown, range, changed }: RangeFieldsProps) {
  const { ask, isBusy } = useSeat();
  const { name, label, unit, least, most, known, unknown } = range;
  const [ends, setEnds] = useState<readonly [string, string]>([textOf(range.min), textOf(range.max)]);
  const isChanged = ends[0] !== textOf(range.min) || ends[1] !== textOf(range.max);
  useEffect(() => setEnds([textOf(range.min), textOf(range.max)]), [range.min, range.max]);
  const field = (end: 0 | 1) => (
    <input
      type="number"
      name={nameOf(name, end)}
      min={0}
      step="any"
      value={ends[end]}
      placeholder={textOf(end === 0 ? least : most)}
      aria-label={`${label}, ${end === 0 ? 'from' : 'to'}${unit === undefined ? '' : `, ${unit}`}`}
      onInput={({ currentTarget: { value } }) => setEnds(end === 0 ? [value, ends[1]] : [ends[0], value])}
    />
  );
  return (
    <form
      method="get"
      class="range"
      onSubmit={(event) => {
        event.preventDefault();
        ask(changed(withRange(shown.asked, name, ends)));
      }}
    >
      <Kept asked={shown.asked} tool={shown.tool} without={name} />
      <fieldset>
        <legend>
          {label}
          {unit !== undefined && <span class="unit"> {unit}</span>}
        </legend>
        <div class="ends">
          {field(0)}
          <span aria-hidden="true">–</span>
          {field(1)}
          <button type="submit" class={isChanged ? undefined : 'without-script'} disabled={isBusy}>
            Set<span class="unseen"> {label}</span>
          </button>
        </div>
        <p class="soft">
          {known.toLocaleString('en-US')} state it, {unknown.toLocaleString('en-US')} do not
        </p>
      </fieldset>
    </form>
  );
}

/** What a form without scripts has to send along: the search as it is, but for what the form is of. */
function Kept({
  asked,
  tool,
  without,
}: {
  readonly asked: Asked;
  readonly tool: string;
  readonly without: string;
}) {
  const args = withRange(asked, without, ['', '']);
  const kept = withArguments(asked, { ...args, cursor: undefined }).arguments;
  const { x, y, by } = asked;
  return (
    <>
      <input type="hidden" name="view" value={asked.view} />
      {Object.entries({ x, y, by }).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <input type="hidden" name="tool" value={tool} />
      <input type="hidden" name="arguments" value={JSON.stringify(kept)} />
    </>
  );
}

/** As an address names it: beside `arguments`, and within them. */
function nameOf(name: string, end: 0 | 1): string {
  if (name === 'price') return `arguments.${end === 0 ? 'min' : 'max'}_price_usd`;
  return `arguments.specs.${name}.${end === 0 ? 'min' : 'max'}`;
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
