import { describe, expect, it } from 'vitest';
import { parseBibtex, readBibtex } from '../../src/references/read-bibtex.ts';

function only(text: string) {
  const references = readBibtex(text);
  expect(references).toHaveLength(1);
  return references[0];
}

describe('an entry', () => {
  it('is read in braces, quotes, numbers and TeX', () => {
    expect(
      only(String.raw`@article{mur15, title = {{ORB-SLAM}: A {V}ersatile System}, year = 2015,
        author = "Mur-Artal, Ra{\'u}l and Tard{\'o}s, Juan D.", doi={10.1109/TRO.2015.2463671} }`),
    ).toEqual({
      key: 'mur15',
      title: 'ORB-SLAM: A Versatile System',
      authors: ['Mur-Artal, Raúl', 'Tardós, Juan D.'],
      isCut: false,
      year: 2015,
      doi: '10.1109/tro.2015.2463671',
      isWhole: true,
    });
  });

  it('has what macros, concatenation and cross-references say', () => {
    const text = `@string{tro = "IEEE Transactions on" # " Robotics"}
      @article(a, title={A Title of Some Length}, journal = tro, year = {2015})
      @inproceedings{b, title={Another}, crossref={proc}}
      @proceedings{PROC, title={Conference on Robot Learning}, year="2019"}`;
    const [a, b] = readBibtex(text);
    expect(a).toMatchObject({ venue: 'IEEE Transactions on Robotics', year: 2015 });
    expect(b).toMatchObject({ title: 'Another', venue: 'Conference on Robot Learning', year: 2019 });
  });

  it('has its arXiv id and DOI wherever they stand', () => {
    expect(only('@misc{a, eprint={2204.01691v2}, archivePrefix={arXiv}}')).toMatchObject({
      arxivId: '2204.01691',
    });
    expect(only('@misc{a, journal={arXiv preprint arXiv:2303.04137}}')).toMatchObject({
      arxivId: '2303.04137',
    });
    expect(only('@misc{a, url={https://doi.org/10.48550/arXiv.2303.04137}}')).toMatchObject({
      arxivId: '2303.04137',
    });
    expect(only('@misc{a, url={https://doi.org/10.1109%2FTRO.2015.1}}')).toMatchObject({
      doi: '10.1109/tro.2015.1',
    });
  });

  it('ends its list of authors where others follow', () => {
    expect(only('@misc{a, author={Chi, Cheng and others}}')).toMatchObject({
      authors: ['Chi, Cheng'],
      isCut: true,
    });
    const names = '{Barnes and Noble} and\nAnn Anderson AND Bo';
    expect(only(`@misc{a, author={${names}}}`)).toMatchObject({
      authors: ['Barnes and Noble', 'Ann Anderson', 'Bo'],
    });
  });
});

describe('what is broken', () => {
  it.each([
    ['an unclosed brace', '@article{a, title={Open {X'],
    ['an unclosed quote', '@article{a, title="Open'],
    ['no comma', '@article{a title={X}'],
    ['a closing brace too many', '@article{a, title={X}}}'],
    ['a backslash at the end', '@article{a, title={X\\'],
    ['no key', '@article{, title={X}}'],
  ])('%s takes no other entry along', (_, broken) => {
    const references = readBibtex(`${broken}\n@article{good, title={Fine}, year=2020}`);
    expect(references.at(-1)).toMatchObject({ key: 'good', title: 'Fine', year: 2020, isWhole: true });
  });

  it('says that an entry was read in part only', () => {
    const [first] = readBibtex('@article{a, year=2020, title={Open\n@article{b, title={Fine}}');
    expect(first).toMatchObject({ key: 'a', year: 2020, isWhole: false });
  });

  it('passes over comments, preambles and percent signs', () => {
    const text =
      '@comment{ @article{x, title={No}} }\n@preamble{"\\newcommand"}\n@article{a,\n % year=1\n title={Yes}}';
    expect(readBibtex(text).map(({ title }) => title)).toEqual(['Yes']);
  });

  it('keeps macros that double from growing without end', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `@string{m${i + 1} = m${i} # m${i}}`).join('\n');
    const references = readBibtex(
      `@string{m0 = "x"}\n${doubling}\n@article{a, title = m60}\n@article{b, title={Fine}}`,
    );
    expect(references.at(-1)).toMatchObject({ key: 'b', title: 'Fine' });
  });

  it('never throws, whatever is cut off', () => {
    const text = String.raw`@string{a="b"} @article{k, title={A {B} \"{o}} # a, author="X and Y", year=2000}`;
    for (let end = 0; end <= text.length; end++) expect(() => readBibtex(text.slice(0, end))).not.toThrow();
  });
});

it('says where each value stands', () => {
  const text = '@article{a, title = {X {Y}}, year = 2015}';
  const [entry] = parseBibtex(text);
  const at = (name: string) => {
    const { start = 0, end = 0 } = entry?.fields.get(name) ?? {};
    return text.slice(start, end);
  };
  expect([at('title'), at('year')]).toEqual(['{X {Y}}', '2015']);
});
