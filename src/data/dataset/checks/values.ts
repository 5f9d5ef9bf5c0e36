import { isIP } from 'node:net';
import { isFeature } from '../../../certification/features.ts';
import { type Kind, kinds, type RecordsByKind } from '../../../kinds/kinds.ts';
import { findAffiliation } from '../../../kinds/vocabularies/affiliations.ts';
import { isCountry, isUnion } from '../../../kinds/vocabularies/countries.ts';
import { isTopic } from '../../../kinds/vocabularies/topics.ts';
import { percentFault } from '../../../lib/percent-encoding.ts';
import { type DatasetCheck, placeOf, texts } from './check.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Every country is one of ISO 3166-1. */
export const countries: DatasetCheck = {
  name: 'countries',
  *check({ records }) {
    for (const { kind, id, codes } of countriesOf(records)) {
      // A union funds a challenge; a firm sits in a country.
      const isPlace = (one: string) => isCountry(one) || (kind === 'challenges' && isUnion(one));
      for (const code of codes.filter((one) => !isPlace(one))) {
        yield { where: placeOf(kind, id), message: `${code} is no country; use its ISO 3166-1 alpha-2 code` };
      }
    }
  },
};

/** Every currency is one of ISO 4217. */
export const knownCurrencies: DatasetCheck = {
  name: 'currencies',
  *check({ records }) {
    const found = [
      ...records.robots.map(({ id, price }) => ({
        kind: 'robots' as const,
        id,
        field: 'price',
        original: price?.original,
      })),
      ...records.startups.map(({ id, funding }) => ({
        kind: 'startups' as const,
        id,
        field: 'funding',
        original: funding?.original,
      })),
    ];
    for (const { kind, id, field, original } of found) {
      const currency = original?.currency;
      if (currency !== undefined && !currencies.has(currency)) {
        yield {
          where: placeOf(kind, id),
          message: `${field}.original.currency ${currency} is no currency; use its ISO 4217 code`,
        };
      }
    }
  },
};

/** The lower end of a range is not above its upper end. */
export const ranges: DatasetCheck = {
  name: 'ranges',
  *check({ records }) {
    for (const { id, price } of records.robots) {
      if (price?.usd_max !== undefined && price.usd_min > price.usd_max) {
        yield { where: placeOf('robots', id), message: 'price.usd_min is above usd_max; swap or mend them' };
      }
    }
    for (const { id, typical_weeks, typical_cost_usd } of records.certification) {
      for (const [field, span] of Object.entries({ typical_weeks, typical_cost_usd })) {
        if (span !== undefined && span.min > span.max) {
          yield {
            where: placeOf('certification', id),
            message: `${field}.min is above max; swap or mend them`,
          };
        }
      }
    }
  },
};

/** Feature words and topics are words of the taxonomy. */
export const taxonomyWords: DatasetCheck = {
  name: 'taxonomy-words',
  *check({ records }) {
    for (const { id, applies_to } of records.certification) {
      const { features, all_of = [], none_of = [] } = applies_to;
      for (const word of [...features, ...all_of, ...none_of].filter((one) => !isFeature(one))) {
        yield {
          where: placeOf('certification', id),
          message: `feature ${word} is not in taxonomy/features.json; mend it there or here`,
        };
      }
    }
    for (const { id, topics } of records.publications) {
      for (const topic of topics.filter((one) => !isTopic(one))) {
        yield {
          where: placeOf('publications', id),
          message: `topic ${topic} is not in taxonomy/topics.json`,
        };
      }
    }
  },
};

/** Every institution stands under the one name that the reviewed list gives it. */
export const affiliations: DatasetCheck = {
  name: 'affiliations',
  *check({ records }) {
    for (const { id, affiliations: own = [] } of records.publications) {
      for (const name of own) {
        const known = findAffiliation(name);
        if (known !== undefined && known !== name)
          yield { where: placeOf('publications', id), message: `affiliation ${name} is called ${known}` };
      }
    }
  },
};

