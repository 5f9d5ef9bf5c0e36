import { lazily } from '../lib/lazily.ts';
import { fold, isPlain, singular } from '../text/fold.ts';
import type { Span } from './question.ts';

/** What a token is, by its form alone; `native`: a run in a script that is written without spaces or with particles. */
type TokenType = 'word' | 'number' | 'sign' | 'quote' | 'identifier' | 'native';

/** A word, number, sign, quotation or identifier of a text. */
export interface Token extends Span {
  readonly type: TokenType;
  /** As it was written; of a quotation what stands within. */
  readonly raw: string;
  /** Folded: lower case, without accents. */
  readonly text: string;
  /** Folded and singular, as vocabularies are looked up. */
  readonly stem: string;
  /** What stands between the token before and this one: a hyphen, a slash, nothing, or a space for anything else. */
  readonly glue: ' ' | '-' | '/' | '';
}

/** Of a longer text no more is read. */
const MAX_CHARACTERS = 4000;
/** And no more tokens. */
const MAX_TOKENS = 400;

/** The pattern of tokens, over letters and digits of which classes hold the signs. */
function tokenPattern(
  letter: string,
  anyLetter: string,
  digit: string,
  native: string,
  flags: string,
): RegExp {
  const behind = `(?![${anyLetter}${digit}])`;
  const identifier = String.raw`https?:\/\/[^\s"<>]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}\/[^\s"<>]+|\b(?:cs|eess|math|stat|physics|q-bio|econ)\.[a-z]{2}${behind}|(?:doi:\s?)?\b10\.\d{4,9}\/[^\s"<>]+|\barxiv:\s?[\w./-]+|\b\d{4}\.\d{4,5}(?:v\d+)?(?![\d.])|\b[a-z-]{2,9}(?:\.[a-z]{2})?\/\d{7}\b|\bK\d{6}\b`;
  // With the signs that belong to it: `A*`, `C++`, `RRT#`, `H∞`.
  const word = String.raw`${letter}(?:${letter}|[${digit}]|\.(?=[${anyLetter}]\.|[${anyLetter}]${behind}))*(?:['’][${anyLetter}]+)?(?:\*${behind}|\+\+|#${behind}|∞|\([${anyLetter}${digit}]{1,2}\))?`;
  const number = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?![\d${anyLetter}])(?:[.,]\d+)?|\d+(?:[.,]\d+)?`;
  const source = `(${identifier})|(${native})|(${number})|(${word})|\\S`;
  return new RegExp(source, flags);
}

const anyPattern = lazily(() =>
  tokenPattern(
    String.raw`(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{M}]`,
    String.raw`\p{L}`,
    String.raw`\p{N}`,
    String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+|\p{sc=Hangul}+(?: \p{sc=Hangul}+)*`,
    'giu',
  ),
);
/** The same of text in ASCII: most questions are, and it compiles in a tenth of the time. */
const plainPattern = lazily(() => tokenPattern('[a-z]', 'a-z', '0-9', '(?!)', 'gi'));
/** In the order of the pattern's groups. */
const types = ['identifier', 'native', 'number', 'word'] as const;

/** Format characters (Unicode category Cf) but for the joiners that some scripts are written with. */
const invisible = /(?![\u200c\u200d])\p{Cf}+/gu;

/** `IMUs`, `BCIs`: what ends in -us or -is is no plural of another word. */
const PLURAL = /\b([A-Z]{2,5})s\b/g;

/** An address as it stands in another one. */
const ENCODED = /\bhttps?%3a%2f%2f\S+/gi;

/** What is written with percent signs, as it is read; as it stands where that is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text as it is read: invisible characters are left out, control characters are spaces, abbreviations singular. */
export function cleanText(text: string): string {
  const own = text.slice(0, MAX_CHARACTERS).replace(ENCODED, decoded).replace(PLURAL, '$1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (isPlain(own)) return own.replace(/[\u0000-\u001f\u007f]/g, ' ');
  return own
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\p{Cc}/gu, ' ');
}

/** The tokens of a clean text, in their order. Never throws; takes time in proportion to the text. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(isPlain(text) ? plainPattern() : anyPattern())) {
    if (tokens.length === MAX_TOKENS) break;
    const { 0: raw, index: start } = match;
    const end = start + raw.length;
    if ((raw === '-' || raw === '/') && isBetweenLetters(text, start)) continue;
    const type = types.find((_, i) => match[i + 1] !== undefined) ?? 'sign';
    tokens.push(makeToken(type, raw, text, { start, end }, tokens.at(-1)?.end));
  }
  return withQuotations(tokens, text);
}

function isBetweenLetters(text: string, at: number): boolean {
  if (isPlain(text))
    return /[a-z0-9%*+#]/i.test(text.charAt(at - 1)) && /[a-z0-9]/i.test(text.charAt(at + 1));
  return /[\p{L}\p{N}%*+#]/u.test(text.charAt(at - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(at + 1));
}

function makeToken(type: TokenType, raw: string, text: string, { start, end }: Span, before?: number): Token {
  const folded = fold(raw).replaceAll('’', "'").replace(/'s$/, '');
  const between = before === undefined ? ' ' : text.slice(before, start);
  const glue = between === '-' || between === '/' || between === '' ? between : ' ';
  return { type, raw, text: folded, stem: type === 'word' ? singular(folded) : folded, glue, start, end };
}

const quotes = /^["“”„«»]$/;

/** Pairs of quotation marks become one token each with what stands between; a single one is a sign like others. */
function withQuotations(tokens: readonly Token[], text: string): Token[] {
  const marks = tokens.flatMap(({ raw }, i) => (quotes.test(raw) ? [i] : []));
  if (marks.length === 0) return [...tokens];
  const found: Token[] = [];
  let next = 0;
  for (let pair = 0; pair + 1 < marks.length; pair += 2) {
    const [open, close] = [marks[pair] as number, marks[pair + 1] as number];
    found.push(...tokens.slice(next, open));
    const { start } = tokens[open] as Token;
    const { end } = tokens[close] as Token;
    const inner = text.slice(start + 1, end - 1).trim();
    if (inner !== '') found.push(makeToken('quote', inner, text, { start, end }, found.at(-1)?.end));
    next = close + 1;
  }
  return [...found, ...tokens.slice(next)];
}

/** Two tokens that follow each other as one: `3` and `D` of `3D`. */
export function joinTokens(first: Token, second: Token, type: TokenType): Token {
  const [raw, text] = [first.raw + second.raw, first.text + second.text];
  return { type, raw, text, stem: singular(text), glue: first.glue, start: first.start, end: second.end };
}
