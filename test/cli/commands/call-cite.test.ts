import { describe, expect, it } from 'vitest';
import { parseEntries } from '../../../scripts/citations/parsers.ts';
import { citationForms } from '../../../src/kinds/publications/publication.ts';
import { runHere } from '../../helpers/program.ts';

const search = ['call', 'search_publications', '--query', 'grasping', '--limit', '3'];

describe('call with a form of citation', () => {
  it.each(citationForms)('prints entries of %s alone, and on stderr how many there are', async (form) => {
    const { code, stdout, stderr } = await runHere([...search, `--${form}`]);
    expect(code).toBe(0);
    expect(parseEntries(stdout, form)).toHaveLength(3);
    expect(stderr).toMatch(/3 of \d+ entries\. All of them: write into a file, as in > matches\./);
  });

  it('leaves out what only comes near, which nothing in a file would tell apart', async () => {
    const few = [
      'call',
      'search_publications',
      '--query',
      'soft gripper',
      '--journal',
      'IROS 2018',
      '--limit',
      '50',
    ];
    const { total, related } = JSON.parse((await runHere([...few, '--json'])).stdout);
    expect(related).toBeGreaterThan(0);
    const { stdout, stderr } = await runHere([...few, '--ris']);
    expect(parseEntries(stdout, 'ris')).toHaveLength(total);
    expect(stderr).toContain(`${total} of ${total} entries.\n`);
  });

  it('goes into a file with all matches, of however many pages', async () => {
    const many = ['papers', 'SLAM', '--since', '2025'];
    const { total } = JSON.parse((await runHere([...many, '--json'])).stdout);
    expect(total).toBeGreaterThan(100);
    const { stdout, stderr } = await runHere([...many, '--bibtex']);
    const entries = parseEntries(stdout, 'bibtex');
    expect(entries).toHaveLength(total);
    expect(new Set(stdout.match(/^@\w+\{.*$/gm)).size).toBe(total);
    expect(stderr).toContain(`${total} of ${total} entries.\n`);
    const some = await runHere([...many, '--bibtex', '--limit', '60']);
    expect(parseEntries(some.stdout, 'bibtex')).toHaveLength(60);
  });

  it('goes into a file of comma-separated values of any search, with where each record is from', async () => {
    const asked = ['robots', 'humanoids', 'from', 'China'];
    const { total } = JSON.parse((await runHere([...asked, '--json'])).stdout);
    const { code, stdout, stderr } = await runHere([...asked, '--csv']);
    expect(code).toBe(0);
    const [head = '', ...rows] = stdout.trimEnd().split('\r\n');
    expect(total).toBeGreaterThan(50);
    expect(rows).toHaveLength(total);
    for (const name of ['name', 'manufacturer_country', 'price_usd_min', 'price_source', 'sources'])
      expect(head.split(',')).toContain(name);
    expect(stderr).toContain(`${total} of ${total} rows.\n`);
  });

  it('is the same as the argument', async () => {
    const { stdout } = await runHere([...search, '--cite', 'ris', '--json']);
    const { results } = JSON.parse(stdout) as { results: { citation: string }[] };
    const entries = await runHere([...search, '--ris']);
    expect(`${results.map(({ citation }) => citation).join('\n\n')}\n`).toBe(entries.stdout);
  });

  it('takes one form, and refuses a form that there is not', async () => {
    expect(await runHere([...search, '--ris', '--bibtex'])).toMatchObject({ code: 2, stdout: '' });
    const { code, stderr } = await runHere([...search, '--cite', 'endnote']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bibtex, ris, csl-json')]);
  });

  it('is there for papers alone', async () => {
    const { code, stderr } = await runHere(['call', 'search_robots', '--bibtex']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bibtex')]);
  });
});
