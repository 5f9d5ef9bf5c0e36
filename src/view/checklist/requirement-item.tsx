import { useEffect, useRef } from 'preact/hooks';
import { AskWord } from '../parts/ask.tsx';
import { Sources } from '../parts/sources.tsx';
import { isDone, type Progress, type Requirement, stepsOf } from './progress.ts';

interface RequirementItemProps {
  readonly requirement: Requirement;
  readonly progress: Progress;
  tick(steps: readonly string[], isTicked: boolean): void;
  note(id: string, text: string): void;
}

/** A requirement with why it applies; its steps, the reader's note and its sources fold out. */
export function RequirementItem({ requirement, progress, tick, note }: RequirementItemProps) {
  const { id, scheme, title, basis, obligation, because, applies, waits_for } = requirement;
  const box = useRef<HTMLInputElement>(null);
  const steps = stepsOf(requirement);
  const ticked = steps.filter((step) => progress.ticked.includes(step)).length;
  const done = isDone(requirement, progress);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = ticked > 0 && !done;
  }, [ticked, done]);
  return (
    <li class={done ? 'requirement done' : 'requirement'}>
      <label class="top">
        <input
          ref={box}
          type="checkbox"
          name={id}
          checked={done}
          onChange={({ currentTarget }) => tick(steps, currentTarget.checked)}
        />
        <span>{title}</span>
      </label>
      <p class="why">
        <span class={`tag ${obligation}`}>{obligation}</span> <span class="tag">{scheme}</span>{' '}
        <AskWord asked={{ view: 'record', ids: [`certification/${id}`] }}>{basis}</AskWord>
      </p>
      <p class="why">Applies because: {because}</p>
      {applies !== undefined && <p class="why">{applies}</p>}
      {waits_for.length > 0 && <p class="why">Waits for: {waits_for.join(', ')}</p>}
      <details>
        <summary>
          {requirement.steps.length === 0 ? 'Note' : `${ticked} of ${requirement.steps.length} steps, note`}
          <span class="unseen"> of {title}</span>
        </summary>
        <Extent requirement={requirement} />
        <ul class="steps">
          {requirement.steps.map(({ step, detail, evidence }, index) => (
            <li key={step}>
              <label class="top">
                <input
                  type="checkbox"
                  name={`${id}#${index}`}
                  checked={progress.ticked.includes(`${id}#${index}`)}
                  onChange={({ currentTarget }) => tick([`${id}#${index}`], currentTarget.checked)}
                />
                <span>{step}</span>
              </label>
              <p class="soft">
                {detail}
                {evidence !== undefined && ` Evidence: ${evidence}.`}
              </p>
            </li>
          ))}
        </ul>
        <label class="own-note">
          Your note
          <textarea
            name={`note-${id}`}
            rows={2}
            maxLength={2000}
            value={progress.notes[id] ?? ''}
            onInput={({ currentTarget }) => note(id, currentTarget.value)}
          />
        </label>
        <Sources sources={requirement.sources} of={title} />
      </details>
    </li>
  );
}

function Extent({ requirement: { weeks, cost_usd, cost_note } }: { readonly requirement: Requirement }) {
  const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;
  const parts = [
    ...(weeks ? [`${weeks.min} to ${weeks.max} weeks`] : []),
    ...(cost_usd ? [`${dollars(cost_usd.min)} to ${dollars(cost_usd.max)}`] : []),
    ...(cost_note === undefined ? [] : [cost_note]),
  ];
  return parts.length === 0 ? null : <p class="soft">Typically: {parts.join('; ')}.</p>;
}
