import { useEffect } from 'preact/hooks';
import type { ShownChecklist } from '../../tools/show/shape.ts';
import { Exports } from '../parts/exports.tsx';
import { useSeat } from '../seat.ts';
import { checklistCsv, checklistMarkdown } from './checklist-files.ts';
import { Product } from './product.tsx';
import { isDone, progressInWords } from './progress.ts';
import { Questions } from './questions.tsx';
import { RequirementItem } from './requirement-item.tsx';
import { useProgress } from './use-progress.ts';

/** How long the reader must have paused before the model is told. */
const PAUSE_MS = 600;

/** What applies to a product, by phase, to be ticked off; open questions are answered by a click. */
export function Checklist({ shown }: { readonly shown: ShownChecklist }) {
  const { tell } = useSeat();
  const { progress, isTouched, tick, note } = useProgress(shown);
  useEffect(() => {
    if (!isTouched) return undefined;
    const timer = setTimeout(() => tell(progressInWords(shown, progress)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [progress, isTouched, shown]);
  const all = shown.phases.flatMap(({ requirements }) => requirements);
  const done = all.filter((one) => isDone(one, progress)).length;
  return (
    <div class="checklist">
      <Product shown={shown} />
      <div class="row total">
        <progress value={done} max={Math.max(1, all.length)} aria-label="Requirements ticked" />
        <span class="count">
          {done} of {all.length} done
        </span>
      </div>
      <div class="sides">
        <div class="phases">
          {all.length === 0 && <p class="empty">No requirement is known to apply.</p>}
          {shown.phases.map(({ phase, label, known_weeks, requirements }) => (
            <section key={phase} aria-labelledby={`phase-${phase}`}>
              <h2 id={`phase-${phase}`}>
                {label}{' '}
                <span class="soft">
                  {requirements.filter((one) => isDone(one, progress)).length} of {requirements.length}
                  {known_weeks && `, ${known_weeks.min} to ${known_weeks.max} weeks where known`}
                </span>
              </h2>
              <ul>
                {requirements.map((requirement) => (
                  <RequirementItem
                    key={requirement.id}
                    requirement={requirement}
                    progress={progress}
                    tick={tick}
                    note={note}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        <Questions shown={shown} />
      </div>
      <Exports
        ways={[
          { label: 'Copy as Markdown', isCopied: true, make: () => checklistMarkdown(shown, progress) },
          { label: 'Markdown', make: () => checklistMarkdown(shown, progress) },
          { label: 'CSV', make: () => checklistCsv(shown, progress) },
        ]}
      />
    </div>
  );
}
