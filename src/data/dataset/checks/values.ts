import { isFeature } from '../../../certification/features.ts';
import { type Kind, kinds, type RecordsByKind } from '../../../kinds/kinds.ts';
import { isCountry } from '../../../kinds/vocabularies/countries.ts';
import { isTopic } from '../../../kinds/vocabularies/topics.ts';
import { type DatasetCheck, placeOf } from './check.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Every country is one of ISO 3166-1. */
export const countries: DatasetCheck = {
  name: 'countries',
  scope: ['robots', 'startups', 'news', 'manufacturers', 'challenges'],
  *check({ records }) {
    for (const { kind, id, codes } of countriesOf(records)) {
      for (const code of codes.filter((one) => !isCountry(one))) {
        yield { where: placeOf(kind, id), message: `${code} is no country; use its ISO 3166-1 alpha-2 code` };
      }
    }
  },
};

/** Every currency is one of ISO 4217. */
export const knownCurrencies: DatasetCheck = {
  name: 'currencies',
  scope: ['robots', 'startups'],
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
  scope: ['robots', 'certification'],
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
  scope: ['certification', 'publications'],
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

function* countriesOf(
  records: RecordsByKind,
): Generator<{ kind: Kind; id: string; codes: readonly string[] }> {
  for (const kind of kinds) {
    for (const record of records[kind]) {
      const codes: string[] = [];
      if ('manufacturer' in record) codes.push(record.manufacturer.country);
      if ('country' in record && record.country !== undefined) codes.push(record.country);
      if ('countries' in record) codes.push(...record.countries);
      yield { kind, id: record.id, codes };
    }
  }
}
