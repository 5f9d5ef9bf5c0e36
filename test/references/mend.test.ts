import { expect, it } from 'vitest';
import { mendReferences } from '../../src/references/mend.ts';
import { paperWith } from '../helpers/catalogue.ts';

const paper = paperWith({
  id: 'paper-1',
  title: 'Über LiDAR & More',
  authors: ['Ann Müller', 'Bo Li'],
  year: 2020,
  published: '2020',
  journal: 'ICRA',
});
const differences = [
  { part: 'year' as const, written: '2019', held: '2020' },
  { part: 'authors' as const, written: 'Ann Muller', held: 'Ann Müller, Bo Li' },
  { part: 'doi' as const, written: '10.1/x' },
];
const corrections = new Map([[1, { paper, differences }]]);

it('mends BibTeX and leaves all else as it was', () => {
  const text =
    '% mine\n@misc{a, year = 1999}\n@inproceedings{b,\n  author = {Muller, Ann},\n  year = 2019,\tdoi = {10.1/x}, note = {2019}\n}\n';
  expect(mendReferences(text, 'bibtex', corrections)).toBe(
    '% mine\n@misc{a, year = 1999}\n@inproceedings{b,\n  author = {M{\\"u}ller, Ann and Li, Bo},\n  year = {2020},\tdoi = {10.1/x}, note = {2019}\n}\n',
  );
});

it('mends RIS', () => {
  const text = 'TY  - CONF\nPY  - 1999\nER  - \nTY  - CONF\nAU  - Muller, Ann\nPY  - 2019\nER  - \n';
  expect(mendReferences(text, 'ris', corrections)).toBe(
    'TY  - CONF\nPY  - 1999\nER  - \nTY  - CONF\nAU  - Ann Müller\nAU  - Bo Li\nPY  - 2020\nER  - \n',
  );
});

it('mends CSL-JSON', () => {
  const text = JSON.stringify([{ id: 'a' }, { id: 'b', issued: { raw: '2019' }, author: [], note: 'kept' }]);
  expect(JSON.parse(mendReferences(text, 'csl-json', corrections))).toEqual([
    { id: 'a' },
    {
      id: 'b',
      issued: { 'date-parts': [[2020]] },
      author: [
        { given: 'Ann', family: 'Müller' },
        { given: 'Bo', family: 'Li' },
      ],
      note: 'kept',
    },
  ]);
});

it('leaves lines of titles as they are', () => {
  expect(mendReferences('A title\nAnother', 'lines', corrections)).toBe('A title\nAnother');
});
