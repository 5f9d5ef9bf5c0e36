import { describe, expect, it } from 'vitest';
import { withRecurrence } from '../../../scripts/import-research/challenge.ts';
import { disambiguated, merged } from '../../../scripts/import-research/merge.ts';
import { publicationOf } from '../../../scripts/import-research/publication.ts';
import { describeReport, mendInto, newReport } from '../../../scripts/import-research/report.ts';
import { tidy } from '../../../scripts/import-research/tidy.ts';

const paper = {
  title: 'A Paper',
  authors: ['Ann Lee'],
  published: '2020',
  year: 2020,
  categories: [],
  url: 'https://arxiv.org/abs/2001.00001',
  venue_url: 'https://ieeexplore.ieee.org/document/1/',
  arxiv_id: '2001.00001',
  doi: '10.1109/ABC.1',
  source: 'https://github.com/o/n icra/icra2020.json; https://github.com/o/n a.csv; https://github.com/p/q',
};

describe('tidy', () => {
  it('leaves nulls out and counts what it mends', () => {
    const report = newReport();
    const tidied = tidy(
      {
        a: null,
        name: ' UR  10e ',
        tags: ['x', 'x', null],
        specs: { ip_rating: 'ip 54' },
        sources: [
          { url: 'https://a.org', title: 'A' },
          { url: 'https://a.org', title: 'B' },
        ],
      },
      mendInto(report),
    );
    expect(tidied).toEqual({
      name: 'UR 10e',
      tags: ['x'],
      specs: { ip_rating: 'IP54' },
      sources: [{ url: 'https://a.org', title: 'A' }],
    });
    expect([...report.mends.values()]).toEqual([1, 2, 1]);
  });
});

describe('publicationOf', () => {
  it('makes id, aliases and sources', () => {
    const record = publicationOf(paper);
    expect(record).toMatchObject({ id: 'arxiv-2001-00001', aliases: ['2001.00001', '10.1109/abc.1'] });
    expect(record.sources).toEqual([
      { url: 'https://arxiv.org/abs/2001.00001', title: 'arXiv' },
      { url: 'https://ieeexplore.ieee.org/document/1/', title: 'IEEE Xplore' },
      { url: 'https://github.com/o/n', title: 'icra/icra2020.json, a.csv' },
      { url: 'https://github.com/p/q', title: 'p/q' },
    ]);
    expect(record).not.toHaveProperty('source');
  });

  it('refuses a source that names no repository', () => {
    expect(() => publicationOf({ ...paper, source: 'hearsay' })).toThrow(/hearsay/);
  });
});

describe('withRecurrence', () => {
  const summary = 'Annual half marathon for humanoid robots.';
  const id = 'beijing-etown-humanoid-half-marathon';

  it('takes it from the words of the summary', () => {
    const report = newReport();
    expect(withRecurrence({ id, summary }, mendInto(report))).toEqual({ id, summary, recurrence: 'annual' });
    expect(report.mends.size).toBe(1);
    expect(withRecurrence({ id: 'another', summary }, mendInto(report))).toEqual({ id: 'another', summary });
  });

  it('refuses when the summary no longer says so', () => {
    expect(() => withRecurrence({ id, summary: 'A race.' }, () => undefined)).toThrow(/Annual half marathon/);
  });
});

describe('merged', () => {
  it('keeps the first facts, completes them, and unites sources and aliases in order', () => {
    const source = (name: string) => ({ url: `https://${name}.org`, title: name });
    const first = { id: 'a', aliases: ['x'], sources: [source('b'), source('a')] };
    const second = {
      id: 'a',
      url: 'https://u.org',
      aliases: ['y', 'x'],
      sources: [source('c'), source('a')],
    };
    expect(merged<typeof first & { url?: string }>(first, second)).toEqual({
      id: 'a',
      url: 'https://u.org',
      aliases: ['x', 'y'],
      sources: [source('b'), source('a'), source('c')],
    });
  });
});

describe('disambiguated', () => {
  it('is stable and hangs on the address', () => {
    const id = disambiguated({ id: 'a', url: 'https://u.org' });
    expect(id).toMatch(/^a-[0-9a-f]{6}$/);
    expect(disambiguated({ id: 'a', url: 'https://u.org' })).toBe(id);
    expect(disambiguated({ id: 'a', url: 'https://v.org' })).not.toBe(id);
  });
});

describe('describeReport', () => {
  it('names every mend, merge and refusal', () => {
    const report = newReport();
    report.read = 3;
    report.written = 1;
    mendInto(report)('spaces');
    report.merged.push('a');
    report.refused.push({ id: 'line 3', reason: 'no title' });
    expect(describeReport('robots', report)).toBe(
      'robots: 3 read, 1 written, 1 mended, 1 merged, 1 refused\n  mended: spaces (1)\n  merged: a\n  refused: line 3: no title',
    );
  });
});
