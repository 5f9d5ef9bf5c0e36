import { useState } from 'preact/hooks';
import type { ShownCompare } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { useSeat } from '../seat.ts';

/** Side by side there are never more. */
const MOST = 10;

interface AddRecordProps {
  readonly shown: ShownCompare;
  show(ids: readonly string[]): void;
}

/** A field to add a record by its name, and what names that nobody has may have meant. */
export function AddRecord({ shown, show }: AddRecordProps) {
  const { isBusy } = useSeat();
  const { records, not_found } = shown;
  const [name, setName] = useState('');
  const ids = records.map(({ id }) => id);
  const near = not_found.filter(({ near }) => near.length > 0);
  if (ids.length >= MOST) return <p class="soft">More than {MOST} do not fit side by side.</p>;
  const add = (id: string) => {
    if (id.trim() !== '') show([...ids, id.trim()]);
    setName('');
  };
  return (
    <div class="add">
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          add(name);
        }}
      >
        <input type="hidden" name="view" value="compare" />
        <input type="hidden" name="tool" value={shown.tool} />
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        <label>
          Add by name{' '}
          <input
            type="text"
            name="ids"
            value={name}
            placeholder="Spot"
            maxLength={120}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isBusy}>
          Add
        </button>
      </form>
      {not_found.map(({ id }) => (
        <p key={id} class="problem">
          There is no record “{id}”.
        </p>
      ))}
      {near.flatMap(({ near }) =>
        near.map((id) => (
          <Ask key={id} class="chip" asked={{ ...shown.asked, ids: [...ids, id] }}>
            Add {id}
          </Ask>
        )),
      )}
    </div>
  );
}
