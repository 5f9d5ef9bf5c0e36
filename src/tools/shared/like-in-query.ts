import type { Kind } from '../../kinds/kinds.ts';
import { isEnglish } from '../../text/english.ts';
import type { DataContext } from '../tool.ts';
import { type Named, resolveName, thingKinds } from './named-record.ts';

/** The record that a question asks for the like of, and what else it says: `cheaper alternatives to UR5e from Europe`. */
export interface LikeRead {
  /** As it was written. */
  readonly phrase: string;
  readonly named: Named & { readonly row: number };
  readonly rest: string;
}

/** Words of likeness with the name behind them; `looks like` and `would like` are none. */
const BEFORE_NAME =
  /\b(?:(?:very |most |more |closely )?(?:similar|comparable|akin|equivalent)(?: \w+)? (?:to|with)|(?:alternatives?|equivalents?) (?:to|of|for)|(?:competitors?|rivals?|peers|competition) (?:of|to|for|with)|compet(?:e|es|ing|itor) (?:with|against)|(?:replacements?|substitutes?) (?:for|of)|instead of|(?<=\b(?:cheaper|expensive|affordable|lighter|stronger|faster|quicker|payload|reach|costly|better) )than|(?<!\b(?:looks?|looking|feels?|acts?|moves?|walks?|works?|would|i'd|you'd|don'?t|do|sounds?|behaves?|things?|more) )like)\s+/gi;
/** Words of likeness with the name before them. */
const BEHIND_NAME =
  /(?:['’]s?)?(?:\s+(?:main |closest |biggest |direct )?|-)(?:alternatives?|competitors?|rivals?|equivalents?|competition|peers|lookalikes?|like|style)\b/gi;
/** Names have no more words. */
const MOST_WORDS = 5;
/** Texts are liked by their subject: a short name in them is an ordinary word as well (`swims like FISH`). */
const ofTexts =
  /\b(?:papers?|works?|articles?|research|publications?|studies|methods?|approaches)\b|\b(?:similar|related)\b/i;
const article = /^(?:the|a|an|what|that)\s+/i;

/** The first name in a question that words of likeness stand by; undefined where no record is called so. */
export function likeIn(
  kind: Kind,
  query: string,
  context: Pick<DataContext, 'catalogue'>,
): LikeRead | undefined {
  const isThing = thingKinds.includes(kind);
  if (!isThing && !(kind === 'publications' && ofTexts.test(query))) return undefined;
  for (const match of query.matchAll(BEFORE_NAME)) {
    const at = match.index + match[0].length;
    const lead = article.exec(query.slice(at))?.[0] ?? '';
    const words = query.slice(at + lead.length).split(/\s+/, isThing ? MOST_WORDS : MOST_WORDS * 3);
    const found = longest(kind, words, (own, length) => own.slice(0, length), context);
    if (found === undefined) continue;
    const phrase = `${match[0]}${lead}${found.text}`;
    return { phrase, named: found.named, rest: without(query, match.index, phrase.length) };
  }
  for (const match of isThing ? query.matchAll(BEHIND_NAME) : []) {
    const words = query.slice(0, match.index).trim().split(/\s+/).slice(-MOST_WORDS);
    const found = longest(kind, words, (own, length) => own.slice(own.length - length), context);
    if (found === undefined) continue;
    const at = query.slice(0, match.index).trimEnd().length - found.text.length;
    const phrase = query.slice(at, match.index + match[0].length);
    return { phrase, named: found.named, rest: without(query, at, phrase.length) };
  }
  return undefined;
}

function without(query: string, at: number, length: number): string {
  return `${query.slice(0, at)} ${query.slice(at + length)}`.replace(/\s+/g, ' ').trim();
}

/** The longest run of words, of those that `part` takes, that a record is called by. */
function longest(
  kind: Kind,
  words: readonly string[],
  part: (words: readonly string[], length: number) => readonly string[],
  context: Pick<DataContext, 'catalogue'>,
): { readonly text: string; readonly named: LikeRead['named'] } | undefined {
  const store = context.catalogue.store(kind);
  for (let length = words.length; length > 0; length--) {
    const text = part(words, length)
      .join(' ')
      .replace(/[.,;:!?'’")]+$/, '');
    const isCalled = store.named(text).length > 0;
    if (!isCalled && !(thingKinds.includes(kind) && mayBePart(text, length))) continue;
    const named = resolveName(kind, text, context);
    if (named.row !== undefined) return { text, named: { ...named, row: named.row } };
  }
  return undefined;
}

/** A part of a name by itself is no ordinary word, unless it is written as a name. */
function mayBePart(text: string, length: number): boolean {
  return (
    length <= 2 &&
    !/^[\d.,$]+(?:\s|$)/.test(text) &&
    text.split(' ').every((word) => /[\p{Lu}\d]/u.test(word) || !isEnglish(word.toLowerCase()))
  );
}
