import { fold, singular } from '../text/fold.ts';
import { arrange } from './arrange.ts';
import { type Dictionary, dictionaryOf, isLatin, type Language, withoutElision } from './dictionary.ts';
import { hanNumber } from './han-numbers.ts';
import type { Token } from './lex.ts';
import type { Names } from './names.ts';
import { makePiece, type Piece } from './pieces.ts';
import { type Segment, segment } from './segment.ts';

/** No more characters without a space or sign are read: that is no question. */
const MAX_RUN = 160;
/** Longer ones of a script without spaces are none. */
const MAX_CHARACTERS = 16;

/** The tokens of a question with its words in English and in English order, each with the place of what it translates. */
export function translate(
  tokens: readonly Token[],
  language: Language,
  names: Pick<Names, 'nativeName'>,
): Token[] {
  const own = dictionaryOf(language);
  const pieces = isLatin(language)
    ? latinPieces(withoutElision(tokens, language), own, language)
    : nativePieces(tokens, own, language, names);
  const found = arrange(pieces, language).flatMap((piece) => piece.tokens);
  return found.map((token) => (token.type === 'word' ? { ...token, stem: singular(token.text) } : token));
}

function latinPieces(tokens: readonly Token[], own: Dictionary, language: Language): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length; ) {
    const isName = language !== 'de' && isPerson(tokens, at, own);
    const { length, meaning } = isName ? { length: 1, meaning: undefined } : own.phraseAt(tokens, at);
    pieces.push(...piecesOf(meaning, tokens[at] as Token, tokens[at + length - 1] as Token));
    at += length;
  }
  return pieces;
}

/** What a phrase means: operators each by itself; the token as it stands where it has no meaning here. */
function piecesOf(meaning: string | undefined, first: Token, last: Token): Piece[] {
  if (meaning === undefined) return [{ text: first.text, tokens: [first] }];
  if (meaning === '') return [];
  return meaning.split(/ (?=§)|(?<=§\w+) /).map((part) => makePiece(part, first, last));
}

/** A capital within a Spanish or French question begins a name: `Marco Hutter` is no brand. */
function isPerson(tokens: readonly Token[], at: number, own: Dictionary): boolean {
  if (/^\p{Lu}/u.test(own.phraseAt(tokens, at).meaning ?? '')) return false;
  const isWritten = (token: Token | undefined) =>
    token?.type === 'word' &&
    /^\p{Lu}\p{Ll}/u.test(token.raw) &&
    !/^\p{Lu}/u.test(own.meaning(token.text) ?? '');
  return (
    at > 0 && isWritten(tokens[at]) && (isWritten(tokens[at + 1]) || (at > 1 && isWritten(tokens[at - 1])))
  );
}

/** The pieces of a question in a script without spaces, or with particles joined to words. */
function nativePieces(
  lexed: readonly Token[],
  own: Dictionary,
  language: Language,
  names: Pick<Names, 'nativeName'>,
): Piece[] {
  const pieces: Piece[] = [];
  const tokens = joinRuns(lexed);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const next = tokens[at + 1];
    // `4足歩行ロボット`, `3d打印`
    const joined =
      token.type !== 'native' && next?.type === 'native' && next.glue === ''
        ? longestJoined(token, next, own)
        : 0;
    if (joined > 0 && next !== undefined) {
      const [head, rest] = [part(next, 0, joined), part(next, joined, next.raw.length)];
      pieces.push(...piecesOf(own.meaning(fold(token.raw + head.raw)), token, head));
      pieces.push(...runPieces(rest, own, language, names));
      at += 1;
    } else if (token.type === 'native') pieces.push(...runPieces(token, own, language, names));
    else if (token.raw === '、' && language === 'zh') pieces.push(makePiece('and', token, token));
    else if (token.type === 'sign' && /[、，。；]/.test(token.raw))
      pieces.push({ text: ',', tokens: [{ ...token, raw: ',', text: ',' }] });
    else
      pieces.push({
        text: token.text,
        tokens: [tokens[at - 1]?.type === 'native' ? { ...token, glue: ' ' } : token],
      });
  }
  return pieces;
}

/** `인간-로봇` and `ヒューマン・ロボット` are one run. */
function joinRuns(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const isJoint = token.raw === '・' || token.raw === '·';
    const isRun =
      (token.type === 'native' && token.glue === '-') ||
      (isJoint && token.glue === '') ||
      (token.type === 'native' && before?.raw.endsWith(' '));
    if (before?.type === 'native' && isRun) {
      const gap = ' '.repeat(token.start - before.end);
      joined[joined.length - 1] = {
        ...before,
        raw: before.raw + gap + (isJoint ? ' ' : token.raw),
        end: token.end,
      };
    } else joined.push(token);
  }
  return joined;
}

function longestJoined(token: Token, { raw }: Token, own: Dictionary): number {
  for (let length = Math.min(MAX_CHARACTERS, raw.length); length > 0; length--)
    if (own.meaning(fold(token.raw + raw.slice(0, length))) !== undefined) return length;
  return 0;
}

function runPieces(
  run: Token,
  own: Dictionary,
  language: Language,
  names: Pick<Names, 'nativeName'>,
): Piece[] {
  const folded = fold(run.raw);
  const text = folded.length === run.raw.length ? folded : run.raw;
  const meaningOf = (word: string) => own.meaning(text === folded ? word : fold(word));
  const isName = (word: string) => word.length > 1 && names.nativeName(word) !== undefined;
  const rest: Segment = { start: MAX_RUN, end: text.length, is: 'unknown' };
  const parts = segment(text.slice(0, MAX_RUN), meaningOf, isName, language);
  return [...parts, ...(text.length > MAX_RUN ? [rest] : [])].flatMap(({ start, end, is }) => {
    const token = part(run, start, end);
    if (is === 'name')
      return [makePiece(names.nativeName(text.slice(start, end)) ?? token.raw, token, token)];
    if (is === 'number') return [makePiece(String(hanNumber(token.raw)), token, token)];
    if (is === 'known') return piecesOf(meaningOf(text.slice(start, end)), token, token);
    return [{ text: token.text, tokens: [token] }];
  });
}

function part(run: Token, from: number, to: number): Token {
  const raw = run.raw.slice(from, to);
  const text = fold(raw);
  return { type: 'word', raw, text, stem: text, glue: ' ', start: run.start + from, end: run.start + to };
}
