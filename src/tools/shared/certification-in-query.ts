import { denialBefore, withoutPhrase } from '../../text/query.ts';

/** A scheme that a question asks for certifications of, and the words that are left. */
export interface CertificationRead {
  readonly phrase: string;
  readonly rest: string;
  readonly scheme: string;
  /** True where robots without it are asked for: `without FDA clearance`. */
  readonly isDenied: boolean;
}

const scheme = '(FDA|FCC|UL|CE|TÜV|TUV)';
const granted =
  '(?:cleared|clearance|approved|approval|certified|certification|certificate|registered|registration|listed|listing|authori[sz]ed|authori[sz]ation|marked|marking|mark)';
// A few at most: of hundreds in a row each would be tried as the first.
const lead = String.raw`(?:\b(?:that|which|is|are|has|have|been|with|an?|the|holding|hold|got|already)\s+){0,4}`;

/** `FDA-cleared`, `with FCC certification`; `cleared by the FDA`. */
const forms = [
  new RegExp(String.raw`${lead}\b${scheme}(?:\s+510\(k\))?[\s-]+${granted}(?!\w)`, 'iu'),
  new RegExp(
    String.raw`${lead}\b${granted}\s+(?:by|from|under|with)\s+(?:the\s+)?(?:US\s+)?${scheme}(?!\w)`,
    'iu',
  ),
];

/** Undefined where no certification is asked for, or something is quoted or left out. */
export function certificationIn(query: string): CertificationRead | undefined {
  if (/"|(?:^|\s)-|\bun\w+ed\b/i.test(query)) return undefined;
  for (const form of forms) {
    const match = form.exec(query);
    const named = match?.[1];
    if (match === null || named === undefined) continue;
    const denial = denialBefore(query, match[0]);
    const phrase = `${denial ?? ''}${match[0]}`;
    return {
      phrase: phrase.trim(),
      rest: withoutPhrase(query, phrase),
      scheme: named.toUpperCase(),
      isDenied: denial !== undefined,
    };
  }
  return undefined;
}
