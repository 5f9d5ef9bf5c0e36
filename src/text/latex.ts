import { sanitizeLine } from '../lib/sanitize.ts';
import { checkedFormula } from './latex-formula.ts';
import { accentCommands, mathCommands, textCommands } from './latex-signs.ts';

/** Signs of ASCII that a backslash makes text. */
const escapedSigns = new Set('$&%#_');

/** Signs that are written otherwise than by a command. */
const ownSpellings: Readonly<Record<string, string>> = {
  // By its command, which only some encodings of fonts have, it would be an error in all others.
  '"': '{"}',
  '‐': '-',
  '‑': '-',
  '–': '--',
  '—': '---',
  '―': '---',
  '“': '``',
  '”': "''",
};

/** Dollar signs around something that is no sum of money. */
const formula = /(\$[^$\s](?:[^$]*[^$\s\\])?\$)(?!\d)/;

/**
 * Text as it stands in the value of a BibTeX field: signs that LaTeX reads as commands written out, and whatever it has a
 * command for as that command. Formulas between dollar signs stay formulas if all of their commands only draw; any
 * other text is written so that nothing of it is run. Braces balance, whatever the text. Letters of other scripts and
 * emoji stay: they need XeLaTeX or LuaLaTeX.
 */
export function toLatex(text: string): string {
  const parts = sanitizeLine(text)
    .split(formula)
    .map((part, i) => {
      const checked = i % 2 === 1 ? checkedFormula(part.slice(1, -1)) : undefined;
      return checked === undefined ? escaped(part) : `$${checked}$`;
    });
  // Two dollar signs in a row would begin a display.
  return parts.join('').replace(/(?<=\$)\$/g, '{}$');
}

/** What two signs next to each other are read as one: dashes, quotes, turned question marks. */
const ligature = /^(?:--|''|``|,,|[?!]`)/;

function escaped(text: string): string {
  const pieces: string[] = [];
  for (const [cluster] of text.normalize('NFC').matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const written = writtenCluster(cluster);
    const isLigature = ligature.test((pieces.at(-1) ?? '').slice(-1) + written.slice(0, 1));
    pieces.push(isLigature ? `{}${written}` : written);
  }
  return pieces.join('');
}

/** A letter with its marks. */
function writtenCluster(cluster: string): string {
  if (escapedSigns.has(cluster)) return `\\${cluster}`;
  const own = ownSpellings[cluster];
  if (own !== undefined) return own;
  const command = textCommands.get(cluster);
  if (command !== undefined) return `{\\${command}}`;
  const inFormula = mathCommands.get(cluster);
  if (inFormula !== undefined) return `$${inFormula}$`;
  return accented(cluster) ?? cluster;
}

/** Marks below a letter, which LaTeX sets around one with marks above it. */
const isBelow = /[\u0323\u0326-\u0328\u0331]/;

/** A letter with accents as commands; undefined where LaTeX has none for the letter or one of them. */
function accented(cluster: string): string | undefined {
  const [base = '', ...marks] = cluster.normalize('NFD');
  const letter = /^[A-Za-z]$/.test(base) ? base : textCommands.get(base);
  if (marks.length === 0 || letter === undefined || !/\p{L}/u.test(base)) return undefined;
  let latex = letter === base ? base : `\\${letter}`;
  const outwards = [
    ...marks.filter((mark) => !isBelow.test(mark)),
    ...marks.filter((mark) => isBelow.test(mark)),
  ];
  for (const mark of outwards) {
    const command = accentCommands.get(mark);
    if (command === undefined || command.startsWith('t')) return undefined;
    // LaTeX itself takes the dot from an i that bears an accent.
    latex = `\\${command}${/^[a-z]/i.test(command) || latex.length > 1 ? `{${latex}}` : latex}`;
  }
  return `{${latex}}`;
}
