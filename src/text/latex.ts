import { sanitizeLine } from '../lib/sanitize.ts';

/** The signs that LaTeX reads as commands. */
const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  // BibTeX counts braces even behind a backslash, so that a single one must be named.
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '{\\textquotedbl}',
};

/** Accents by their combining character, NFD's form of an accented letter. */
const accents: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': "'",
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '=',
  '\u0306': 'u',
  '\u0307': '.',
  '\u0308': '"',
  '\u030a': 'r',
  '\u030b': 'H',
  '\u030c': 'v',
  '\u0323': 'd',
  '\u0327': 'c',
  '\u0328': 'k',
  '\u0331': 'b',
};

const signs: Readonly<Record<string, string>> = {
  ß: '{\\ss}',
  ø: '{\\o}',
  Ø: '{\\O}',
  ł: '{\\l}',
  Ł: '{\\L}',
  æ: '{\\ae}',
  Æ: '{\\AE}',
  œ: '{\\oe}',
  Œ: '{\\OE}',
  ı: '{\\i}',
  '‐': '-',
  '‑': '-',
  '–': '--',
  '—': '---',
  '‘': '`',
  '’': "'",
  '“': '``',
  '”': "''",
  '…': '{\\ldots}',
  '®': '{\\textregistered}',
  '™': '{\\texttrademark}',
  '\u00a0': '~',
};

/** Signs that stand in formulas only. */
const formulas: Readonly<Record<string, string>> = {
  ...{ '°': '^\\circ', '×': '\\times', '∞': '\\infty', '∼': '\\sim', '∇': '\\nabla', ℓ: '\\ell' },
  ...{ '∗': '*', '±': '\\pm', '≤': '\\leq', '≥': '\\geq', '→': '\\rightarrow', '·': '\\cdot', '√': '\\surd' },
  ...{
    ℋ: '\\mathcal{H}',
    ℒ: '\\mathcal{L}',
    µ: '\\mu',
    '∈': '\\in',
    '−': '-',
    ɛ: '\\varepsilon',
    ϕ: '\\phi',
  },
  ...{ α: '\\alpha', β: '\\beta', γ: '\\gamma', δ: '\\delta', ε: '\\epsilon', ζ: '\\zeta', η: '\\eta' },
  ...{ θ: '\\theta', κ: '\\kappa', λ: '\\lambda', μ: '\\mu', ν: '\\nu', ξ: '\\xi', π: '\\pi', ρ: '\\rho' },
  ...{ σ: '\\sigma', τ: '\\tau', φ: '\\varphi', χ: '\\chi', ψ: '\\psi', ω: '\\omega', Γ: '\\Gamma' },
  ...{
    Δ: '\\Delta',
    Θ: '\\Theta',
    Λ: '\\Lambda',
    Π: '\\Pi',
    Σ: '\\Sigma',
    Φ: '\\Phi',
    Ψ: '\\Psi',
    Ω: '\\Omega',
  },
};

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

/** Dollar signs around something that is no sum of money, with its own signs left to TeX. */
const formula = /(\$[^$\s](?:[^$]*[^$\s\\])?\$)(?!\d)/;

/**
 * Text as it stands in the value of a BibTeX field: signs that LaTeX reads as commands written out, accents as
 * commands that every engine knows, formulas between dollar signs as they are. Braces balance, whatever the text.
 * Letters of other scripts and emoji stay: they need XeLaTeX or LuaLaTeX.
 */
export function toLatex(text: string): string {
  return sanitizeLine(text)
    .split(formula)
    .map((part, i) => (i % 2 === 1 && isBalanced(part) ? part : escaped(part)))
    .join('');
}

function isBalanced(tex: string): boolean {
  let depth = 0;
  for (const sign of tex) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0 && !tex.includes('%');
}

function escaped(text: string): string {
  let latex = '';
  for (const letter of text.normalize('NFC'))
    latex += letter < '\x7f' ? (commands[letter] ?? letter) : special(letter);
  return latex;
}

function special(letter: string): string {
  const known = signs[letter];
  if (known !== undefined) return known;
  const inFormula = formulas[letter];
  if (inFormula !== undefined) return `$${inFormula}$`;
  if (raised.includes(letter)) return `$^${raised.indexOf(letter)}$`;
  if (lowered.includes(letter)) return `$_${lowered.indexOf(letter)}$`;
  const [base = '', mark = '', ...more] = letter.normalize('NFD');
  const accent = accents[mark];
  if (accent === undefined || more.length > 0 || !/^[A-Za-z]$/.test(base)) return letter;
  // LaTeX itself takes the dot from an i that bears an accent.
  return /[a-z]/i.test(accent) ? `{\\${accent}{${base}}}` : `{\\${accent}${base}}`;
}
