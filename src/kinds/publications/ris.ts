import { sanitizeLine } from '../../lib/sanitize.ts';
import type { Citation, CitedName } from './citation.ts';

const types = { article: 'JOUR', proceedings: 'CONF', preprint: 'UNPB', other: 'GEN' } as const;

/** An entry in RIS (Reference Manager's format of 2011): a line a tag, each person by family name first. */
export function risEntry({ type, title, authors, year, venue, doi, arxivId, url, key }: Citation): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['TY', types[type]],
    ['ID', key],
    ['TI', title],
    ...authors.map((name) => ['AU', risName(name)] as const),
    ['PY', String(year)],
    // Of proceedings PY is the year of the meeting.
    ['DA', `${year}///`],
    ['T2', venue],
    ['DO', doi],
    ['AN', arxivId && `arXiv:${arxivId}`],
    ['UR', url],
  ];
  const tagged = lines.flatMap(([tag, value]) => (value ? [`${tag}  - ${sanitizeLine(value)}`] : []));
  return `${tagged.join('\n')}\nER  - `;
}

function risName(name: CitedName): string {
  if ('literal' in name) return name.literal;
  return [name.family, name.given, name.suffix].flatMap((part) => (part ? [part] : [])).join(', ');
}
