import elsewhere from '../../dataset/taxonomy/certification-elsewhere.json' with { type: 'json' };
import features from '../../dataset/taxonomy/features.json' with { type: 'json' };
import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };
import { isFeature } from '../certification/features.ts';
import { type Kind, kindIndexes } from '../kinds/kinds.ts';
import { affiliationPhrases } from '../kinds/vocabularies/affiliations.ts';
import { countryPhrases, isDemonym } from '../kinds/vocabularies/countries.ts';
import { measureSorts, orderPhrases } from '../kinds/vocabularies/measures.ts';
import { venuePhrases } from '../kinds/vocabularies/venues.ts';
import { vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import { isEnglish } from '../text/english.ts';
import { fold } from '../text/fold.ts';
import { type Bound, Lexicon, type Meaning } from './lexicon.ts';

/** Builds the lexicon of a kind, or that of all of them. */
export function buildLexicon(name: Kind | 'general'): Lexicon {
  return name === 'general' ? buildGeneral() : buildOfKind(name);
}

/** Words that questions about records of every kind are made with. */
function buildGeneral(): Lexicon {
  const lexicon = new Lexicon();
  const addAll = (phrases: readonly string[], meaning: Meaning) => {
    for (const phrase of phrases) lexicon.add(phrase, meaning);
  };
  for (const [operator, phrases] of entries(grammar.operators)) addAll(phrases, { is: 'operator', operator });
  addAll(grammar.post.not, { is: 'postfix', operator: 'not' });
  addAll(grammar.post.except, { is: 'postfix', operator: 'not' });
  addAll(grammar.post.without, { is: 'postfix', operator: 'without' });
  for (const [bound, phrases] of entries(grammar.comparators)) addAll(phrases, { is: 'comparator', bound });
  for (const [bound, phrases] of entries(grammar.afterQuantity)) addAll(phrases, { is: 'suffix', bound });
  for (const [dimension, byFactor] of entries(grammar.units)) {
    for (const [factor, phrases] of entries(byFactor as Record<string, string[]>))
      addAll(phrases, { is: 'unit', dimension, factor: quotient(factor) });
  }
  addAll(grammar.otherUnits, { is: 'unit', dimension: undefined, factor: 1 });
  for (const [code, { say }] of entries(grammar.currencies)) addAll(say, { is: 'currency', code });
  for (const [word, value] of entries(grammar.numbers)) lexicon.add(word, { is: 'number', value });
  for (const [word, factor] of entries(grammar.scales)) lexicon.add(word, { is: 'scale', factor });
  for (const [word, rank] of entries(grammar.ordinals)) lexicon.add(word, { is: 'ordinal', rank });
  addAll(grammar.like, { is: 'like' });
  addAll(grammar.likeBehind, { is: 'like', behind: true });
  addAll(grammar.fillers, { is: 'filler' });
  addAll(grammar.idioms, { is: 'idiom' });
  addAll(grammar.regardless, { is: 'regardless' });
  addAll(grammar.words, { is: 'plain' });
  return lexicon;
}

function entries<Key extends string, Value>(object: { readonly [K in Key]: Value }): [Key, Value][] {
  return Object.entries(object) as [Key, Value][];
}

/** The number of `0.3048` or `1/60`. */
function quotient(text: string): number {
  const [dividend = Number.NaN, divisor = 1] = text.split('/').map(Number);
  return dividend / divisor;
}

/** Codes of countries that are written as such in questions; others are words, or `AI`. */
const codesWritten = new Set('US UK EU UAE KR JP CN DE FR TW IL SG CH DK SE NL'.split(' '));

/** Two-letter codes and words that mean something else in small letters. */
const isAmbiguousInSmall =
  /^(?:[a-z]{2}|turkey|chad|jordan|georgia|guinea|mali|niger|polish|jersey|dane|guernsey|man|states)$/i;

/** Values, orders and nouns of a kind. */
function buildOfKind(kind: Kind): Lexicon {
  const lexicon = new Lexicon();
  const index = kindIndexes[kind];
  addOrders(lexicon, kind);
  for (const { field, nouns } of [...(index.quantities ?? []), ...(index.dates ?? [])]) {
    for (const noun of nouns.split(/\s+/)) if (noun !== '') lexicon.add(noun, { is: 'noun', field });
  }
  const adjectives = (grammar.adjectives as Partial<Record<Kind, Record<string, Record<string, string[]>>>>)[
    kind
  ];
  for (const [field, byBound] of entries(adjectives ?? {})) {
    for (const [bound, phrases] of entries(byBound))
      for (const phrase of phrases) lexicon.add(phrase, { is: 'comparator', bound: bound as Bound, field });
  }
  if (index.fields.country !== undefined) addCountries(lexicon, kind);
  ADDITIONS[kind]?.(lexicon);
  return lexicon;
}

/** `Fastest`, `fastest first`, `sorted by speed`. */
function addOrders(lexicon: Lexicon, kind: Kind): void {
  const byPhrase = new Map<string, string[]>();
  for (const [phrase, sort] of orderPhrases(kind)) {
    if (kindIndexes[kind].sorts[sort] === undefined) continue;
    const sorts = byPhrase.get(phrase);
    if (sorts === undefined) byPhrase.set(phrase, [sort]);
    else sorts.push(sort);
  }
  for (const [phrase, sorts] of byPhrase) {
    for (const form of [phrase, `${phrase} first`]) lexicon.add(form, { is: 'order', sorts });
  }
  for (const [noun, sort] of measureSorts(kind)) {
    for (const lead of grammar.orderedBy) lexicon.add(`${lead} ${noun}`, { is: 'order', sorts: [sort] });
  }
}

function addCountries(lexicon: Lexicon, kind: Kind): void {
  // Titles have countries in them: `American Sign Language`.
  const announcedFor = (phrase: string) =>
    kind === 'publications' ? ({ announced: isDemonym(phrase) ? 'behind' : 'around' } as const) : {};
  // `America` is a country before it is a region.
  const phrases = [...countryPhrases()].sort(([, one], [, other]) => one.length - other.length);
  for (const [phrase, values] of phrases) {
    if (/^[A-Z]{2}$/.test(phrase) && !codesWritten.has(phrase)) continue;
    const capital = isAmbiguousInSmall.test(phrase) ? { capital: true as const } : {};
    lexicon.add(phrase, { is: 'value', field: 'country', values, ...capital, ...announcedFor(phrase) });
  }
  for (const phrase of ['the us', 'the uk', 'the eu', 'the u.s', 'u.s', 'u.s.a', 'u.k', 'e.u']) {
    const key = phrase.replace(/^the |\./g, '').slice(0, 2);
    const values = phrases.find(([own]) => own.toLowerCase() === key)?.[1];
    if (values !== undefined)
      lexicon.add(phrase, { is: 'value', field: 'country', values, ...announcedFor(phrase) });
  }
}

const institutionWords =
  /universi|institut|college|polit?ec|polytec|hochschule|laborator|academy|centre|center/i;

/** Names of institutions; a short one, or one of everyday words, is meant where it is announced. */
function addAffiliations(lexicon: Lexicon): void {
  for (const [phrase, id] of affiliationPhrases()) {
    const isWord = isEnglish(fold(phrase));
    const isInstitution = /\s/.test(phrase) && (institutionWords.test(phrase) || !isAllEnglish(phrase));
    lexicon.add(phrase, {
      is: 'value',
      field: 'affiliation',
      values: [id],
      ...(isWord && { capital: true as const }),
      ...(!isInstitution && { announced: 'around' as const }),
    });
  }
}

/** Nobody writes `ETH Zurich` for anything else. */
function isAllEnglish(phrase: string): boolean {
  return fold(phrase).split(' ').every(isEnglish);
}

/** How a certification is said: without a word of its status only in capitals. */
function addCertification(lexicon: Lexicon, phrase: string, scheme: string): void {
  const capital = /^[A-Z]{2,3}$/.test(phrase) ? { capital: true as const } : {};
  lexicon.add(phrase, { is: 'value', field: 'certification', values: [scheme], ...capital });
  for (const [status, words] of entries<string, string[]>(grammar.certificationWords)) {
    const value = status === 'any' ? scheme : `${scheme} ${status}`;
    for (const word of words) {
      for (const form of [`${phrase} ${word}`, `${word} by ${phrase}`, `${word} by the ${phrase}`])
        lexicon.add(form, { is: 'value', field: 'certification', values: [value] });
    }
  }
}

/** Phrases by the values that they stand for, which commas join. */
function addByValue(
  lexicon: Lexicon,
  field: string,
  phrases: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [values, own] of Object.entries(phrases))
    for (const phrase of own) lexicon.add(phrase, { is: 'value', field, values: values.split(',') });
}

