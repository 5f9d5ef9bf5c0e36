import { readLatex } from '../text/read-latex.ts';

const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i;

/**
 * The names in one line of authors, as arXiv's raw format has it: separated by commas and `and`, with affiliations in
 * brackets, and perhaps a collaboration before a colon. See https://info.arxiv.org/help/prep#author.
 */
export function splitAuthors(line: string): string[] {
  const names: string[] = [];
  const text = withoutBrackets(readLatex(line)).replace(/\s+/g, ' ');
  for (const part of text.split(/[,;:]| (?:and|&) |^and /i)) {
    const name = part.trim().replace(/^(?:and|&) /i, '');
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
