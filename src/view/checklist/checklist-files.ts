import type { ShownChecklist } from '../../tools/show/shape.ts';
import { csv, fileName, markdownLink, markdownText } from '../files/formats.ts';
import type { OutgoingFile } from '../hosts/host.ts';
import { isDone, type Progress, type Requirement, stepsOf } from './progress.ts';

/** The checklist as task lists of Markdown, with ticks, notes and sources. */
export function checklistMarkdown(shown: ShownChecklist, progress: Progress): OutgoingFile {
  const phases = shown.phases.map(({ label, requirements }) =>
    [`### ${markdownText(label)}`, ...requirements.map((one) => requirementMarkdown(one, progress))].join(
      '\n\n',
    ),
  );
  const questions = shown.questions.map(({ question }) => `- ${markdownText(question)}`).join('\n');
  const text = [
    `## ${markdownText(shown.title)}`,
    ...phases,
    ...(questions === '' ? [] : [`### Open questions\n\n${questions}`]),
    [...shown.notes.map(markdownText), `Data of ${shown.dataset.date}.`].join(' '),
  ].join('\n\n');
  return { name: fileName(shown.title, 'md'), mediaType: 'text/markdown', text: `${text}\n` };
}

function requirementMarkdown(one: Requirement, progress: Progress): string {
  const box = (isTicked: boolean) => (isTicked ? '[x]' : '[ ]');
  const steps = one.steps.map(({ step, detail, evidence }, index) => {
    const proof = evidence === undefined ? '' : ` Evidence: ${evidence}.`;
    const isTicked = progress.ticked.includes(`${one.id}#${index}`);
    return `  - ${box(isTicked)} ${markdownText(`${step}: ${detail}${proof}`)}`;
  });
  const note = progress.notes[one.id]?.trim() ?? '';
  return [
    `- ${box(isDone(one, progress))} **${markdownText(one.title)}** (${markdownText(`${one.scheme}, ${one.obligation}, ${one.basis}; ${one.because}`)})`,
    ...steps,
    ...(note === '' ? [] : [`  - Note: ${markdownText(note)}`]),
    ...one.sources.map(({ title, url }) => `  - Source: ${markdownLink(title, url)}`),
  ].join('\n');
}

/** A line a step: phase, requirement, step, whether it is done, and the reader's note. */
export function checklistCsv(shown: ShownChecklist, progress: Progress): OutgoingFile {
  const head = [
    'phase',
    'id',
    'scheme',
    'requirement',
    'obligation',
    'because',
    'step',
    'detail',
    'evidence',
    'done',
    'note',
  ];
  const lines = shown.phases.flatMap(({ label, requirements }) =>
    requirements.flatMap((one) =>
      stepsOf(one).map((step, index) => [
        label,
        one.id,
        one.scheme,
        one.title,
        one.obligation,
        one.because,
        one.steps[index]?.step ?? '',
        one.steps[index]?.detail ?? '',
        one.steps[index]?.evidence ?? '',
        progress.ticked.includes(step) ? 'yes' : 'no',
        index === 0 ? (progress.notes[one.id] ?? '') : '',
      ]),
    ),
  );
  return { name: fileName(shown.title, 'csv'), mediaType: 'text/csv', text: csv(head, lines) };
}
