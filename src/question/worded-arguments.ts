import type { Ask } from '../kinds/definition.ts';
import { type Kind, type KindIndex, kindIndexes } from '../kinds/kinds.ts';
import { namedTopics, topicNames } from '../kinds/vocabularies/topics.ts';
import { nearest } from '../kinds/vocabularies/vocabulary.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import type { AuthorFinder } from '../search/filters/authors.ts';
import { certificationFinder } from '../search/filters/by-kind.ts';
import { type Finder, finderOf } from '../search/filters/finders.ts';
import type { KindStore } from '../search/kind-store.ts';
import type { TextMatch } from '../search/search.ts';
import { compact } from '../text/fold.ts';
import { parseQuery, type TextQuery } from '../text/query.ts';
import { type ArgumentField, type ArgumentRead, readArgument } from './arguments.ts';
import { leavesIn } from './clauses.ts';
import { describeClause } from './explain.ts';
import { namesIn } from './names.ts';
import { latinText } from './native-text.ts';
import type { Clause, Leaf } from './question.ts';

/** Longer lists of suggestions are no help. */
const SUGGESTIONS = 3;
/** Values listed where none is near. */
const VALUES_SHOWN = 12;
/** A keyword that so few records have is lacking in others that are about it too. */
const FEW_TAGGED = 3;
/** Of the words of an argument so many are looked up; all are searched for with the query. */
const MAX_WORDS = 12;

/** What an argument that takes words asks for. */
export interface WordedArgument {
  /** The condition; undefined where its words are searched for instead. */
  readonly clause?: Clause;
  /** Words that name no value, to be searched for with the query. */
  readonly words?: string;
  /** How it was understood, where that is not what it says. */
  readonly note?: string;
}

/** Over what an argument is read. */
export interface ArgumentData<K extends Kind> {
  readonly kind: K;
  readonly store: KindStore<K>;
  /** For their names in other scripts. */
  readonly makers: KindStore<'manufacturers'>;
  readonly authors: () => AuthorFinder;
  /** True where nothing else is asked. */
  readonly isAlone: boolean;
}

/**
 * The one reading of an argument that takes words: values, denied ones and lists of them; a near spelling, said; or else
 * the words themselves, so that no argument empties an answer because its value is in no list.
 */
export function readWordedArgument<K extends Kind>(
  field: string,
  ask: Extract<Ask, { as: 'words' }>,
  text: string,
  data: ArgumentData<K>,
): WordedArgument {
  const reader = new WordedReader(field, ask, data);
  const years = ask.reads === 'venue' ? (text.match(/\b(?:19|20)\d{2}\b/g) ?? []) : [];
  const name = years.reduce((rest: string, year) => rest.replace(year, ' '), text).trim();
  if (years.length === 0) return reader.read(text, text, (clause) => clause);
  const inYear: Leaf = { is: 'leaf', field: 'year', op: 'in', values: years, span: { start: 0, end: 0 } };
  if (compact(name) === '') return { clause: inYear };
  return { clause: inYear, ...reader.read(name, text, (clause) => inYears(clause, inYear)) };
}

/** `Not ICRA 2021` denies that year's alone. */
function inYears(clause: Clause, year: Leaf): Clause {
  return clause.is === 'not'
    ? { is: 'not', of: { is: 'all', of: [clause.of, year] } }
    : { is: 'all', of: [clause, year] };
}

class WordedReader<K extends Kind> {
  readonly #field: string;
  readonly #data: ArgumentData<K>;
  readonly #finder: Finder<string>;
  /** False for names that, if nobody has them, are no words to search for: parts of them are of others. */
  readonly #isInText: boolean;
  /** True for a vocabulary of ours, whose first terms say what it is; of names and keywords they are the beginning of the alphabet. */
  readonly #isListed: boolean;
  #match: { readonly text: string; readonly match: TextMatch } | undefined;

