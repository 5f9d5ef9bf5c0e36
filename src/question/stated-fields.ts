import { type Kind, type KindIndex, kindIndexes } from '../kinds/kinds.ts';
import { isStopWord } from '../text/query.ts';
import { readIdentifier } from './identifiers.ts';
import { type FieldRead, type Reading, writtenText } from './items.ts';
import type { Token } from './lex.ts';
import type { Names } from './names.ts';
import type { PeriodReader } from './periods.ts';
import type { Phrases } from './phrases.ts';

/** Prefixes by which libraries and arXiv ask for a field: `author:`, `ti:`, `cat:`. */
const prefixes: Readonly<Record<string, string>> = {
  ...{ author: 'author', authors: 'author', au: 'author', by: 'author' },
  ...{
    title: 'title',
    ti: 'title',
    cat: 'arxiv_category',
    category: 'category',
    year: 'published',
    date: 'published',
  },
  ...{ journal: 'journal', venue: 'journal', conference: 'journal', jr: 'journal', source: 'journal' },
  ...{
    country: 'country',
    maker: 'manufacturer',
    manufacturer: 'manufacturer',
    status: 'status',
    stage: 'stage',
  },
  ...{
    scheme: 'scheme',
    topic: 'topic',
    price: 'price_usd',
    entity: 'entity',
    company: 'entity',
    since: 'published',
  },
};

/** Reads fields that a question names itself: by a prefix, an identifier, or the number of a standard. */
export class StatedFields {
  readonly #kind: Kind;
  readonly #index: KindIndex;
  readonly #names: Names;
  readonly #phrases: Phrases;
  readonly #tokens: readonly Token[];
  readonly #periods: PeriodReader;

  constructor({ kind, names }: Reading, phrases: Phrases, periods: PeriodReader) {
    this.#kind = kind;
    this.#index = kindIndexes[kind] as KindIndex;
    this.#names = names;
    this.#phrases = phrases;
    this.#tokens = phrases.tokens;
    this.#periods = periods;
  }

  /** What is stated at a token. */
  at(at: number): FieldRead | undefined {
    return this.#field(at) ?? this.#identifier(this.#tokens[at] as Token) ?? this.#standard(at);
  }

  /** `author:Levine`, `year:2023`, `cat:cs.RO`. */
  #field(at: number): FieldRead | undefined {
    const [prefix, colon, value] = [this.#tokens[at], this.#tokens[at + 1], this.#tokens[at + 2]];
    const field = prefixes[prefix?.text ?? ''];
    if (field === undefined || !/^[:=]$/.test(colon?.raw ?? '') || value === undefined || !this.#knows(field))
      return undefined;
    const own = field === 'published' && this.#kind === 'news' ? 'date' : field;
    if (own === 'published' || own === 'date') {
      const period = this.#periods.at(at + 2);
      return (
        period && {
          field: own,
          length: period.length + 2,
          condition: { op: 'period', period: period.period },
        }
      );
    }
    const length = value.type === 'quote' ? 1 : this.#valueLength(at + 2, own);
    const text = writtenText(this.#tokens, at + 2, length);
    if (own === 'title') return { field: own, length: length + 2, condition: { op: 'has', text } };
    const values =
      own === 'author' || own === 'arxiv_category' ? [text] : this.#valuesOf(own, at + 2, length);
    return values.length === 0
      ? undefined
      : { field: own, length: length + 2, condition: { op: 'in', values } };
  }

  /** Words of a value behind a prefix: a person's name has several, anything else one. */
  #valueLength(at: number, field: string): number {
    let length = 1;
    const next = () => this.#tokens[at + length];
    while (length < 4 && next()?.glue === '' && next()?.raw !== ';' && next()?.raw !== ',') length++;
    if (field !== 'author' && field !== 'journal') return length;
    while (
      length < 4 &&
      next()?.type === 'word' &&
      this.#tokens[at + length + 1]?.raw !== ':' &&
      !isStopWord(next()?.text ?? '')
    )
      length++;
    for (let own = length; own > 0; own--)
      if (field !== 'author' || this.#names.isAuthor(writtenText(this.#tokens, at, own))) return own;
    return 1;
  }

  /** A paper by its arXiv id, DOI or address, or an arXiv category. */
  #identifier({ type, raw }: Token): FieldRead | undefined {
    if (type !== 'identifier') return undefined;
    if (/^[a-z-]+\.[a-z]{2}$/i.test(raw)) {
      const [archive = '', subject = ''] = raw.split('.');
      const category = `${archive.toLowerCase()}.${subject.toUpperCase()}`;
      return this.#knows('arxiv_category')
        ? { field: 'arxiv_category', length: 1, condition: { op: 'in', values: [category] } }
        : undefined;
    }
    return { field: 'identifier', length: 1, condition: { op: 'in', values: [readIdentifier(raw)] } };
  }

  #knows(field: string): boolean {
    if (field === 'author' || field === 'title' || field === 'journal' || field === 'arxiv_category')
      return this.#kind === 'publications';
    if (field === 'published') return this.#kind === 'publications' || this.#kind === 'news';
    return this.#index.fields[field] !== undefined;
  }

  /** `UL 3300` rather than UL: a scheme with the number of a standard, and words such as certified behind it. */
  #standard(at: number): FieldRead | undefined {
    const [scheme, number] = [this.#tokens[at] as Token, this.#tokens[at + 1]];
    if (this.#kind !== 'robots' || !/^(?:UL|ISO|IEC|EN|ANSI|ASTM)$/.test(scheme.raw)) return undefined;
    if (number?.type !== 'number' || number.glue !== ' ') return undefined;
    let length = 2;
    while (this.#tokens[at + length]?.type === 'number' && this.#tokens[at + length]?.glue === '-') length++;
    const value = writtenText(this.#tokens, at, length);
    if (/^(?:certif\w+|compliant|listed|mark\w*)$/.test(this.#tokens[at + length]?.text ?? '')) length++;
    return { field: 'certification', length, condition: { op: 'in', values: [value] } };
  }

  #valuesOf(field: string, at: number, length: number): readonly string[] {
    for (const match of this.#phrases.at(at)) {
      const value = match.meanings.find((one) => one.is === 'value' && one.field === field);
      if (value?.is === 'value' && match.length <= length) return value.values;
    }
    return this.#names.values(field, writtenText(this.#tokens, at, length));
  }
}
