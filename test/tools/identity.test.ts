import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('an address or identifier names one record, whatever stands around it', () => {
  it.each([
    ['search_publications', 'https%3A%2F%2Farxiv.org%2Fabs%2F2303.04137', 'arxiv-2303-04137'],
    ['search_publications', 'code of https://arxiv.org/abs/2303.04137v2, please', 'arxiv-2303-04137'],
    ['search_publications', 'arXiv:2303.04137v2 [cs.RO] 7 Mar 2023', 'arxiv-2303-04137'],
    [
      'search_publications',
      'see https://dx.doi.org/10.1109%2FTRO.2015.2463671',
      'doi-10-1109-tro-2015-2463671',
    ],
    ['search_publications', 'pdf: https://openreview.net/pdf?id=wD2kUVLT1g', 'paper-daee89f4fb39'],
    ['search_robots', 'price of https://www.unitree.com/g1/', 'unitree-g1'],
    ['search_manufacturers', 'http://fanuc.com', 'fanuc'],
  ])('%s: %s', async (tool, query, id) => {
    const { ids, total, text } = await tools.ask(tool, { query });
    expect([total, ids]).toEqual([1, [id]]);
    expect(text).not.toContain('No field of');
  });

  it('in ids too', async () => {
    const ids = ['https://openreview.net/forum?id=wD2kUVLT1g', 'https://arxiv.org/pdf/2307.15818'];
    expect((await tools.ask('search_publications', { ids })).total).toBe(2);
  });
});

describe('a value that nobody has', () => {
  it.each([
    ['search_robots', { manufacturer: 'Zorbotix' }, 'near to it: Ecorobotix, Neobotix'],
    ['search_robots', { country: 'Atlantis' }, 'near to it'],
    ['search_manufacturers', { capability: 'flux capacitors' }, 'nor has a record the words.'],
  ])(
    '%s %j is answered with the nearest, not with the beginning of the alphabet',
    async (tool, args, said) => {
      const { total, notes } = await tools.ask(tool, args);
      expect([total, notes.join(' ')]).toEqual([0, expect.stringContaining(said)]);
      expect(notes.join(' ')).not.toMatch(/1X Technologies, Aaed|AD, Andorra|3d-cameras, 3d-printed/);
    },
  );
});

it('a list of references has none that lacks a word', async () => {
  const { total, results } = await tools.ask('search_publications', {
    query: 'zebra diffusion policy humanoid',
    cite: 'bibtex',
  });
  expect([total, results]).toEqual([0, []]);
});
