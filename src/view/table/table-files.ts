import type { ShownTable } from '../../tools/show/shape.ts';
import { csv, fileName, markdownTable, markdownText } from '../files/formats.ts';
import type { OutgoingFile } from '../hosts/host.ts';

/** The rows that are shown as a table of Markdown. */
export function tableMarkdown({ title, columns, rows, total, dataset }: ShownTable): OutgoingFile {
  const table = markdownTable(
    columns.map(({ label, unit }) => (unit === undefined ? label : `${label}, ${unit}`)),
    rows.map(({ cells }) => cells.map((cell) => cell?.text ?? 'unknown')),
  );
  const said = `${rows.length} of ${total}, data of ${dataset.date}.`;
  const text = [`## ${markdownText(title)}`, table, said].join('\n\n');
  return { name: fileName(title, 'md'), mediaType: 'text/markdown', text: `${text}\n` };
}

/** The same as CSV, with the id of each record and its first source; numbers without units. */
export function tableCsv({ title, columns, rows }: ShownTable): OutgoingFile {
  const head = ['id', ...columns.map(({ field }) => field), 'source'];
  const lines = rows.map(({ id, cells, sources }) => [
    id,
    ...cells.map((cell) => cell?.value ?? cell?.text ?? ''),
    sources[0]?.url ?? '',
  ]);
  return { name: fileName(title, 'csv'), mediaType: 'text/csv', text: csv(head, lines) };
}
