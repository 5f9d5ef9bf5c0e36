import type { CompareCell, ShownCompare } from '../../tools/show/shape.ts';
import { csv, fileName, markdownLink, markdownTable, markdownText } from '../files/formats.ts';
import type { OutgoingFile } from '../hosts/host.ts';

/** What is compared as a table of Markdown, with the sources below it. */
export function compareMarkdown({ title, records, rows, dataset, notes }: ShownCompare): OutgoingFile {
  const head = ['', ...records.map(({ name, by }) => (by === undefined ? name : `${name} (${by})`))];
  const table = markdownTable(
    head,
    rows.map(({ label, unit, cells }) => [
      unit === undefined ? label : `${label}, ${unit}`,
      ...cells.map(inWords),
    ]),
  );
  const sources = records.map(({ name, sources }) => {
    const links = sources.map(({ title, url }) => markdownLink(title, url));
    return `- ${markdownText(name)}: ${links.join('; ')}`;
  });
  const said = [...notes.map(markdownText), `Data of ${dataset.date}.`].join(' ');
  const text = [`## ${markdownText(title)}`, table, said, `Sources:\n\n${sources.join('\n')}`].join('\n\n');
  return { name: fileName(title, 'md'), mediaType: 'text/markdown', text: `${text}\n` };
}

/** The same as CSV, a line a field. */
export function compareCsv({ title, records, rows }: ShownCompare): OutgoingFile {
  const head = ['field', 'unit', ...records.map(({ id }) => id)];
  const lines = rows.map(({ label, unit, cells }) => [
    label,
    unit ?? '',
    ...cells.map((cell) => cell?.value ?? cell?.text ?? ''),
  ]);
  return { name: fileName(title, 'csv'), mediaType: 'text/csv', text: csv(head, lines) };
}

function inWords(cell: CompareCell | null): string {
  if (cell === null) return 'unknown';
  const note = cell.note === undefined ? '' : ` (${cell.note})`;
  return `${cell.text}${note}${cell.best ? ', best' : ''}`;
}
