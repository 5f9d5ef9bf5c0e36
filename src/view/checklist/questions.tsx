import type { ShownChecklist } from '../../tools/show/shape.ts';
import { checklistCommand } from '../files/command.ts';
import { Ask } from '../parts/ask.tsx';
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
      <Elsewhere shown={shown} />
      {further_questions > 0 && <p class="soft">{further_questions} more follow from the answers.</p>}
    </aside>
  );
}

/** Where an answer can be given, if that is not here. */
function Elsewhere({ shown }: { readonly shown: ShownChecklist }) {
  const { host } = useSeat();
  if (host.abilities.call) return null;
  if (host.abilities.shell !== true) return <p class="soft">Answer them in the chat.</p>;
  const [first] = shown.questions.flatMap(({ features }) => features);
  const { features: known = [], ...asked } = shown.asked;
  const features = first === undefined ? known : [...known, first.feature];
  return (
    <div class="elsewhere">
      <p>
        To answer, run this with your answers behind <code>--features</code>
        {first !== undefined && `, here ${first.feature}`}:
      </p>
      <code class="command">{checklistCommand({ ...asked, features })}</code>
    </div>
  );
}

function Answers({
  question: { question, features, robot_categories, requirements },
  shown,
}: {
  readonly question: Question;
  readonly shown: ShownChecklist;
}) {
  const { host } = useSeat();
  const hangs = requirements === 1 ? '1 requirement depends' : `${requirements} requirements depend`;
  if (!host.abilities.call) {
    const words = [
      ...features.map(({ feature }) => feature),
      ...robot_categories.map(({ category }) => category),
    ];
    return (
      <p class="soft">
        {hangs} on it. Answers: {words.join(', ')}
        {features.length > 0 && `; no: no-${features[0]?.feature}`}.
      </p>
    );
  }
  const known = shown.asked.features ?? [];
  const answer = (more: readonly string[]) => ({
    ...shown.asked,
    features: [...new Set([...known, ...more])],
  });
  return (
    <fieldset title={`${hangs} on it`}>
      <legend class="unseen">{question}</legend>
      {features.map(({ feature, label }) => (
        <Ask key={feature} class="chip" asked={answer([feature])}>
          {label}
        </Ask>
      ))}
      {robot_categories.map(({ category, label }) => (
        <Ask key={category} class="chip" asked={{ ...shown.asked, robot_category: category }}>
          {label}
        </Ask>
      ))}
      {features.length > 0 && (
        <Ask class="chip no" asked={answer(features.map(({ feature }) => `no-${feature}`))}>
          {features.length > 1 ? 'None of these' : 'No'}
        </Ask>
      )}
    </fieldset>
  );
}
