import { describe, expect, it } from 'vitest';
import { toLatex } from '../../src/text/latex.ts';
import { readLatex } from '../../src/text/read-latex.ts';
import { processorMs } from '../helpers/processor-time.ts';

describe('what LaTeX has a command for leaves as that command', () => {
  it.each([
    ['Šebesta, é, ñ, ç, í, İ, ǰ', "{\\v{S}}ebesta, {\\'e}, {\\~n}, {\\c{c}}, {\\'i}, {\\.I}, {\\v{j}}"],
    ['ế ặ ỗ ǿ ș', "{\\'{\\^e}} {\\d{\\u{a}}} {\\~{\\^o}} {\\'{\\o}} ș"],
    ['ß ø Ł æ Œ ı đ þ', '{\\ss} {\\o} {\\L} {\\ae} {\\OE} {\\i} {\\dj} {\\th}'],
    ['α Ω ε φ', '$\\alpha$ $\\Omega$ $\\varepsilon$ $\\varphi$'],
    ['∞ ≤ ∈ ∇ ℓ ℒ ℝ', '$\\infty$ $\\leq$ $\\in$ $\\nabla$ $\\ell$ $\\mathcal{L}$ $\\mathbb{R}$'],
    [
      '± ° × µ € ™ …',
      '{\\textpm} {\\textdegree} {\\texttimes} {\\textmu} {\\texteuro} {\\texttrademark} {\\textellipsis}',
    ],
    ['“q” ‘q’ – —', "``q'' {\\textquoteleft}q{\\textquoteright} -- ---"],
    ['x² x₁₂ αβ', ['x$^2$ x$_1$', '$_2$ $\\alpha$', '$\\beta$'].join('{}')],
    ['& % # _ $', '\\& \\% \\# \\_ \\$'],
    [
      '~ ^ \\ { } < > |',
      '{\\textasciitilde} {\\textasciicircum} {\\textbackslash} {\\textbraceleft} {\\textbraceright} {\\textless} {\\textgreater} {\\textbar}',
    ],
    ["-- '' ,, ?` \"", "-{}- '{}' ,{}, ?{\\textasciigrave} {\"}"],
    ['水 ロボット 🤖', '水 ロボット 🤖'],
  ])('%s', (text, latex) => {
    expect(toLatex(text)).toBe(latex);
  });

  it('every letter of Europe is read back as it was', () => {
    for (let code = 0xa1; code <= 0x24f; code += 1) {
      const letter = String.fromCodePoint(code).normalize('NFC');
      const latex = toLatex(letter);
      // A soft hyphen does not show; a few letters have no command, and stay.
      if (/\p{Cf}/u.test(letter) || latex === letter || latex.startsWith('$')) continue;
      expect(latex).toMatch(/^[\x20-\x7e]+$/);
      expect(readLatex(latex), latex).toBe(letter);
    }
  });
});

describe('formulas', () => {
  it.each([
    ['$\\alpha_1$ & $5', '$\\alpha_1$ \\& \\$5'],
    ['$\\mathcal{H}_2$ and $O(n \\log n)$', '$\\mathcal{H}_2$ and $O(n \\log n)$'],
    ['$\\frac{a}{b}$ $\\sqrt{2}$ $\\hat\\mathbf{x}$', '$\\frac{a}{b}$ $\\sqrt{2}$ $\\hat{\\mathbf{x}}$'],
    ["$\\left( x \\right)$ $\\text{a b}$ $f'(x)^2$", "$\\left( x \\right)$ $\\text{a b}$ $f'(x)^2$"],
    ['$τ_0$ $x²$ $\\{x\\}$', '$\\tau_0$ $x^2$ $\\lbrace x\\rbrace $'],
    ['$a$$b$', ['$a$', '$b$'].join('{}')],
  ])('that only draw stay formulas: %s', (text, latex) => {
    expect(toLatex(text)).toBe(latex);
  });

  it.each([
    ...[
      '$\\input{/etc/passwd}$',
      '$\\include{x}$',
      '$\\write18{id}$',
      '$\\immediate\\write18{id}$',
      '$\\openin5=x$',
    ],
    ...[
      '$\\csname input\\endcsname x$',
      '$\\catcode`\\%=12$',
      '$\\def\\x{1}$',
      '$\\let\\a\\b$',
      '$\\expandafter x$',
    ],
    ...[
      '$^^5cinput{x}$',
      '$x^^M$',
      '$\\loop\\repeat$',
      '$\\special{x}$',
      '$\\pdffiledump{x}$',
      '$\\directlua{x}$',
    ],
    ...[
      '$\\usepackage{x}$',
      '$\\begin{verbatim}$',
      '$\\end{document}$',
      '$\\href{javascript:x}{y}$',
      '$\\url{x}$',
    ],
    ...[
      '$\\text{\\input{x}}$',
      '$\\mathrm{\\input x}$',
      '$\\hat\\input{x}$',
      '$x_{\\input{x}}$',
      '$\\left\\input x\\right)$',
    ],
    ...[
      '$\\newcommand{\\x}{y}$',
      '$\\renewcommand x y$',
      '$\\makeatletter x$',
      '$\\@ifnextchar x$',
      '$\\show x$',
    ],
    // Errors that stop a run.
    ...[
      '$x^2^3$',
      '$x_1_2$',
      '$\\frac{a}$',
      '$x^$',
      '$}{$',
      '${a$',
      '$\\right)$',
      '$a & b$',
      '$a # b$',
      '$a % b$',
    ],
    ...[
      '$\\hat$',
      '$\\unknown{x}$',
      '$\\over$',
      '$a\\\\b$',
      '$\\par x$',
      '$a`b$',
      '$"a$',
      `$${'{'.repeat(30)}x${'}'.repeat(30)}$`,
    ],
    ...['US$/kWh for A$', `$${'x'.repeat(1_000)}$`],
  ])('that could do more are text: %s', (text) => {
    const latex = toLatex(text);
    expect(latex).not.toMatch(/(?<!\\)\$|\\(?!text|[$&%#_])|\^/);
    expect(readLatex(latex)).toBe(text);
  });
});

it('braces balance in any text', () => {
  const odd = ['}}}{', '${$', '$}{$', '\\}', 'a } b { c', '\\{', '$\\{$', '{\\', '}\\textbf{', 'é}{"'];
  for (const text of [...odd, ...odd.map((one) => one.repeat(7))]) {
    let depth = 0;
    for (const sign of toLatex(text)) {
      depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
      expect(depth, text).toBeGreaterThanOrEqual(0);
    }
    expect(depth, text).toBe(0);
  }
});

it.each(['$', '$a', '$a$', '{', '\\', '"', '-', 'ế', '$\\hat', '$\\frac{', '^', '$x^'])(
  'costs its length: %s',
  (part) => {
    const text = part.repeat(200_000 / part.length);
    // By the square of the length it would be minutes.
    expect(processorMs(() => toLatex(text), 5_000)).toBeLessThan(5_000);
  },
);
