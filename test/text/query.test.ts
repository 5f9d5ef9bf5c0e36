import { describe, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { MAX_EXCLUSIONS, MAX_TERMS, parseQuery, type Term } from '../../src/text/query.ts';

const shown = (terms: readonly Term[]) => terms.map((term) => term.shown);
const forms = (term: Term | undefined) =>
  (term?.alternatives ?? []).map(({ words, prefix }) => words.join(' ') + (prefix ? '*' : ''));

describe('parseQuery', () => {
  it('reads ASCII beside other letters as it reads ASCII alone', () => {
    const random = new Random(7);
    for (let round = 0; round < 500; round++) {
      const text = random.word('aB7-"*\'./_, ', 1 + random.below(14));
      const [plain, mixed] = ['b', 'β'].map((letter) => parseQuery(`"${letter}" ${text}`));
      const others = mixed?.required.slice(1);
      expect({ ...mixed, text: '', required: others }, text).toEqual({
        ...plain,
        text: '',
        required: plain?.required.slice(1),
      });
    }
  });

  it('asks for every word, folded and singular', () => {
    const { required, excluded } = parseQuery('Légged ROBOTS');
    expect(shown(required)).toEqual(['legged', 'robots']);
    expect(required.map((term) => forms(term)[0])).toEqual(['legged', 'robot']);
    expect(excluded).toEqual([]);
  });

  it('keeps the words of a phrase together, stop words included', () => {
    const { required } = parseQuery('"state of the arts" gripper');
    expect(shown(required)).toEqual(['state of the arts', 'gripper']);
    expect(forms(required[0])).toEqual(['state of the art']);
  });

  it('leaves a prefix as it is typed', () => {
    const [term] = parseQuery('bus*').required;
    expect(forms(term)).toEqual(['bus*']);
  });

  it('reads exclusions of words, prefixes and phrases', () => {
    const { required, excluded } = parseQuery('robot -arm -"soft hand" -quad*');
    expect(shown(required)).toEqual(['robot']);
    expect(excluded.map((term) => forms(term)[0])).toEqual(['arm', 'soft hand', 'quad*']);
  });

  it('knows a hyphen within a word from an exclusion', () => {
    const { required, excluded } = parseQuery('soft-robot - hand');
    expect(shown(required)).toEqual(['soft', 'robot', 'hand']);
    expect(excluded).toEqual([]);
  });

  it('finds hyphenated and letter-digit words joined and apart', () => {
    expect(parseQuery('quad-ruped').required.every((term) => forms(term).includes('quadruped'))).toBe(true);
    expect(parseQuery('UR 10e').required.every((term) => forms(term).includes('ur10e'))).toBe(true);
    expect(forms(parseQuery('ur10e').required[0])).toContain('ur 10 e');
    expect(forms(parseQuery('Mueller').required[0])).toContain('muller');
  });

  it.each([
    '',
    '   ',
    '"',
    '""',
    '*',
    '-',
    '(',
    ')',
    '"*"',
    '- - -',
    '()',
    '^:',
    '\u0000',
    '.'.repeat(10_000),
  ])('finds no words in %j', (text) => {
    const { required, excluded } = parseQuery(text);
    expect([...required, ...excluded]).toEqual([]);
  });

  it.each([
    'NEAR',
    'AND',
    'OR',
    'NOT',
    'a NEAR/2 b',
    'title:robot',
    '"open',
    'a"b',
    'robot OR (',
    "x'; DROP",
  ])('reads the operators in %j as words or punctuation', (text) => {
    const { required, excluded } = parseQuery(text);
    for (const { alternatives } of [...required, ...excluded]) {
      for (const { words } of alternatives) {
        for (const word of words) expect(word).toMatch(/^[\p{Ll}\p{Lo}\p{N}]+$/u);
      }
    }
  });

  it('takes at most 32 words', () => {
    expect(MAX_TERMS).toBe(32);
    const many = Array.from({ length: 100 }, (_, i) => `w${i}x`);
    expect(shown(parseQuery(many.join(' ')).required)).toEqual(many.slice(0, MAX_TERMS));
    expect(parseQuery(many.join('-')).required).toHaveLength(MAX_TERMS);
    const { excluded, beyond } = parseQuery(many.map((word) => `-${word}`).join(' '));
    expect(excluded).toHaveLength(MAX_EXCLUSIONS);
    expect(beyond).toEqual(many.slice(MAX_EXCLUSIONS));
  });

  it('takes the first prefixes, and says which it leaves out', () => {
    const { required, beyond } = parseQuery('a* b* c* d* e* f* word');
    expect(shown(required)).toEqual(['a*', 'b*', 'c*', 'd*', 'word']);
    expect(beyond).toEqual(['e*', 'f*']);
  });

  it('reads any text of 10,000 characters without an error and in bounds', () => {
    const random = new Random(3);
    for (let i = 0; i < 60; i++) {
      const { required, excluded } = parseQuery(random.word('ab1 -"*()é漢:’./\n', 10_000));
      expect(required.length + excluded.length).toBeLessThanOrEqual(2 * MAX_TERMS);
      for (const { alternatives } of [...required, ...excluded]) {
        for (const { words } of alternatives) expect(words.join('')).toMatch(/^[\p{L}\p{N}]+$/u);
      }
    }
  });
});
