import { readFileSync } from 'node:fs';
import type { CorpusClause, CorpusLeaf } from './corpus.ts';
import { at, mentions, type RawRecord, textsAt } from './own-text.ts';
import {
  allOf,
  anyOf,
  byCode,
  byDate,
  byNumber,
  byRating,
  bySpec,
  byYear,
  equal,
  numberAt,
  oneOf,
  opposite,
  type Reading,
  type Truth,
  within,
} from './read-values.ts';

const countriesFile = new URL('../../dataset/taxonomy/countries.json', import.meta.url);
const { countries } = JSON.parse(readFileSync(countriesFile, 'utf8')) as {
  countries: { code: string; regions: string[] }[];
};
const regionsOf = new Map(countries.map(({ code, regions }) => [code, regions]));
const inCountry = (held: string, asked: string) =>
  [held, ...(regionsOf.get(held) ?? [])].some((place) => equal(place, asked));

/** Whether `place` is a country's code or a region's name. */
export function isPlace(place: string): boolean {
  return countries.some(({ code }) => inCountry(code, place));
}

/** `M. Hutter` and `Hutter` are `Marco Hutter`. */
function sameAuthor(held: string, asked: string): boolean {
  return asked.split(/[\s.]+/).every((part) => {
    const initial = new RegExp(`(?:^|[\\s-])${part}`, 'iu');
    return part === '' || (part.length === 1 ? initial.test(held) : mentions(held, part));
  });
}

const topicsFile = new URL('../../dataset/taxonomy/topics.json', import.meta.url);
const { topics } = JSON.parse(readFileSync(topicsFile, 'utf8')) as {
  topics: { id: string; label: string; names?: string[]; synonyms?: string[] }[];
};

/** A title that has a topic's words is on it; one that has not may be all the same. */
const byTopic: Reading = ({ in: asked = [] }, record) => {
  const words = asked.flatMap((id) => {
    const topic = topics.find((one) => one.id === id);
    return [String(id), topic?.label ?? [], topic?.names ?? [], topic?.synonyms ?? []].flat();
  });
  return words.some((word) => mentions(String(record.title), word)) || undefined;
};

type Certificate = Readonly<Record<'scheme' | 'status' | 'standard' | 'identifier', string | undefined>>;
const DECLARED_BY_MAKER = 'Remote ID';

/** Certifications that count: none that is pending, unless the question asks for a status. */
function certificatesOf(record: RawRecord, beside: readonly CorpusClause[]): readonly Certificate[] {
  const statuses = leavesOf(beside, 'certification_status');
  return ((record.certifications ?? []) as Certificate[]).filter(({ status = '' }) =>
    statuses.length === 0 ? status !== 'pending' : statuses.every((leaf) => oneOf([status], leaf)),
  );
}

/** Nothing recorded says nothing: most robots have certificates that nobody has listed. */
const byCertificate: Reading = (leaf, record, beside) => {
  const asksForDeclaration = leaf.in?.includes(DECLARED_BY_MAKER) === true;
  const counts = ({ scheme }: Certificate) => asksForDeclaration || scheme !== DECLARED_BY_MAKER;
  if (!((record.certifications ?? []) as Certificate[]).some(counts)) return undefined;
  return certificatesOf(record, beside)
    .filter(counts)
    .some((certificate) => leaf.in?.some((asked) => isCertificate(certificate, String(asked))));
};

function isCertificate({ scheme = '', standard = '', identifier = '' }: Certificate, asked: string): boolean {
  return equal(scheme, asked) || mentions(standard, asked) || equal(identifier, asked);
}

const byCertificateStatus: Reading = (leaf, record) => {
  const held = (record.certifications ?? []) as Certificate[];
  return oneOf(
    held.filter(({ scheme }) => scheme !== DECLARED_BY_MAKER).map(({ status = '' }) => status),
    leaf,
  );
};

function leavesOf(clauses: readonly CorpusClause[], field: string): CorpusLeaf[] {
  return clauses.filter((clause) => 'field' in clause).filter((leaf) => leaf.field === field);
}

const LEASE = 'lease_monthly';
const isLease = (leaf: CorpusLeaf) => leaf.in?.includes(LEASE) === true;

/** What a robot is sold for; a rent only where the question is of rents. */
const byPrice: Reading = (leaf, record, beside) => {
  const asksForLease = leavesOf(beside, 'price_kind').some(isLease);
  const isAsked = (at(record, 'price.kind') === LEASE) === asksForLease && record.family !== true;
  const low = isAsked ? numberAt(record, 'price.usd_min') : undefined;
  return within(leaf, low, numberAt(record, 'price.usd_max') ?? low);
};