/** Protection in words: `waterproof`. */
function addLeast(lexicon: Lexicon): void {
  for (const [field, byLeast] of entries<string, Record<string, string[]>>(grammar.least)) {
    for (const [min, phrases] of Object.entries(byLeast))
      for (const phrase of phrases) lexicon.add(phrase, { is: 'least', field, min: Number(min) });
  }
}

/** `Series B or later`, `past seed`: stages follow one another. */
function addStageOrder(lexicon: Lexicon): void {
  const { terms } = vocabularies.startup_stage;
  const order = terms.map(({ id }) => id).slice(0, terms.findIndex(({ id }) => id === 'public') + 1);
  for (const [place, id] of order.entries()) {
    const { label = id, aliases = [] } = terms.find((term) => term.id === id) ?? {};
    const ranges = {
      later: order.slice(place),
      past: order.slice(place + 1),
      earlier: order.slice(0, place + 1),
      before: order.slice(0, place),
    };
    for (const [range, forms] of entries<keyof typeof ranges, string[]>(grammar.stageOrder))
      for (const phrase of [id.replaceAll('_', ' '), label, ...aliases].filter((own) => own.length > 2))
        for (const form of ranges[range].length === 0 ? [] : forms)
          lexicon.add(form.replace('{}', phrase), { is: 'value', field: 'stage', values: ranges[range] });
  }
}

