import { readLatex } from '../text/read-latex.ts';
import { identifiersOf } from './identifiers.ts';
import { type Reference, stated } from './reference.ts';

/** The value of a field, with where it stands, its braces or quotes included. */
interface BibtexField {
  /** As it is written, with macros and `#` resolved and the outermost braces or quotes taken away. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** An entry as a file has it. */
export interface BibtexEntry {
  readonly type: string;
  readonly key: string;
  readonly fields: ReadonlyMap<string, BibtexField>;
  /** False where a brace or a comma is missing: what stands before it was read. */
  readonly isWhole: boolean;
}

/** Macros made of macros may double with each: no value is longer. */
const MAX_VALUE = 200_000;

/** Entries that hold no reference. */
const NO_REFERENCES = new Set(['comment', 'preamble', 'string', 'set', 'xdata']);

/**
 * The entries of a BibTeX file, in their order. No parser of a package was taken: `--fix` needs the place of each value,
 * and a broken entry must not take those behind it along. Takes time in proportion to the text.
 */
export function parseBibtex(text: string): BibtexEntry[] {
  return new BibtexParser(text).entries();
}

class BibtexParser {
  readonly #text: string;
  readonly #macros = new Map<string, string>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  entries(): BibtexEntry[] {
    const found: BibtexEntry[] = [];
    const begin = /@\s*([a-z]+)\s*[{(]/gi;
    for (let match = begin.exec(this.#text); match !== null; match = begin.exec(this.#text)) {
      this.#at = begin.lastIndex;
      const type = (match[1] ?? '').toLowerCase();
      if (type === 'comment' || type === 'preamble') this.#value(this.#at - 1);
      else if (type === 'string')
        for (const [name, { raw }] of this.#fields().fields) this.#macros.set(name, raw);
      else found.push(this.#entry(type));
      begin.lastIndex = Math.max(begin.lastIndex, this.#at);
    }
    return found.filter(({ type }) => !NO_REFERENCES.has(type));
  }

  #entry(type: string): BibtexEntry {
    const [key = ''] = this.#match(/[^,{}()\s"=]*/y) ?? [];
    this.#skip();
    const hasComma = this.#text[this.#at] === ',';
    if (hasComma) this.#at++;
    return { type, key, ...this.#fields() };
  }

  /** `name = value` until the entry ends, or until what is none. */
  #fields(): { readonly fields: ReadonlyMap<string, BibtexField>; readonly isWhole: boolean } {
    const fields = new Map<string, BibtexField>();
    for (;;) {
      this.#skip();
      const sign = this.#text[this.#at];
      if (sign === '}' || sign === ')') {
        this.#at++;
        return { fields, isWhole: true };
      }
      if (sign === ',') {
        this.#at++;
        continue;
      }
      const name = this.#match(/([\w:.+/-]+)\s*=\s*/y)?.[1];
      const value = name === undefined ? undefined : this.#concatenated();
      if (name === undefined || value === undefined) return { fields, isWhole: false };
      if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value);
    }
  }

  /** `"a" # macro # {b}`. */
  #concatenated(): BibtexField | undefined {
    const start = this.#at;
    let raw = '';
    for (;;) {
      const part = this.#part();
      if (part === undefined) return undefined;
      raw += part;
      if (raw.length > MAX_VALUE) return undefined;
      const end = this.#at;
      this.#skip();
      if (this.#text[this.#at] !== '#') return { raw, start, end };
      this.#at++;
      this.#skip();
    }
  }

  #part(): string | undefined {
    const sign = this.#text[this.#at];
    if (sign === '{' || sign === '"') return this.#value(this.#at);
    const [word] = this.#match(/[^\s,#{}"=()]+/y) ?? [];
    return word === undefined ? undefined : (this.#macros.get(word.toLowerCase()) ?? word);
  }

  /** What stands between braces or quotes, which balance; undefined where another entry begins before they do. */
  #value(open: number): string | undefined {
    const isQuoted = this.#text[open] === '"';
    let depth = isQuoted ? 0 : 1;
    const signs = /\\[{}"\\]|[{}"]|\n[ \t]*@[a-z]+[ \t]*\{/gi;
    signs.lastIndex = open + 1;
    for (let match = signs.exec(this.#text); match !== null; match = signs.exec(this.#text)) {
      const [sign] = match;
      // Behind a backslash it is a sign of the text.
      if (sign.startsWith('\\')) continue;
      if (sign === '{') depth++;
      else if (sign === '}') depth--;
      else if (sign !== '"') {
        this.#at = match.index;
        return undefined;
      }
      if (depth < 0 || (isQuoted ? sign === '"' && depth === 0 : depth === 0)) {
        this.#at = match.index + 1;
        return depth < 0 ? undefined : this.#text.slice(open + 1, match.index);
      }
    }
    this.#at = this.#text.length;
    return undefined;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  /** Spaces, and lines that are commented out. */
  #skip(): void {
    this.#match(/(?:\s|%[^\n]*(?:\n|$))*/y);
  }
}

/** The references of a BibTeX file; an entry has what its `crossref` says, too. */
export function readBibtex(text: string): Reference[] {
  const entries = parseBibtex(text);
  const byKey = new Map(entries.map((entry) => [entry.key.toLowerCase(), entry]));
  return entries.map((entry, i) => toReference(entry, parentOf(entry, byKey), i));
}

type ByKey = ReadonlyMap<string, BibtexEntry>;

function parentOf(entry: BibtexEntry, byKey: ByKey): BibtexEntry | undefined {
  return byKey.get((entry.fields.get('crossref')?.raw ?? '').trim().toLowerCase());
}

/** The first of these fields that says something, without TeX. */
function fieldOf(entry: BibtexEntry | undefined, ...names: readonly string[]): string | undefined {
  const raw = names.map((name) => entry?.fields.get(name)?.raw).find((one) => one?.trim());
  return raw === undefined ? undefined : readLatex(raw).trim();
}

function toReference(entry: BibtexEntry, parent: BibtexEntry | undefined, i: number): Reference {
  const venue =
    fieldOf(entry, 'journal', 'journaltitle', 'booktitle') ??
    fieldOf(parent, 'booktitle', 'title', 'journal');
  const names = authorsIn(entry.fields.get('author')?.raw ?? '');
  const authors = names.filter((name) => !OTHERS.test(name));
  const texts = ['url', 'note', 'howpublished'].map((name) => fieldOf(entry, name));
  return {
    key: entry.key === '' ? String(i + 1) : entry.key,
    authors,
    isCut: authors.length < names.length,
    ...stated({
      title: fieldOf(entry, 'title'),
      year: yearIn(fieldOf(entry, 'year', 'date') ?? fieldOf(parent, 'year', 'date')),
      venue,
    }),
    ...identifiersOf({
      doi: fieldOf(entry, 'doi'),
      arxiv: fieldOf(entry, 'eprint'),
      texts: [...texts, venue],
    }),
    isWhole: entry.isWhole,
  };
}

const OTHERS = /^(?:others|et\.? al\.?)$/i;

/** Names between `and`, but for those within braces. */
function authorsIn(raw: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let start = 0;
  for (const match of raw.matchAll(/[{}]|\sand(?=\s)/gi)) {
    if (match[0] === '{') depth++;
    else if (match[0] === '}') depth--;
    else if (depth <= 0) {
      names.push(raw.slice(start, match.index));
      start = match.index + match[0].length;
    }
  }
  return [...names, raw.slice(start)].map((name) => readLatex(name).trim()).filter((name) => name !== '');
}

/** The year of `2019`, `{2019}`, `2019-05`. */
export function yearIn(text: string | undefined): number | undefined {
  const [year] = /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : Number(year);
}
