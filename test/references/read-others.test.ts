import { expect, it } from 'vitest';
import { readReferences } from '../../src/references/read-others.ts';
import { formOf } from '../../src/references/reference.ts';

it.each([
  ['refs.bib', '', 'bibtex'],
  ['refs.RIS', '', 'ris'],
  ['refs.json', '', 'csl-json'],
  ['', '\n[{"title":"X"}]', 'csl-json'],
  ['', 'TY  - JOUR\n', 'ris'],
  ['', '% a comment\n@article{a,', 'bibtex'],
  ['list.txt', '10.1109/TRO.2015.2463671', 'lines'],
] as const)('takes %j with %j as %s', (name, text, form) => {
  expect(formOf(text, name)).toBe(form);
});

it('reads RIS', () => {
  const text =
    'TY  - CONF\r\nTI  - A Title\r\nAU  - Chi, Cheng\r\nAU  - Feng, Siyuan\r\nPY  - 2023/07\r\nT2  - RSS\r\nDO  - 10.15607/RSS.2023.XIX.026\r\nER  - \r\nTY  - JOUR\r\nTI  - Open';
  expect(readReferences(text, 'ris')).toMatchObject([
    {
      key: '1',
      title: 'A Title',
      authors: ['Chi, Cheng', 'Feng, Siyuan'],
      year: 2023,
      venue: 'RSS',
      doi: '10.15607/rss.2023.xix.026',
      isWhole: true,
    },
    { key: '2', title: 'Open', isWhole: false },
  ]);
});

it('reads CSL-JSON, a list or an object with items, and passes over what is none', () => {
  const item = {
    id: 'chi',
    title: 'A Title',
    author: [{ family: 'Chi', given: 'Cheng' }, { literal: 'A Team' }, 7],
    issued: { 'date-parts': [[2023, 7]] },
    'container-title': 'RSS',
    URL: 'https://arxiv.org/abs/2303.04137',
  };
  const read = {
    key: 'chi',
    authors: ['Cheng Chi', 'A Team'],
    year: 2023,
    venue: 'RSS',
    arxivId: '2303.04137',
  };
  expect(readReferences(JSON.stringify([item, null, 'x']), 'csl-json')).toMatchObject([read]);
  expect(readReferences(JSON.stringify({ items: [item] }), 'csl-json')).toMatchObject([read]);
  expect(() => readReferences('{', 'csl-json')).toThrow(SyntaxError);
});

it('reads a DOI, an arXiv id, an address or a title a line', () => {
  const text =
    '10.1109/TRO.2015.2463671\n\n arXiv:2303.04137v2 \nhttps://arxiv.org/abs/2204.01691\n机器人学 入门\n';
  expect(readReferences(text, 'lines')).toMatchObject([
    { doi: '10.1109/tro.2015.2463671' },
    { arxivId: '2303.04137' },
    { arxivId: '2204.01691' },
    { title: '机器人学 入门' },
  ]);
});
