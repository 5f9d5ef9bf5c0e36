import { describe, expect, it } from 'vitest';
import { bibtexEntry } from '../../src/kinds/publications/bibtex.ts';
import { citationOf } from '../../src/kinds/publications/citation.ts';
import { publishedIn } from '../../src/kinds/publications/publication.ts';
import { ReferenceChecker } from '../../src/references/check-reference.ts';
import { findReferenced } from '../../src/references/find-referenced.ts';
import { readBibtex } from '../../src/references/read-bibtex.ts';
import type { Reference } from '../../src/references/reference.ts';
import { titlesOf } from '../../src/references/title-index.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';

const catalogue = await fullCatalogue();
const store = catalogue.store('publications');
const checker = new ReferenceChecker(store, titlesOf(store));

/** Ten papers apart from each other, and so on to the last. */
const spread = Array.from({ length: 500 }, (_, i) => store.record(Math.floor((i * store.size) / 500)));

function asCited(paper: (typeof spread)[number]): Reference {
  return readBibtex(bibtexEntry(citationOf(paper)))[0] as Reference;
}

const orbSlam: Reference = {
  key: 'mur15',
  title: 'ORB-SLAM: a Versatile and Accurate Monocular SLAM System.',
  authors: ['Mur-Artal, R.', 'Montiel, J. M. M.', 'Tardós, J. D.'],
  isCut: false,
  year: 2015,
  venue: 'IEEE Transactions on Robotics',
  doi: '10.1109/tro.2015.2463671',
  isWhole: true,
};

const differing = (reference: Reference) => {
  const verdict = checker.check(reference);
  return verdict.is === 'corrected' ? verdict.differences.map(({ part, held }) => [part, held]) : verdict.is;
};

it('cites every paper with the year of the date by which it is filtered', () => {
  const [dates, years] = [store.dates('published'), store.words('year')];
  const rows = Array.from({ length: store.size }, (_, row) => row);
  expect(rows.filter((row) => String(dates.at(row)).slice(0, 4) !== years.at(row)[0])).toEqual([]);
  expect(publishedIn(2025, ['2024-09-15', '2025-03', '2025-03-02'])).toBe('2025-03-02');
  expect(spread.filter((paper) => !paper.published.startsWith(`${citationOf(paper).year}`))).toEqual([]);
});

it('verifies 97 of a hundred papers that are cited as the data have them', () => {
  const verified = spread.filter((paper) => checker.check(asCited(paper)).is === 'verified');
  expect(verified.length).toBeGreaterThanOrEqual(0.97 * spread.length);
});

it('verifies no paper under the name, year or DOI of another', () => {
  const wrong = spread.flatMap((paper, i) => {
    const cited = asCited(paper);
    const other = spread[(i + 250) % spread.length] as typeof paper;
    const withDoi = spread.find((one, at) => at > i && one.doi !== undefined && one.id !== paper.id);
    return [
      { ...cited, authors: other.authors },
      { ...cited, year: paper.year + (i % 2 === 0 ? 2 : -2) },
      ...(withDoi?.doi === undefined ? [] : [{ ...cited, doi: withDoi.doi.toLowerCase() }]),
    ];
  });
  expect(wrong.length).toBeGreaterThan(1_000);
  expect(wrong.filter((reference) => checker.check(reference).is === 'verified')).toEqual([]);
});

it('finds no invented paper', () => {
  const invented = spread.map((paper, i) => {
    const other = spread[(i + 77) % spread.length] as typeof paper;
    const [own, theirs] = [paper.title.split(' '), other.title.split(' ')];
    const title = [
      ...own.slice(0, Math.ceil(own.length / 2)),
      ...theirs.slice(-Math.ceil(theirs.length / 2)),
    ];
    return { key: 'x', title: title.join(' '), authors: paper.authors, isCut: false, isWhole: true };
  });
  const found = invented.filter((reference) => checker.check(reference).is !== 'not in these data');
  expect(found.length).toBeLessThanOrEqual(5);
  expect(found.filter((reference) => checker.check(reference).is === 'verified')).toEqual([]);
});

