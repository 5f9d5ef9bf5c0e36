import { confidenceRank } from '../confidence-rank.ts';
import type { ColumnSpec, KindIndex } from '../kind-index.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';
import { termLabel, termWords, vocabularies } from '../vocabularies/vocabulary.ts';
import { numericSpecs, type Robot } from './robot.ts';

/** A robot's certification in one word of a column, so that a filter looks at each distinct one once. */
export function certificationWord(certification: Robot['certifications'][number]): string {
  const { status, scheme, standard = '', identifier = '' } = certification;
  return [status, scheme, standard, identifier].join('|');
}

const specColumns = Object.fromEntries(
  numericSpecs.map((name): [string, ColumnSpec<Robot>] => [
    `specs.${name}`,
    { type: 'number', of: (robot) => robot.specs[name] },
  ]),
);

/** A level of confidence weighs as much as so many facts. */
const confidenceWeight = 4;

/** Where nothing else decides, robots that one can have come first, and of these the ones of which most is known. */
function standing(robot: Robot): number {
  const known = Object.keys(robot.specs).length + (robot.price ? 3 : 0) + robot.certifications.length;
  const current = robot.status === 'available' || robot.status === 'preorder' ? 0 : 1;
  return current * 50 + confidenceRank(robot.confidence) * confidenceWeight - Math.min(known, 20);
}

export const robotIndex: KindIndex<'robots'> = {
  kind: 'robots',
  fillers: ['robot', 'robotic', 'model', 'product', 'machine', 'device', 'bot', 'company', 'unit', 'system'],
  text: [
    { name: 'name', weight: 6, variants: true, of: (robot) => robot.name },
    { name: 'maker', weight: 4, variants: true, of: (robot) => robot.manufacturer.name },
    {
      name: 'category',
      weight: 3,
      of: ({ category }) => `${category} ${termLabel(vocabularies.robot_category, category)}`,
    },
    {
      name: 'category_words',
      weight: 0.6,
      of: (robot) => termWords(vocabularies.robot_category, robot.category).join(' '),
    },
    { name: 'tags', weight: 2, of: (robot) => robot.tags.join(' ') },
    { name: 'description', weight: 1, variants: true, of: (robot) => robot.description },
    {
      name: 'further',
      weight: 0.5,
      of: (robot) =>
        [
          ...countrySearchWords(robot.manufacturer.country),
          ...robot.certifications.flatMap(({ scheme, standard = '', identifier = '' }) => [
            scheme,
            standard,
            identifier,
          ]),
        ].join(' '),
    },
  ],
  columns: {
    category: { type: 'words', of: (robot) => robot.category },
    country: { type: 'words', of: (robot) => robot.manufacturer.country },
    manufacturer: { type: 'words', of: (robot) => `${robot.manufacturer.id}|${robot.manufacturer.name}` },
    status: { type: 'words', of: (robot) => robot.status },
    schemes: {
      type: 'words',
      of: ({ certifications }) =>
        certifications.filter(({ status }) => status !== 'pending').map(({ scheme }) => scheme),
    },
    certifications: { type: 'words', of: (robot) => robot.certifications.map(certificationWord) },
    price_min: { type: 'number', of: (robot) => robot.price?.usd_min },
    price_max: { type: 'number', of: ({ price }) => price?.usd_max ?? price?.usd_min },
    price_kind: { type: 'words', of: (robot) => robot.price?.kind },
    released: { type: 'date', of: (robot) => robot.released },
    confidence: { type: 'number', of: (robot) => confidenceRank(robot.confidence) },
    standing: { type: 'number', of: standing },
    ...specColumns,
  },
  keys: (robot) => [
    robot.id,
    robot.name,
    `${robot.manufacturer.name} ${robot.name}`,
    ...robot.certifications.flatMap(({ identifier }) => (identifier === undefined ? [] : [identifier])),
  ],
};