  constructor(field: string, ask: Extract<Ask, { as: 'words' }>, data: ArgumentData<K>) {
    this.#field = field;
    this.#data = data;
    this.#finder = makeValueFinder(field, ask, data);
    this.#isListed = !['name', 'country', 'affiliation', undefined].includes(ask.reads);
    this.#isInText = ask.reads !== 'author' && ask.reads !== 'certification';
  }

  /** Reads a text, of which the whole is `written`; what it names is completed by `complete`. */
  read(text: string, written: string, complete: (clause: Clause) => Clause): WordedArgument {
    const field: ArgumentField = {
      kind: this.#data.kind,
      field: this.#field,
      find: (part) => this.#finder.find(part),
      near: (part) => this.#nearSpelling(part),
      isName: this.#finder.isName === true || !this.#isInText,
      isInText: this.#isInText,
      names: namesIn(this.#data.store, this.#data.makers),
    };
    const { clause, unread, corrected, text: read } = this.#inAnyScript(text, field);
    // `Many robots not bumping into each other` names no value, and what it denies is a part of what it says.
    const saysNothing = clause !== undefined && unread.length > 0 && deniesText(clause);
    if (clause === undefined || saysNothing) return this.#unknown(text, read);
    // What is asked for and not known does not become everything but what is denied beside it.
    if (unread.length > 0 && onlyDenies(clause))
      return { clause: complete(clause), ...this.#unknown(unread.join(', '), unread.join(' ')) };
    if (this.#isRare(clause, text)) return this.#widened(clause, text);
    const name = this.#field;
    const slips = corrected.map(([part, called]) => `Read ${name} "${shown(part)}" as ${shown(called)}.`);
    const left = unread.map((part) => `"${shown(part)}"`);
    const whole = complete(clause);
    const isSaid = clause.is !== 'leaf' || read !== text;
    const notes = [
      ...(isSaid ? [`Read ${name} "${shown(written)}" as ${shown(describeClause(whole))}.`] : slips),
      ...(left.length === 0 ? [] : [`${name} knows no ${left.join(', ')}: left out.`]),
    ];
    return { clause: whole, ...(notes.length > 0 && { note: notes.join(' ') }) };
  }

  /** What the field knows as it was written, or else in Latin letters. */
  #inAnyScript(text: string, field: ArgumentField): ArgumentRead {
    const read = readArgument(text, field);
    if (read.unread.length === 0) return read;
    const { kind, store, makers } = this.#data;
    const latin = latinText(text, { kind, store: store as unknown as KindStore<Kind>, makers });
    return latin === text ? read : readArgument(latin, field);
  }

  /** What names nothing is searched for, or else offered what it may mean. */
  #unknown(text: string, read: string): WordedArgument {
    const none = `No ${this.#field} is called "${shown(text)}"`;
    if (this.#isInText && this.#hasWords(read))
      return { words: read, note: `${none}: searched for the words instead.` };
    const spellings = this.#finder.spellings();
    const bound = this.#isListed ? undefined : Math.floor(compact(text).length / 2);
    const offered = nearest(text, spellings, SUGGESTIONS, bound);
    const listed = this.#isListed ? spellings.slice(0, VALUES_SHOWN).join(', ') : '';
    const hint = offered.length > 0 ? `near to it: ${offered.join(', ')}` : listed;
    const nor = this.#isInText ? ', nor has a record the words' : '';
    return { clause: { is: 'any', of: [] }, note: `${none}${nor}${hint && `; ${hint}`}.` };
  }

  #hasWords(text: string): boolean {
    const query = shortened(parseQuery(text));
    const { rows, nearest: lacking, unknown } = this.#matched(text);
    // An initial is in any list of names.
    const named = query.required.filter(({ stop, shown }) => !stop && shown.length > 1);
    return rows.length + lacking.length > 0 && unknown.length < named.length;
  }

  /** Whether there are any matters, and not their order. */
  #matched(text: string): TextMatch {
    if (this.#match?.text !== text) {
      const query = shortened(parseQuery(text));
      const match = this.#data.store.match(query, { incomplete: 'if none is complete', isScored: false });
      this.#match = { text, match };
    }
    return this.#match.match;
  }