describe('a reference', () => {
  it('is verified whatever its capitals, dots and initials', () => {
    expect(differing(orbSlam)).toBe('verified');
    expect(differing({ ...orbSlam, authors: ['Raúl Mur-Artal'], isCut: true })).toBe('verified');
    expect(differing({ ...orbSlam, authors: ['R. Mur Artal'], isCut: true })).toBe('verified');
    const title = 'An Open-Source Research Kit for the da Vinci (R) Surgical System';
    expect(differing({ key: 'a', title, authors: [], isCut: false, isWhole: true })).toBe('verified');
  });

  it.each([
    ['Multi-View Picking: Next-best-view Reaching for Improved Grasping in Clutter', [2018, 2019]],
    ['Better-than-Demonstrator Imitation Learning via Automatically-Ranked Demonstrations', [2019, 2020]],
  ])('may have the year of its preprint, or of one of its pages: %s', (title, years) => {
    const verified = (year: number) =>
      differing({ key: 'a', title, authors: [], isCut: true, isWhole: true, year }) === 'verified';
    expect([2017, 2018, 2019, 2020, 2021].filter(verified)).toEqual(years);
  });

  it.each<[string, Partial<Reference>, unknown]>([
    ['a year', { year: 2013 }, [['year', '2015']]],
    ['a missing author', { authors: ['Mur-Artal, R.', 'Tardós, J. D.'] }, [['authors', expect.any(String)]]],
    ['a venue', { venue: 'IROS' }, [['venue', 'T-RO']]],
    [
      'a slip in the title',
      { title: 'ORB-SLAM: a Versatile and Accurate Stereo SLAM System' },
      [['title', expect.any(String)]],
    ],
    ['the DOI of another paper', { doi: '10.1109/tro.2017.2705103' }, [['doi', '10.1109/TRO.2015.2463671']]],
  ])('is corrected where it has %s otherwise', (_, otherwise, expected) => {
    expect(differing({ ...orbSlam, ...otherwise })).toEqual(expected);
  });

  it('is of another version under the DOI of another venue', () => {
    expect(differing({ ...orbSlam, venue: 'RSS', doi: '10.1007/s10514-018-9750-5' })).toBe(
      'not in these data',
    );
  });

  it('is not in these data where only its DOI is, and whose that is is said', () => {
    const verdict = checker.check({
      ...orbSlam,
      title: 'A Theory of Everything That Moves',
      authors: ['Jane Doe'],
    });
    expect(verdict).toEqual({
      is: 'not in these data',
      why: expect.stringContaining('its DOI is that of "ORB-SLAM: A Versatile'),
    });
  });

  it('of the same title by others in another year is another paper', () => {
    const { doi: _, venue: __, ...rest } = orbSlam;
    expect(checker.check({ ...rest, authors: ['Jane Doe'], year: 1999 })).toMatchObject({
      is: 'not in these data',
    });
  });

  it('knows pages of IEEE by the number in a DOI', () => {
    const paper = spread.find(
      ({ doi, journal, url }) => doi === undefined && journal === 'IROS' && /document/.test(url),
    );
    const { url = '', year = 0 } = paper ?? {};
    const [number] = /\d+/.exec(url) ?? [];
    const cited = asCited(paper as (typeof spread)[number]);
    expect(differing({ ...cited, doi: `10.1109/iros45743.${year}.${number}` })).toBe('verified');
    expect(differing({ ...cited, doi: `10.1109/iros45743.${year}.1${number}` })).toEqual([
      ['doi', undefined],
    ]);
    expect(differing({ ...cited, doi: `10.1109/icra40945.${year}.${number}` })).toEqual([['doi', undefined]]);
  });
});

describe('a whole reference among ids', () => {
  const found = (text: string) => {
    const referenced = findReferenced(store, text);
    return referenced && [store.idOf(referenced.row), ...referenced.differences.map(({ part }) => part)];
  };

  it.each([
    [
      'R. Mur-Artal, J. Montiel, J. Tardós, "ORB-SLAM: a versatile and accurate monocular SLAM system," T-RO, 2015.',
      [],
    ],
    ['Mur-Artal et al. ORB-SLAM: A Versatile and Accurate Monocular SLAM System. 2012', ['year']],
    ['J. Doe. ORB-SLAM: A Versatile and Accurate Monocular SLAM System, 2015', ['authors']],
    ['@article{a, title={ORB-SLAM: A Versatile and Accurate Monocular SLAM System}, year={2015}}', []],
  ])('is the paper that it is of: %s', (text, differences) => {
    expect(found(text)).toEqual(['doi-10-1109-tro-2015-2463671', ...differences]);
  });

  it.each([
    'J. Doe. A theory of everything that moves and thinks. ICRA, 2020',
    'short title',
    '@article{a, title={}',
  ])('is none where the data have none: %s', (text) => expect(found(text)).toBeUndefined());
});