function* countriesOf(
  records: RecordsByKind,
): Generator<{ kind: Kind; id: string; codes: readonly string[] }> {
  for (const kind of kinds) {
    for (const record of records[kind]) {
      const codes: string[] = [];
      if ('manufacturer' in record) codes.push(record.manufacturer.country);
      if ('country' in record && record.country !== undefined) codes.push(record.country);
      if ('countries' in record) codes.push(...(record.countries ?? []));
      yield { kind, id: record.id, codes };
    }
  }
}

/** Fields that hold a date, by the last part of their path. */
const dateFields = new Set(
  'released status_as_of as_of date read published opens deadline event_date'.split(' '),
);
/** Numbers that are a year, as fields of a record. */
const yearFields = ['founded', 'year'] as const;
/** What a challenge announces may lie ahead. */
const mayLieAhead = new Set(['opens', 'deadline', 'event_date']);

/** No fact is dated after the dataset itself. */
export const dates: DatasetCheck = {
  name: 'dates',
  *check({ version, records }) {
    for (const kind of kinds) {
      for (const record of records[kind]) {
        for (const { path, date } of datesAfter(kind, record, version.date)) {
          yield {
            where: placeOf(kind, record.id),
            message: `${path} ${date} lies after the dataset's own date ${version.date}; mend it or raise VERSION`,
          };
        }
      }
    }
  },
};

/** The dates of a record that lie after a day, but for those that may. */
export function* datesAfter(
  kind: Kind,
  record: object,
  day: string,
): Generator<{ readonly path: string; readonly date: string }> {
  for (const { path, date } of datesOf(record)) {
    if (kind === 'challenges' && mayLieAhead.has(path)) continue;
    if (isAfter(date, day)) yield { path, date };
  }
}

/** A month or a year lies after a day when it begins after it. */
function isAfter(date: string, day: string): boolean {
  return date > day.slice(0, date.length);
}

function* datesOf(value: object, path = ''): Generator<{ path: string; date: string }> {
  for (const [key, part] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (typeof part === 'string' && dateFields.has(key)) yield { path: here, date: part };
    else if (typeof part === 'number' && isYear(key)) yield { path: here, date: String(part) };
    else if (typeof part === 'object' && part !== null) yield* datesOf(part, here);
  }
}

function isYear(key: string): boolean {
  return (yearFields as readonly string[]).includes(key);
}

const addressFields = new Set(['url', 'venue_url', 'code', 'project', 'source']);
const privateSuffixes = [
  '.local',
  '.localhost',
  '.internal',
  '.lan',
  '.home',
  '.test',
  '.invalid',
  '.example',
];

/** Every address is a public http(s) page. */
export const addresses: DatasetCheck = {
  name: 'addresses',
  *check({ records }) {
    for (const kind of kinds) {
      for (const record of records[kind]) {
        for (const { path, text } of texts(record)) {
          // The source of evidence is a key among the sources, which have the addresses.
          if (path.startsWith('evidence.') || !addressFields.has(path.split('.').at(-1) ?? '')) continue;
          const fault = addressFault(text);
          if (fault !== undefined)
            yield { where: placeOf(kind, record.id), message: `${path} ${text} ${fault}` };
        }
      }
    }
  },
};

/** What is wrong with an address and what to do; undefined if it is a public http(s) page. */
export function addressFault(text: string): string | undefined {
  const fault = percentFault(text);
  if (fault !== undefined) return fault;
  if (!URL.canParse(text)) return 'is no address; write the whole address of the page that was read';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'is not http(s); name a public page';
  if (url.username !== '' || url.password !== '') return 'holds a user name; take it out';
  return isPublicHost(url.hostname)
    ? undefined
    : 'is not on a public host; name a page that everybody can read';
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  // No page worth citing is known by its number alone, and private ranges are hard to list in full.
  if (host.startsWith('[') || isIP(host) !== 0) return false;
  return host.includes('.') && !privateSuffixes.some((suffix) => host.endsWith(suffix));
}