const ADDITIONS: { readonly [K in Kind]?: (lexicon: Lexicon) => void } = {
  robots: (lexicon) => {
    const { forms, tasks, families } = grammar.robot_category;
    addByValue(lexicon, 'category', forms);
    for (const { say, of } of families) addByValue(lexicon, 'category', { [of.join(',')]: say });
    for (const [id, phrases] of entries<string, string[]>(tasks)) {
      for (const phrase of phrases) {
        const task = phrase.replace(/ robot$/, '');
        lexicon.add(phrase, { is: 'value', field: 'category', values: [id], task });
      }
    }
    addByValue(lexicon, 'status', grammar.status);
    addLeast(lexicon);
    for (const { id, aliases } of vocabularies.certification_scheme.terms) {
      if (id === 'other') continue;
      for (const phrase of [id, ...aliases]) addCertification(lexicon, phrase, id);
    }
    const lease = { is: 'value', field: 'price_kind', values: ['lease_monthly'] } as const;
    for (const phrase of grammar.priceKind) lexicon.add(phrase, lease);
    lexicon.add('month', { ...lease, isJoined: true });
  },
  startups: (lexicon) => {
    for (const phrase of grammar.unicorn)
      lexicon.add(phrase, { is: 'least', field: 'valuation_usd', min: 1e9 });
    for (const { id, label, aliases } of vocabularies.startup_stage.terms) {
      const phrases = [id.replaceAll('_', ' '), label, ...aliases].filter(
        (phrase) => phrase.length > 1 && /seed|series|round|\bpre\b/i.test(phrase),
      );
      for (const phrase of phrases)
        for (const behind of ['', ' stage', ' round', ' funded', ' funding']) {
          // `A round` is of series A, and `a round` is any.
          const capital = /^\p{L} /u.test(phrase) ? { capital: true as const } : {};
          lexicon.add(`${phrase}${behind}`, { is: 'value', field: 'stage', values: [id], ...capital });
        }
    }
    addStageOrder(lexicon);
    addByValue(lexicon, 'stage', grammar.stages);
    for (const { label, aliases, terms } of vocabularies.startup_stage.families)
      for (const phrase of [label, ...aliases])
        if (/stage|early/i.test(phrase)) lexicon.add(phrase, { is: 'value', field: 'stage', values: terms });
  },
  publications: (lexicon) => {
    addAffiliations(lexicon);
    addByValue(lexicon, 'topic', { surveys: grammar.surveys });
    addByValue(lexicon, 'resource', grammar.paper_resource);
    for (const [phrase, id] of venuePhrases()) {
      const isWord = !/\s/.test(phrase) && !/\p{Lu}.*\p{Lu}/u.test(phrase);
      if (isWord) continue;
      lexicon.add(phrase, { is: 'value', field: 'journal', values: [id] });
      lexicon.add(phrase.replace(/^IEEE /, ''), { is: 'value', field: 'journal', values: [id] });
    }
  },
  manufacturers: (lexicon) => addByValue(lexicon, 'kind', grammar.manufacturer_kind),
  news: (lexicon) => {
    for (const { id, aliases } of vocabularies.news_topic.terms) {
      const phrases = aliases.filter((alias) => /\s/.test(alias));
      for (const phrase of [id, ...phrases])
        lexicon.add(phrase, { is: 'value', field: 'topic', values: [id], task: phrase });
    }
    lexicon.add('deal', { is: 'plain' });
  },
  challenges: (lexicon) => {
    for (const phrase of grammar.closed)
      lexicon.add(phrase, { is: 'value', field: 'include_closed', values: ['true'] });
    addByValue(lexicon, 'kind', grammar.challenge_kind);
    addByValue(lexicon, 'recurrence', grammar.recurrence);
  },
  certification: (lexicon) => {
    addMarkets(lexicon);
    for (const { id, label, aliases } of vocabularies.guidance_scheme.terms)
      for (const phrase of [id, label, ...aliases]) addScheme(lexicon, phrase, id);
    addByValue(lexicon, 'obligation', grammar.obligation);
    addByValue(lexicon, 'document', grammar.document);
    addByValue(lexicon, 'in_phase', grammar.phase);
    for (const [id, phrases] of entries<string, string[]>(grammar.robot_category.forms))
      addByValue(lexicon, 'robot_category', { [id]: phrases.filter((phrase) => !isFeature(phrase)) });
    // Without `robot` behind it, `delivery` and `food` say what is asked about.
    for (const { id, label, aliases } of vocabularies.robot_category.terms) {
      const phrases = [id.replaceAll('_', ' '), ...aliases].map((phrase) => `${phrase} robot`);
      addByValue(lexicon, 'robot_category', { [id]: [label, ...phrases] });
    }
    addFeatures(lexicon);
  },
};

