import { expect, it } from 'vitest';
import { leavesIn } from '../../src/question/clauses.ts';
import { parseQuestion } from '../../src/question/grammar.ts';
import { type Names, NO_NAMES } from '../../src/question/names.ts';

const names: Names = {
  ...NO_NAMES,
  isAuthor: (text) => text === 'Brown',
  isSurname: (word) => word === 'brown',
};

function parse(query: string) {
  const { clauses, words, order } = parseQuestion(query, {
    kind: 'publications',
    today: '2026-11-28',
    names,
  });
  const read = clauses
    .flatMap(leavesIn)
    .map((leaf) => [leaf.field, ...(leaf.op === 'in' ? leaf.values : [])].join(' '));
  return { read, words: words.map(({ text }) => text), order: order?.sorts };
}

it.each([
  ['what did ETH publish at CoRL', ['affiliation ETH Zurich', 'journal CoRL']],
  ['papers from MIT or Stanford', ['affiliation Massachusetts Institute of Technology Stanford University']],
  ['NVIDIA papers', ['affiliation NVIDIA']],
  ['Technical University of Munich', ['affiliation Technical University of Munich']],
  ['papers from Brown', ['affiliation Brown University']],
  ['papers by Brown', ['author Brown']],
  ['papers from Japan', ['country JP']],
  ['papers by German groups', ['country DE']],
])('reads institutions and countries that are announced: %s', (query, read) => {
  expect(parse(query)).toMatchObject({ read, words: [] });
});

it.each([
  ['MIT Cheetah', ['MIT', 'Cheetah']],
  ['American Sign Language', ['American', 'Sign', 'Language']],
  ['rice harvesting', ['rice', 'harvesting']],
  ['a kit of parts', ['kit', 'parts']],
])('leaves words of titles alone: %s', (query, words) => {
  expect(parse(query)).toMatchObject({ read: [], words });
});

it('reads who works on something in a country as its papers', () => {
  expect(parse('who works on soft grippers in Germany')).toMatchObject({
    read: ['country DE'],
    words: ['soft', 'grippers'],
  });
});

it('reads the most cited as an order', () => {
  expect(parse('most cited visual SLAM papers since 2015')).toMatchObject({
    read: ['published'],
    words: ['visual', 'SLAM'],
    order: ['most_cited'],
  });
});
