/** Marks that stand over or under the letter that follows, as combining characters. */
const marks: Readonly<Record<string, string>> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  r: '\u030a',
  d: '\u0323',
  b: '\u0331',
};

const letters: Readonly<Record<string, string>> = {
  ss: 'ß',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  i: 'ı',
  j: 'ȷ',
  dj: 'đ',
  DJ: 'Đ',
  dh: 'ð',
  th: 'þ',
};

const marked = /\\(['"`^~=.])\s*(?:\{\s*(\\[ij]|[A-Za-z])\s*\}|(\\[ij](?![A-Za-z])|[A-Za-z]))/g;
const markedByName = /\\([uvHckrdb])(?:\s*\{\s*(\\[ij]|[A-Za-z])\s*\}|\s+([A-Za-z]))/g;
const named = /\\(ss|ae|AE|oe|OE|aa|AA|dj|DJ|dh|th|o|O|l|L|i|j)(?![A-Za-z])(?:\{\}|\s+(?=[A-Za-z])|\s*)/g;

/**
 * Names and titles as arXiv's raw format has them, with their accents as letters: `Erd{\H o}s` and `M\"uller` become
 * `Erdős` and `Müller`. Formulas between dollar signs stay as they are.
 */
export function texToText(tex: string): string {
  if (!/[\\{}~]/.test(tex)) return tex;
  return tex
    .split(/(\$[^$]*\$)/)
    .map((part) => (part.startsWith('$') && part.length > 1 ? part : plain(part)))
    .join('')
    .normalize('NFC');
}

function plain(text: string): string {
  return text
    .replace(marked, (_, mark: string, inBraces?: string, bare?: string) => withMark(mark, inBraces ?? bare))
    .replace(markedByName, (_, mark: string, inBraces?: string, bare?: string) =>
      withMark(mark, inBraces ?? bare),
    )
    .replace(named, (_, name: string) => letters[name] ?? name)
    .replace(/\\([&%#_{}])/g, '$1')
    .replace(/\\(?:emph|text(?:it|bf|rm|sc|tt)?|mbox)\s*(?=\{)/g, '')
    .replace(/\\(?:em|it|bf|sc|tt|rm|sf|sl)(?![A-Za-z])\s*/g, '')
    .replace(/[{}]/g, '')
    .replace(/(?<!\\)~/g, ' ');
}

function withMark(mark: string, letter = ''): string {
  // The dotless letters have no dot to lose.
  return `${letter.replace(/^\\/, '')}${marks[mark] ?? ''}`;
}

const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i;

/**
 * The names in one line of authors, as arXiv's raw format has it: separated by commas and `and`, with affiliations in
 * brackets, and perhaps a collaboration before a colon. See https://info.arxiv.org/help/prep#author.
 */
export function splitAuthors(line: string): string[] {
  const names: string[] = [];
  for (const part of withoutBrackets(texToText(line)).split(/[,;:]|\s+(?:and|&)\s+|^and\s+/i)) {
    const name = part
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^(?:and|&)\s+/i, '');
    if (name === '' || /^et al\.?$/i.test(name)) continue;
    const last = names.length - 1;
    if (suffix.test(name) && last >= 0) names[last] = `${names[last]} ${name}`;
    else names.push(name);
  }
  return names;
}

/** Affiliations stand in brackets, which may be nested; one that is never closed goes to the end. */
function withoutBrackets(line: string): string {
  let depth = 0;
  let kept = '';
  for (const letter of line) {
    if (letter === '(') depth += 1;
    if (depth === 0) kept += letter;
    if (letter === ')') depth = Math.max(0, depth - 1);
  }
  return kept;
}
