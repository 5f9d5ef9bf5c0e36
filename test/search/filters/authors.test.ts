import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/search/catalogue.ts';
import { authorFinder } from '../../../src/search/filters/authors.ts';
import { onlyRecords, openSmall, paperWith } from '../../helpers/catalogue.ts';

const authors: Readonly<Record<string, string[]>> = {
  a: ['Oussama Khatib'],
  b: ['O. Khatib', 'Jan Peters'],
  c: ['Anna Khatib', 'O. K. Jones'],
  d: ['O. K. Smith'],
  e: ['Peter Corke', 'P. Jones'],
  f: ['Anna Müller'],
  g: ['Anna Mueller'],
  h: ['Jean-Jacques Slotine'],
  i: ['Li Wei'],
  j: ["Marcia K. O'Malley"],
  k: ['Marc R. Tremblay', 'Christopher D. Hsu'],
  l: ['M. H. Raibert'],
};
const papers = Object.entries(authors).map(([id, names]) =>
  paperWith({ id, authors: names, title: `${id} by No-Body` }),
);

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await openSmall(onlyRecords({ publications: papers }));
});
afterAll(() => catalogue.close());

describe('authorFinder', () => {
  it.each([
    ['Khatib', 'abc'],
    ['khatib, oussama', 'ab'],
    ['Oussama Khatib', 'ab'],
    ['O. Khatib', 'ab'],
    ['A Khatib', 'c'],
    ['Peters', 'b'],
    ['Peter', 'e'],
    ['Muller', 'fg'],
    ['Mueller', 'fg'],
    ['Müller', 'fg'],
    ['MÜLLER, A.', 'fg'],
    ['Jean Jacques Slotine', 'h'],
    ['slotine', 'h'],
    ['Li Wei', 'i'],
    ['Wei Li', 'i'],
    ['Prof. Oussama Khatib et al.', 'ab'],
    ["O'Malley", 'j'],
    ['O Malley', 'j'],
    ['OMalley', 'j'],
    ['M. OMalley', 'j'],
    ['Marcia Kay OMalley', 'j'],
    ['Marc Raibert', 'l'],
    ['David Hsu', ''],
    ['nobody', ''],
    ['Peter Peters', ''],
    ['...', ''],
  ])('%s wrote %s', (asked, ids) => {
    const store = catalogue.store('publications');
    const found = [...authorFinder(store).find(asked)].map((index) => store.idOf(index));
    expect(found.sort().join('')).toBe(ids);
  });
});
