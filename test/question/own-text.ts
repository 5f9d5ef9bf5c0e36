import type { CorpusEntry } from './corpus.ts';

export type RawRecord = Readonly<Record<string, unknown>>;

/** The fields in which a record speaks of itself. */
const spoken: Readonly<Record<CorpusEntry['kind'], readonly string[]>> = {
  robots: ['name', 'aliases', 'manufacturer.name', 'tags', 'description'],
  publications: ['title', 'authors', 'journal'],
  startups: ['name', 'aliases', 'focus', 'description'],
  manufacturers: ['name', 'aliases', 'capabilities', 'description'],
  news: ['headline', 'summary', 'entities', 'outlet'],
  challenges: ['title', 'organizer', 'topics', 'summary', 'location'],
  certification: ['title', 'basis', 'edition', 'authority', 'aliases', 'summary', 'checklist'],
};
const DENIALS: ReadonlySet<string> = new Set(['without', 'no', 'non', 'not', 'lacks', 'instead', 'rather']);
const DENIED_WITHIN = 3;

/** What stands at `path`, such as `price.usd_min`. */
export function at(record: RawRecord, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as RawRecord | undefined)?.[key], record);
}

/** The strings at `path` and below it; none where nothing is recorded. */
export function textsAt(record: RawRecord, path: string): string[] {
  return stringsIn(at(record, path));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Whether the record's own text affirms `words`: a mention as `without …`, `no …` or `…-free` does not. */
export function speaksOf(kind: CorpusEntry['kind'], record: RawRecord, words: string): boolean {
  return spoken[kind].flatMap((path) => textsAt(record, path)).some((text) => affirms(text, words));
}

function affirms(text: string, words: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)) {
    return text.normalize('NFKC').includes(words.normalize('NFKC'));
  }
  const tokens = tokensOf(text);
  return placesOf(tokens, tokensOf(words)).some(({ start, end }) => !isDenied(tokens, start, end));
}

/** Whether `text` has all of `words` beside each other, whatever it says of them. */
export function mentions(text: string, words: string): boolean {
  return placesOf(tokensOf(text), tokensOf(words)).length > 0;
}

function placesOf(tokens: readonly string[], wanted: readonly string[]) {
  return tokens
    .map((_, start) => ({ start, end: start + wanted.length }))
    .filter(({ start }) => wanted.every((token, offset) => tokens[start + offset] === token));
}

function isDenied(tokens: readonly string[], start: number, end: number): boolean {
  const before = tokens.slice(Math.max(0, start - DENIED_WITHIN), start);
  const sameClause = before.slice(before.lastIndexOf('.') + 1);
  return sameClause.some((token) => DENIALS.has(token)) || tokens[end] === 'free';
}

/** Words in small letters, without accents and plurals; a full stop for whatever parts clauses. */
function tokensOf(text: string): string[] {
  const plain = text.replaceAll(/\bin place of\b/gi, 'instead of');
  const folded = plain.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return (folded.match(/[\p{L}\p{N}]+|[.,;:!?()]/gu) ?? []).map((token) =>
    /[\p{L}\p{N}]/u.test(token) ? singular(token) : '.',
  );
}

function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /(?<![sui])s$/.test(word) ? word.slice(0, -1) : word;
}
