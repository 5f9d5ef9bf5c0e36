import { describe, expect, it } from 'vitest';
import { readLatex } from '../../src/text/read-latex.ts';
import { processorMs } from '../helpers/processor-time.ts';

describe('TeX is read as text', () => {
  it.each([
    ['M\\"uller', 'Müller'],
    ['Erd{\\H o}s', 'Erdős'],
    ['\\v{S}koda and \\c{C}elik', 'Škoda and Çelik'],
    ["Jos\\'{e} Garc\\'{\\i}a", 'José García'],
    ['Ha\\v cek, \\"\\i, \\^\\j, \\v{\\j}', 'Haček, ï, ĵ, ǰ'],
    ['{\\L}ukasz Ko{\\l}akowski', 'Łukasz Kołakowski'],
    ['S{\\o}ren \\AA berg', 'Søren Åberg'],
    ['Stra{\\ss}e, \\ae ther, {\\aa}', 'Straße, æther, å'],
    ["\\'{\\^e} \\'\\^e", 'ế ế'],
    ['\\d{\\u{a}} \\u{\\d{a}} \\d{\\u a}', 'ặ ặ ặ'],
    ["\\~{\\^{o}} \\'{\\o} \\=a\\.Z", 'ỗ ǿ āŻ'],
    ['\\textcommabelow{s} \\k{a} \\b{d} \\t{oo}', 'ș ą ḏ o͡o'],
    ['e\u0301', 'é'],
    ["accents on nothing: \\^{} \\~{} \\'", 'accents on nothing: ^ ~ '],
  ])('accents and letters: %s is %s', (tex, text) => {
    expect(readLatex(tex)).toBe(text);
  });

  it.each([
    [
      'Research \\& Development, 50\\%, \\$5, \\#1, a\\_b, \\{x\\}',
      'Research & Development, 50%, $5, #1, a_b, {x}',
    ],
    ['A~B, x~ y, ROS~2 ~ about ~200', 'A B, x  y, ROS 2 ~ about ~200'],
    ["``Quoted'' and `single' it's", "“Quoted” and ‘single’ it's"],
    ["Maggio's `o", "Maggio's ‘o"],
    ['Human--Robot---or not -- well-known', 'Human–Robot—or not – well-known'],
    ['{SLAM} {{a}} }} b', 'SLAM a  b'],
    ['On {\\em Soft} \\emph{x} \\textbf{y {\\it z}} \\texttt{w} \\textsc{SLAM}', 'On Soft x y z w SLAM'],
    ['x\\,y \\\\ z\\-w\\/', 'x y   zw'],
    ['\\alpha-beta \\ensuremath{\\infty} \\textdegree{}C {\\texteuro}', 'α-beta ∞ °C €'],
    ['{\\LaTeX} and \\TeX{}nique', 'LaTeX and TeXnique'],
    ['See \\url{http://a.b/~c_d%20--e\\_f\\%g}', 'See http://a.b/~c_d%20--e_f%g'],
    ['\\href{http://a.b/c}{The text} here', 'The text here'],
    ['Title\\thanks{Funded} \\textcolor{red}{Red}', 'Title Red'],
    ['\\foo{bar} \\input{/etc/passwd} \\', '\\foo{bar} \\input{/etc/passwd} \\'],
    ['Lost \\thanks{nothing', 'Lost nothing'],
  ])('signs and commands: %s is %s', (tex, text) => {
    expect(readLatex(tex)).toBe(text);
  });

  it.each([
    '$\\pi_0$: A Flow Model',
    '$H_\\infty$ and $\\mathcal{O}(n)$',
    '$\\alpha$-Shapes',
    'No TeX at all: $5 and $10',
  ])('formulas and money stay: %s', (text) => {
    expect(readLatex(text)).toBe(text);
  });

  it('formulas in the other brackets of LaTeX have dollar signs', () => {
    expect(readLatex('\\(x\\)')).toBe('$x$');
  });
});

describe('hostile TeX costs its length', () => {
  it.each([
    ...['{', '}', "\\'{", "\\'", '\\url{', '\\href{', '\\u', '\\foo', '\\emph{', '\\textbf{\\"{', '{\\d{'],
    ...['$', '$a', '$a $', '`', "''", "'", '--', '\\\\', '~', '%', '\\begin{', '\\(', 'x^'],
  ])('%s', (part) => {
    const tex = part.repeat(400_000 / part.length);
    // By the square of the length it would be minutes.
    expect(processorMs(() => readLatex(tex), 5_000)).toBeLessThan(5_000);
  });
});
