import { type Kind, kindIndexes } from '../../kinds/kinds.ts';
import { findCountries } from '../../kinds/vocabularies/countries.ts';
import { topicLabel } from '../../kinds/vocabularies/topics.ts';
import { termLabel, type VocabularyName, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { oneLine } from '../shared/answer.ts';

interface Label {
  readonly label: string;
  readonly unit?: string;
}

const named: Readonly<Record<string, Label>> = {
  dof: { label: 'Degrees of freedom' },
  area_m2: { label: 'Area', unit: 'm²' },
  ip_rating: { label: 'IP rating' },
  arxiv_id: { label: 'arXiv id' },
  arxiv_category: { label: 'arXiv category' },
  doi: { label: 'DOI' },
  url: { label: 'Page' },
  manufacturer: { label: 'Maker' },
  funding_is: { label: 'Funding' },
};

const units: Readonly<Record<string, string>> = {
  usd: 'USD',
  m_s: 'm/s',
  m2: 'm²',
  pa: 'Pa',
};

/** What a field is called for people; its unit stands in its name: `payload_kg` is Payload, kg. */
export function labelOf(field: string): Label {
  const known = named[field];
  if (known !== undefined) return known;
  const [, name = field, unit] = /^(.+)_(usd|m_s|km|cm|mm|m|m2|kg|h|pa)$/.exec(field) ?? [];
  const words = name.replaceAll('_', ' ').replaceAll('.', ' ');
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return unit === undefined ? { label } : { label, unit: units[unit] ?? unit };
}

/** A value of a field as people read it: `Japan` for `JP`, the maker's name for its id. */
export function valueLabel(kind: Kind, field: string, value: string): string {
  if (kind === 'publications' && field === 'topic') return topicLabel(value);
  const ask = kindIndexes[kind].fields[field]?.ask;
  const reads = ask?.as === 'words' ? ask.reads : undefined;
  if (reads === 'country' || field === 'country' || field === 'countries') {
    return findCountries(value)?.label ?? oneLine(value);
  }
  if (reads === 'name') return oneLine(value.slice(value.indexOf('|') + 1));
  if (reads !== undefined && reads in vocabularies)
    return termLabel(vocabularies[reads as VocabularyName], value);
  return oneLine(value);
}

// Made once: to make one costs more than to format a hundred numbers.
const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** `1234.5` as `1,234.5`. */
export function numberText(value: number): string {
  return numberFormat.format(value);
}

interface Price {
  readonly usd_min: number;
  readonly usd_max?: number | undefined;
  readonly kind: string;
  readonly of?: string | undefined;
}

/** `$1,600 from`, `$900 to $1,200`, `$300 a month, leased`, `$400 estimate of the parts alone`. */
export function priceText({ of, ...whole }: Price): string {
  const price = wholePriceText(whole);
  return of === undefined ? price : `${price} of the ${of} alone`;
}

function wholePriceText({ usd_min, usd_max = usd_min, kind }: Price): string {
  const sum =
    usd_max === usd_min ? `$${numberText(usd_min)}` : `$${numberText(usd_min)} to $${numberText(usd_max)}`;
  if (kind === 'lease_monthly') return `${sum} a month, leased`;
  return kind === 'list' || kind === 'range' ? sum : `${sum} ${kind}`;
}
