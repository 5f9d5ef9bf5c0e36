import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { slug } from '../../../src/kinds/common.ts';
import {
  possiblePublicationIds,
  publicationId,
  surname,
} from '../../../src/kinds/publications/publication-id.ts';
import { rawRecords } from '../../helpers/raw-records.ts';

const facts = { title: 'Légged  Locomotion: a Survey', authors: ['Anna Müller Jr.', 'B. C.'], year: 2020 };

describe('publicationId', () => {
  it.each([
    ['2401.02117', 'arxiv-2401-02117'],
    ['cs/0612047', 'arxiv-cs-0612047'],
    ['math.GT/0309136', 'arxiv-math-gt-0309136'],
  ])('comes from the arXiv id %s first', (arxiv_id, id) => {
    expect(publicationId({ ...facts, arxiv_id, doi: '10.1109/X.1' })).toBe(id);
  });

  it('comes from the DOI else, whatever its case', () => {
    expect(publicationId({ ...facts, doi: '10.1109/ICRA.2020.123' })).toBe('doi-10-1109-icra-2020-123');
    const long = `10.1000/${'part.'.repeat(40)}`;
    expect(publicationId({ ...facts, doi: long })).toBe(publicationId({ ...facts, doi: long.toUpperCase() }));
    expect(publicationId({ ...facts, doi: long })).not.toBe(publicationId({ ...facts, doi: `${long}x` }));
    expect(slug.safeParse(publicationId({ ...facts, doi: long })).success).toBe(true);
  });

  it('is a hash of folded title, first surname and year else', () => {
    const expected = createHash('sha256')
      .update('legged locomotion a survey\nmuller\n2020')
      .digest('hex')
      .slice(0, 12);
    expect(publicationId(facts)).toBe(`paper-${expected}`);
    const same = { title: 'LEGGED LOCOMOTION — A SURVEY', authors: ['Müller, Anna'], year: 2020 };
    expect(publicationId(same)).toBe(`paper-${expected}`);
    for (const other of [
      { year: 2021 },
      { authors: ['Ann Lee'] },
      { title: 'Legged Locomotion: No Survey' },
    ]) {
      expect(publicationId({ ...facts, ...other })).not.toBe(`paper-${expected}`);
    }
  });

  it('is one of the possible ids, best first', () => {
    const ids = possiblePublicationIds({ ...facts, arxiv_id: '2401.02117', doi: '10.1/x' });
    expect(ids).toEqual(['arxiv-2401-02117', 'doi-10-1-x', publicationId(facts)]);
  });

  it('explains the id of every paper in the data', () => {
    type Facts = Parameters<typeof publicationId>[0] & { id: string };
    const strangers = (rawRecords('publications') as unknown as Facts[]).filter(
      (paper) => !possiblePublicationIds(paper).includes(paper.id),
    );
    expect(strangers.map(({ id }) => id)).toEqual([]);
  });
});

describe('surname', () => {
  it.each([
    ['Anna Müller', 'muller'],
    ['Müller, Anna', 'muller'],
    ['Anna Müller Jr.', 'muller'],
    ['Henry Ford III', 'ford'],
    ['Robert J. Webster III', 'webster'],
    ['L. Janson', 'janson'],
    ['Plato', 'plato'],
    ['Jr', 'jr'],
    ['O’Brien', 'obrien'],
    ['', ''],
  ])('of %j is %j', (name, expected) => {
    expect(surname(name)).toBe(expected);
  });
});