  /** A slip of the keyboard away: by words that no record has, or by the whole of a name. */
  #nearSpelling(text: string): { values: readonly string[]; called: string } | undefined {
    // Another number is another standard or model.
    const slips = Object.entries(this.#matched(text).corrected).filter(([word]) => !/\d/.test(word));
    const mended = slips.reduce((whole, [word, instead]) => whole.toLowerCase().replace(word, instead), text);
    const isSlip = slips.length > 0 || (this.#finder.isName === true && !/\d/.test(text));
    const spellings = this.#finder.spellings();
    const candidates = [
      ...(isSlip ? nearest(text, spellings, 1, slipsIn(text)) : []),
      ...(slips.length > 0 ? [mended] : []),
    ];
    for (const candidate of candidates) {
      const values = this.#finder.find(candidate);
      if (values.length === 0) continue;
      const key = compact(candidate);
      return { values, called: spellings.find((own) => compact(own) === key) ?? candidate };
    }
    return undefined;
  }

  /** True for a keyword alone that hardly a record has, where more records have its words. */
  #isRare(clause: Clause, text: string): boolean {
    if (this.#finder.isOpen !== true || !this.#data.isAlone || clause.is !== 'leaf' || isList(text))
      return false;
    const tagged = this.#tagged(clause);
    if (tagged > FEW_TAGGED) return false;
    const query = parseQuery(text);
    return this.#data.store.match(query, { incomplete: 'never', isScored: false }).rows.length > tagged;
  }

  #widened(clause: Clause, text: string): WordedArgument {
    const tagged = this.#tagged(clause);
    const who = tagged === 1 ? 'Only 1 has' : `Only ${tagged} have`;
    return { words: text, note: `${who} ${this.#field} "${shown(text)}": searched for the words too.` };
  }

  #tagged(clause: Clause): number {
    const values = clause.is === 'leaf' && clause.op === 'in' ? clause.values : [];
    const having = this.#data.store.words(this.#field).having(values);
    return having.reduce<number>((count, has) => count + has, 0);
  }
}

/** The values of a field as clauses have them: names of authors and certifications stay as they were written. */
function makeValueFinder<K extends Kind>(
  field: string,
  { reads }: Extract<Ask, { as: 'words' }>,
  { kind, store, authors }: ArgumentData<K>,
): Finder<string> {
  switch (reads) {
    case 'author':
      return { find: (text) => (authors().find(text).length > 0 ? [text] : []), spellings: () => [] };
    case 'certification': {
      const { find, spellings } = certificationFinder(store.words('certifications'));
      return { find: (text) => (find(text).length > 0 ? [text] : []), spellings };
    }
    case 'topic':
      return { find: namedTopics, spellings: topicNames };
    default: {
      const { domainStopWords } = kindIndexes[kind] as unknown as KindIndex;
      return finderOf(reads, store.words(field), domainStopWords);
    }
  }
}

function deniesText(clause: Clause): boolean {
  return leavesIn(clause).every(({ op }) => op === 'has');
}

function shown(text: string): string {
  return sanitizeLine(text);
}

function onlyDenies(clause: Clause): boolean {
  return clause.is === 'not' || (clause.is === 'all' && clause.of.every(onlyDenies));
}

function isList(text: string): boolean {
  return /[,;|\n/&+]|\s(?:and|or)\s/i.test(text);
}

function shortened(query: TextQuery): TextQuery {
  return query.required.length <= MAX_WORDS
    ? query
    : { ...query, required: query.required.slice(0, MAX_WORDS) };
}

/** How many slips a name of this length may have and still be meant. */
function slipsIn(text: string): number {
  const { length } = compact(text);
  return length < 5 ? 0 : length < 9 ? 1 : 2;
}
