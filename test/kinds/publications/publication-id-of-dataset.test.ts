import { describe, expect, it } from 'vitest';
import {
  possiblePublicationIds,
  publicationId,
  surname,
} from '../../../src/kinds/publications/publication-id.ts';

const paper = { title: 'Walking on Ice', authors: ['Jörg Müller', 'Ann Lee'], year: 2012 };

describe('publicationId', () => {
  it.each([
    [{ arxiv_id: '2401.02117', doi: '10.1109/x' }, 'arxiv-2401-02117'],
    [{ arxiv_id: 'cs/0612047' }, 'arxiv-cs-0612047'],
    [{ arxiv_id: 'math.GT/0309136' }, 'arxiv-math-gt-0309136'],
    [{ doi: '10.1109/ICRA.2020.123' }, 'doi-10-1109-icra-2020-123'],
  ])('%o', (identifiers, id) => {
    expect(publicationId({ ...paper, ...identifiers })).toBe(id);
  });

  it('hashes folded title, first surname and year where there is no identifier', () => {
    const id = publicationId(paper);
    expect(id).toMatch(/^paper-[0-9a-f]{12}$/);
    expect(publicationId({ ...paper, title: 'WALKING  on–ice.', authors: ['Muller, J.'] })).toBe(id);
    expect(publicationId({ ...paper, year: 2013 })).not.toBe(id);
    expect(publicationId({ ...paper, authors: ['Ann Lee'] })).not.toBe(id);
    expect(publicationId({ ...paper, title: 'Walking on Nice' })).not.toBe(id);
  });

  it('keeps very long DOIs apart', () => {
    const long = `10.1000/${'part.'.repeat(30)}`;
    const ids = [`${long}a`, `${long}b`].map((doi) => publicationId({ ...paper, doi }));
    expect(ids[0]).not.toBe(ids[1]);
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(120);
  });
});

describe('possiblePublicationIds', () => {
  it('holds the ids of the time before an identifier was known', () => {
    const ids = possiblePublicationIds({ ...paper, arxiv_id: '2401.02117', doi: '10.1109/x' });
    expect(ids).toEqual(['arxiv-2401-02117', 'doi-10-1109-x', publicationId(paper)]);
  });
});

describe('surname', () => {
  it.each([
    ['Jörg Müller', 'muller'],
    ['Müller, Jörg', 'muller'],
    ['Robert J. Webster III', 'webster'],
    ['L. Janson', 'janson'],
    ['Plato', 'plato'],
    ['Jr', 'jr'],
  ])('%s', (name, expected) => {
    expect(surname(name)).toBe(expected);
  });
});
