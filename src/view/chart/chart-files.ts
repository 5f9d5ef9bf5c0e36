import type { ShownChart } from '../../tools/show/shape.ts';
import { csv, fileName, markdownTable, markdownText } from '../files/formats.ts';
import type { OutgoingFile } from '../hosts/host.ts';
import type { Colours } from './colours.ts';
import { axisName, valueText } from './values.ts';

/** The drawing as a file that stands by itself: its font, its ground and its title are in it. */
export function chartSvg({ title }: ShownChart, drawing: SVGSVGElement, { ground }: Colours): OutgoingFile {
  const svg = drawing.cloneNode(true) as SVGSVGElement;
  for (const tip of svg.querySelectorAll('[aria-label="tip"], .mark-tip')) tip.remove();
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('font-family', 'system-ui, sans-serif');
  svg.setAttribute('font-size', '12');
  const sheet = document.createElementNS(svg.namespaceURI, 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: ground })) {
    sheet.setAttribute(name, value);
  }
  const heading = document.createElementNS(svg.namespaceURI, 'title');
  heading.textContent = title;
  svg.prepend(heading, sheet);
  const text = `${new XMLSerializer().serializeToString(svg)}\n`;
  return { name: fileName(title, 'svg'), mediaType: 'image/svg+xml', text };
}

/** Every point that is drawn. */
export function chartCsv({ title, points, x, y, by }: ShownChart): OutgoingFile {
  const hasParts = points.some(({ part }) => part);
  const head = [
    'id',
    'name',
    x.name,
    y.name,
    ...(by === undefined ? [] : [by.name]),
    ...(hasParts ? ['held'] : []),
  ];
  const lines = points.map((point) => [
    point.id ?? '',
    point.name ?? '',
    point.x,
    point.y,
    ...(by === undefined ? [] : [point.by ?? '']),
    ...(hasParts ? [point.part ? 'in part' : ''] : []),
  ]);
  return { name: fileName(title, 'csv'), mediaType: 'text/csv', text: csv(head, lines) };
}

/** The same as a table of Markdown. */
export function chartMarkdown({ title, points, x, y, by, notes, dataset }: ShownChart): OutgoingFile {
  const head = ['', axisName(x), axisName(y), ...(by === undefined ? [] : [by.label])];
  const lines = points.map((point) => [
    point.name ?? '',
    valueText(x, point.x),
    `${valueText(y, point.y)}${point.part ? ' (in part)' : ''}`,
    ...(by === undefined ? [] : [point.by === undefined ? 'unknown' : valueText(by, point.by)]),
  ]);
  const said = [...notes.map(markdownText), `Data of ${dataset.date}.`].join(' ');
  const text = [`## ${markdownText(title)}`, markdownTable(head, lines), said].join('\n\n');
  return { name: fileName(title, 'md'), mediaType: 'text/markdown', text: `${text}\n` };
}