/** A market as the schemes that count there: that of the EU also by its members, others by what is asked for there. */
function addMarkets(lexicon: Lexicon): void {
  const { terms = [] } = vocabularies.guidance_scheme.families.find(({ label }) => label === US) ?? {};
  const add = (phrase: string, values: readonly string[]) => {
    const capital = isEnglish(fold(phrase)) && phrase.length < 4 ? { capital: true as const } : {};
    lexicon.add(phrase, { is: 'value', field: 'scheme', values, isAhead: true, ...capital });
  };
  for (const phrase of grammar.market.EU) add(phrase, ['EU']);
  for (const phrase of grammar.market.US) add(phrase, terms);
  for (const { id, names } of elsewhere.schemes) for (const phrase of [id, ...names]) add(phrase, [id]);
  const phrases = [...countryPhrases()];
  const members = phrases.find(([phrase]) => phrase === 'EU')?.[1] ?? [];
  for (const [phrase, codes] of phrases)
    if (codes.every((code) => members.includes(code)) && !/^[A-Z]{2}$/.test(phrase)) add(phrase, ['EU']);
}

const US = 'United States';

/** By its letters and by its whole name; words in small letters (`product safety`) say what is sought. */
function addScheme(lexicon: Lexicon, phrase: string, scheme: string): void {
  if (!/^\p{Lu}/u.test(phrase) || /\d/.test(phrase)) return;
  const capital = /^[A-Z]{2,6}$/.test(phrase) && isEnglish(fold(phrase)) ? { capital: true as const } : {};
  lexicon.add(phrase, { is: 'value', field: 'scheme', values: [scheme], ...capital });
}

/** `Outside` is outdoors where it is all that is said, and denies the market behind it elsewhere. */
const notFeatures = new Set([...grammar.notFeatures, ...Object.values(grammar.operators).flat()]);

/** What a product has, and what says that it has not. */
function addFeatures(lexicon: Lexicon): void {
  const add = (phrase: string, feature: string, isDenied: boolean) => {
    const value = { is: 'value', field: 'features', values: [feature] } as const;
    // `24GHz` is read as a number and its unit.
    for (const form of new Set([phrase, phrase.replace(/(\d)(\p{L})/gu, '$1 $2')]))
      lexicon.add(form, isDenied ? { ...value, isDenied } : value);
  };
  for (const { id, words } of features.kinds) for (const word of words) add(word, id, false);
  for (const { words, denies } of features.opposites) for (const word of words) add(word, denies, true);
  for (const { id, aliases } of features.groups.flatMap((group) => group.features))
    for (const phrase of [id.replaceAll('-', ' '), ...aliases])
      if (!notFeatures.has(phrase)) add(phrase, id, false);
}
