import { describe, expect, it } from 'vitest';
import { bibliography, faultsOf, parseEntries } from '../../../scripts/citations/parsers.ts';
import { recordSchemas } from '../../../src/kinds/kinds.ts';
import { readName } from '../../../src/kinds/publications/citation.ts';
import { entryOf, joinEntries } from '../../../src/kinds/publications/cite.ts';
import { citationForms } from '../../../src/kinds/publications/publication.ts';
import { paperWith } from '../../helpers/catalogue.ts';
import { rawRecords } from '../../helpers/raw-records.ts';

const odd = {
  tex: 'On $\\mathcal{H}_2$ and $O(n \\log n)$ control',
  money: 'Robots for $5 and $10 of 100% {use_d} & re#used ~ ^ \\ parts',
  braces: 'An open { brace, a closed } one, and a \\{ third',
  emoji: 'Robots 🤖 and people 👩‍🔬 at work',
  hebrew: 'רובוטים and the rest',
  signs: 'Ångström–scale “Soft” µ-robots: α, Δ, x³ and H₂O <b>',
  entry: 'A title that ends } }, @article{evil, title = {x ER  - TY  - JOUR"}]',
  accents: 'Đặng Thế Hùng, Ștefan, ǿ, İstanbul, Šćepanović, ḏ, Łódź and þorn',
  quotes: "“Soft” robots’ ‘grippers’ – a “review” — in \"5\" parts, -- and ''so'' `on`",
  greek: 'ε-optimal φ and μ-synthesis of H∞, ℒ1 and ℋ2: x ≤ y ∈ R³ at 90° ± 5',
  commands: '\\write18{rm -rf /} \\input{/etc/passwd} \\csname x\\endcsname ^^5cinput % \\catcode`\\%=12',
  capitals: '#SLAM &NeRF \\LaTeX $Γ$ ∞NET _X (A)',
};

const papers = Object.entries(odd).map(([id, title]) =>
  paperWith({
    id,
    title,
    authors: ['Łukasz Müller-Ørsted', 'Núñez, José', 'Ludwig van der Berg Jr.', 'Barnes and Noble', 'NASA'],
    doi: '10.1000/a_b<c>%23;(2)',
    journal: 'ICRA',
  }),
);

describe('citations', () => {
  it('are read back by a parser of each form, whatever the title has', () => {
    expect(faultsOf(papers.filter(({ id }) => id !== 'entry'))).toEqual([]);
  });

  it('keep a title that looks like an entry within its own', () => {
    const evil = papers.filter(({ id }) => id === 'entry');
    for (const form of citationForms) {
      const text = joinEntries(
        evil.map((paper) => entryOf(paper, form)),
        form,
      );
      expect(parseEntries(text, form), form).toHaveLength(1);
    }
  });

  it('are read back for every fiftieth paper of the data', () => {
    const some = rawRecords('publications').filter((_, i) => i % 50 === 0);
    expect(faultsOf(some.map((raw) => recordSchemas.publications.parse({ ...raw, topics: [] })))).toEqual([]);
  });

  it('hold two thousand authors', () => {
    const authors = Array.from({ length: 2_000 }, (_, i) => `Given${i} Family${i}`);
    expect(faultsOf([paperWith({ id: 'many', authors })])).toEqual([]);
  });

  it('are set by citeproc with the venue in full', () => {
    const csl = joinEntries([entryOf(papers[0] as (typeof papers)[number], 'csl-json')], 'csl-json');
    expect(bibliography(csl)).toContain('IEEE International Conference on Robotics and Automation');
    expect(bibliography(csl)).toMatch(/^Müller-Ørsted, Ł\., /);
  });

  it('have the type of their venue', () => {
    const typeOf = (facts: object) =>
      String(entryOf(paperWith({ id: 'one', ...facts }), 'bibtex')).split('{')[0];
    expect(typeOf({ journal: 'T-RO' })).toBe('@article');
    expect(typeOf({ journal: 'RSS', arxiv_id: '2401.02117' })).toBe('@inproceedings');
    expect(typeOf({ arxiv_id: '2401.02117' })).toBe('@misc');
    expect(typeOf({})).toBe('@misc');
  });

  it('have a key that other papers do not change, and that no two papers share', () => {
    const key = (id: string) =>
      /\{(.*),/.exec(String(entryOf(paperWith({ id, title: 'The Art of Walking' }), 'bibtex')))?.[1];
    expect(key('one')).toMatch(/^known2020art-[0-9a-v]{4}$/);
    expect(key('one')).toBe(key('one'));
    expect(key('one')).not.toBe(key('two'));
  });

  it('read names as people write them', () => {
    expect(readName('Ludwig van der Berg Jr.')).toEqual({
      given: 'Ludwig',
      family: 'van der Berg',
      suffix: 'Jr.',
    });
    expect(readName('Karl Van Wyk')).toEqual({ given: 'Karl', family: 'Van Wyk' });
    expect(readName('Sang bae Kim')).toEqual({ given: 'Sang bae', family: 'Kim' });
    expect(readName('Núñez, José')).toEqual({ given: 'José', family: 'Núñez' });
    expect(readName('Open X-Embodiment Collaboration')).toEqual({
      literal: 'Open X-Embodiment Collaboration',
    });
    expect(readName('Plato')).toEqual({ literal: 'Plato' });
  });

  it('protect capitals that styles would take away', () => {
    const entry = String(
      entryOf(paperWith({ id: 'one', title: 'LiDAR-based SLAM with the Kalman Filter' }), 'bibtex'),
    );
    expect(entry).toContain('title = {{LiDAR-}based {SLAM} with the Kalman Filter}');
    // What begins with a command would be a special character, and lose its capitals after all.
    const odd = String(entryOf(paperWith({ id: 'one', title: 'On #SLAM and $\\Gamma$' }), 'bibtex'));
    expect(odd).toContain('title = {On {{}\\#SLAM} and {$\\Gamma$}}');
  });

  it('let no text out of its field', () => {
    const hostile = 'x},\n url = {y}}\n@article{evil,\r\nTY  - JOUR\u2028ER  - \u202e\u{e0041}\u001b[31m\\}';
    // The schema would refuse some of it.
    const paper = {
      ...paperWith({ id: 'one' }),
      title: hostile,
      authors: [hostile, `${hostile} Smith`],
      categories: [hostile],
      arxiv_id: '2401.02117',
      journal: hostile,
      doi: '10.1000/{a}\\b^^5c"`',
      url: 'https://example.org/{a}\\input^^5c"` b\u202e',
    };
    for (const form of citationForms) {
      const entry = joinEntries([entryOf(paper, form)], form);
      expect(parseEntries(entry, form), form).toHaveLength(1);
      expect(entry.replaceAll('\n', ''), form).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
    const bibtex = String(entryOf(paper, 'bibtex'));
    expect(bibtex).not.toMatch(/\\(?:input|article)|\^\^/);
    expect(bibtex.match(/^@/gm)).toHaveLength(1);
    const ris = String(entryOf(paper, 'ris')).split('\n');
    for (const line of ris) expect(line).toMatch(/^[A-Z][A-Z0-9] {2}- /);
    expect(ris.filter((line) => /^(?:TY|ER)/.test(line))).toHaveLength(2);
  });
});
