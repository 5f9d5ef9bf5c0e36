import type { ShownChecklist } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';

type Question = ShownChecklist['questions'][number];

/** What is not known of the product. An answer is a click, after which the list is worked out anew. */
export function Questions({ shown }: { readonly shown: ShownChecklist }) {
  const { questions, further_questions } = shown;
  if (questions.length === 0) return null;
  return (
    <aside aria-labelledby="questions">
      <h2 id="questions">Open questions</h2>
      <ul class="questions">
        {questions.map((question) => (
          <li key={question.question}>
            <p>{question.question}</p>
            <Answers question={question} shown={shown} />
          </li>
        ))}
      </ul>
      {further_questions > 0 && <p class="soft">{further_questions} more follow from the answers.</p>}
    </aside>
  );
}

function Answers({
  question: { question, features, robot_categories, requirements },
  shown,
}: {
  readonly question: Question;
  readonly shown: ShownChecklist;
}) {
  const { host, ask, isBusy } = useSeat();
  const hangs = requirements === 1 ? '1 requirement depends' : `${requirements} requirements depend`;
  if (!host.abilities.call) return <p class="soft">{hangs} on it.</p>;
  const known = shown.asked.features ?? [];
  const answer = (more: readonly string[]) =>
    ask({ ...shown.asked, features: [...new Set([...known, ...more])] });
  return (
    <fieldset disabled={isBusy} title={`${hangs} on it`}>
      <legend class="unseen">{question}</legend>
      {features.map(({ feature, label }) => (
        <button key={feature} type="button" class="chip" onClick={() => answer([feature])}>
          {label}
        </button>
      ))}
      {robot_categories.map(({ category, label }) => (
        <button
          key={category}
          type="button"
          class="chip"
          onClick={() => ask({ ...shown.asked, robot_category: category })}
        >
          {label}
        </button>
      ))}
      {features.length > 0 && (
        <button
          type="button"
          class="chip no"
          onClick={() => answer(features.map(({ feature }) => `no-${feature}`))}
        >
          {features.length > 1 ? 'None of these' : 'No'}
        </button>
      )}
    </fieldset>
  );
}