const byPriceKind: Reading = (leaf, record) => {
  const kind = at(record, 'price.kind');
  return kind === undefined ? undefined : oneOf([kind === LEASE ? LEASE : 'purchase', String(kind)], leaf);
};

/** The known total, or else the last round if it was raised. */
const byFunding: Reading = (leaf, record) => {
  const isRaised = at(record, 'funding.last_round.kind') === undefined;
  const round = isRaised ? numberAt(record, 'funding.last_round.amount_usd') : undefined;
  return within(leaf, numberAt(record, 'funding.total_usd') ?? round);
};

const byStage: Reading = (leaf, record) =>
  record.stage === 'undisclosed' && !leaf.in?.includes('undisclosed')
    ? undefined
    : oneOf(textsAt(record, 'stage'), leaf);

const byIdentifier =
  (...paths: readonly string[]): Reading =>
  (leaf, record) =>
    oneOf(
      paths.flatMap((path) => textsAt(record, path)),
      leaf,
      (held, asked) => equal(held, asked) || mentions(held, asked),
    );

/**
 * Whether a requirement counts for a product of which the question says features that it has and has not: it has one of
 * `features` (if any are named), all of `all_of` and none of `none_of`.
 */
const byFeatures: Reading = (_leaf, record, beside) => {
  const asked = leavesOf(beside, 'features').flatMap(({ in: features = [] }) => features);
  const denied = leavesOf(
    beside.flatMap((clause) => ('not' in clause ? [clause.not] : [])),
    'features',
  ).flatMap(({ in: features = [] }) => features);
  const has = (feature: string): Truth =>
    asked.includes(feature) ? true : denied.includes(feature) ? false : undefined;
  const listed = (name: string) => textsAt(record, `applies_to.${name}`).map(has);
  const features = listed('features');
  return allOf([
    features.length === 0 || anyOf(features),
    allOf(listed('all_of')),
    opposite(anyOf(listed('none_of'))),
  ]);
};

const byProduct: Reading = ({ in: asked = [] }, record) =>
  oneOf(textsAt(record, 'applies_to.categories'), { field: 'robot_category', in: ['all', ...asked] });

/** A standard that stands in another scheme's answers is not of that scheme, and yet belongs there. */
const byScheme: Reading = (leaf, record) => {
  if (oneOf(textsAt(record, 'scheme'), leaf)) return true;
  const standing = (record.standing ?? []) as { scheme: string }[];
  return standing.some(({ scheme }) => oneOf([scheme], leaf)) ? undefined : false;
};

const specs = [
  ...['height_cm', 'length_cm', 'width_cm', 'mass_kg', 'payload_kg', 'reach_mm', 'dof', 'speed_m_s'],
  ...['runtime_h', 'repeatability_mm', 'range_km', 'depth_m', 'ceiling_m', 'area_m2', 'suction_pa', 'arms'],
];

/** How each field is read; any other is a code that is compared as it stands. */
export const readings: Readonly<Record<string, Reading>> = {
  ...Object.fromEntries(specs.map((name) => [name, bySpec])),
  ip_dust: byRating(2),
  ip_water: byRating(3),
  country: byCode('country', inCountry),
  'robots.country': byCode('manufacturer.country', inCountry),
  'news.country': byCode('countries', inCountry),
  manufacturer: byCode('manufacturer.id'),
  released: byDate('released'),
  price_usd: byPrice,
  price_kind: byPriceKind,
  'robots.certification': byCertificate,
  certification_status: byCertificateStatus,
  author: byCode('authors', sameAuthor),
  title: byCode('title', mentions),
  published: byDate('published'),
  'publications.topic': byTopic,
  arxiv_category: byCode('categories'),
  'publications.identifier': byIdentifier('id', 'aliases', 'doi', 'arxiv_id'),
  founded: byYear,
  stage: byStage,
  funding_usd: byFunding,
  valuation_usd: byNumber('funding.last_round.valuation_usd'),
  last_round: byDate('funding.last_round.date'),
  date: byDate('date'),
  entity: byCode('entities', mentions),
  outlet: byCode('outlet', mentions),
  deadline: byDate('deadline', 'event_date'),
  prize_usd: byNumber('prize_usd'),
  'certification.scheme': byScheme,
  robot_category: byProduct,
  features: byFeatures,
  'certification.identifier': byIdentifier('id', 'basis', 'edition', 'aliases', 'title'),
};
