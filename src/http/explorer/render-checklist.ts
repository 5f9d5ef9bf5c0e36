import type { ShownChecklist } from '../../tools/show/shape.ts';
import { escapeHtml } from '../page-parts.ts';
import { link, renderSources } from './parts.ts';

type Requirement = ShownChecklist['phases'][number]['requirements'][number];

/** What applies by phase, and what is not known yet, each answer a link. */
export function renderChecklist(shown: ShownChecklist): string {
  const parts = shown.phases.map(({ label, requirements }) => {
    const items = requirements.map(renderRequirement);
    return `<h2>${escapeHtml(label)}</h2>\n<ul class="requirements">${items.join('\n')}</ul>`;
  });
  const asks = renderQuestions(shown);
  const open = asks.length === 0 ? '' : `<h2>Not known yet</h2>\n<ul>${asks.join('\n')}</ul>`;
  return `${parts.join('\n')}\n${open}`;
}

function renderRequirement(one: Requirement): string {
  const steps = one.steps.map(
    ({ step, detail, evidence }) =>
      `<li>${escapeHtml(step)}: ${escapeHtml(detail)}${evidence === undefined ? '' : ` <small>Evidence: ${escapeHtml(evidence)}</small>`}</li>`,
  );
  const applies = one.applies === undefined ? '' : `; ${escapeHtml(one.applies)}`;
  return `<li><details><summary>${escapeHtml(one.title)} (${escapeHtml(one.scheme)}, ${escapeHtml(one.obligation)})</summary>
<p>${escapeHtml(one.summary)}</p><p class="note">${escapeHtml(one.basis)}; ${escapeHtml(one.because)}${applies}</p>
<ol>${steps.join('')}</ol>${renderSources(one.sources)}</details></li>`;
}

function renderQuestions(shown: ShownChecklist): string[] {
  const { product, questions } = shown;
  const known = [...product.features, ...product.denied.map((feature) => `no-${feature}`)];
  const answer = (features: readonly string[], label: string) =>
    link(shown, { features: [...known, ...features] }, label);
  return questions.map(({ question, features, robot_categories: categories }) => {
    const yes = features.map(({ feature, label }) => answer([feature], label));
    const no =
      features.length === 0
        ? []
        : [
            answer(
              features.map(({ feature }) => `no-${feature}`),
              'none of it',
            ),
          ];
    const kinds = categories.map(({ category, label }) => link(shown, { robot_category: category }, label));
    return `<li>${escapeHtml(question)} ${[...yes, ...no, ...kinds].join(' · ')}</li>`;
  });
}
