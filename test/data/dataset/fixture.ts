import { canonicalLine } from '../../../src/data/dataset/canonical.ts';
import type { DatasetFiles } from '../../../src/data/dataset/read.ts';
import { type Kind, kinds, type RecordOf, type RecordsByKind } from '../../../src/kinds/kinds.ts';

const sources = [{ url: 'https://example.org/page', title: 'A page' }];

const manufacturer: RecordOf<'manufacturers'> = {
  id: 'acme',
  name: 'Acme Robotics',
  country: 'DE',
  kind: 'robot_maker',
  capabilities: ['cobots'],
  description: 'Maker of collaborative arms in a small town by the sea.',
  confidence: 'primary',
  sources,
};

const robot: RecordOf<'robots'> = {
  id: 'acme-a1',
  name: 'A1',
  manufacturer: { id: 'acme', name: 'Acme Robotics', country: 'DE' },
  category: 'cobot',
  tags: ['six-axis'],
  description: 'A collaborative arm with six axes that carries five kilograms in workshops.',
  status: 'available',
  status_as_of: '2025-12',
  released: '2024-05',
  specs: { payload_kg: 5 },
  certifications: [],
  confidence: 'primary',
  sources,
};

const publication: RecordOf<'publications'> = {
  id: 'arxiv-2401-02117',
  aliases: ['2401.02117', '10.1109/test.2024.1'],
  title: 'Mobile Manipulation at Home',
  authors: ['Ada Lovelace'],
  published: '2024-01',
  year: 2024,
  categories: ['cs.RO'],
  topics: ['mobile-manipulation'],
  arxiv_id: '2401.02117',
  doi: '10.1109/TEST.2024.1',
  url: 'https://arxiv.org/abs/2401.02117',
  sources,
};

const startup: RecordOf<'startups'> = {
  id: 'nova',
  name: 'Nova',
  country: 'FR',
  stage: 'seed',
  focus: ['grippers'],
  description: 'Young company that makes grippers for soft fruit and for eggs.',
  confidence: 'reported',
  sources,
};

const news: RecordOf<'news'> = {
  id: '2025-01-02-acme-opens-a-plant',
  date: '2025-01-02',
  headline: 'Acme opens a plant in the south',
  summary:
    'Acme Robotics has opened a second plant, where two hundred people will build arms for laboratories.',
  topic: 'business',
  outlet: 'The Paper',
  url: 'https://example.org/news',
  entities: ['Acme Robotics'],
  countries: ['DE'],
  sources,
};

const challenge: RecordOf<'challenges'> = {
  id: 'cup-2027',
  title: 'Robot Cup 2027',
  organizer: 'The League',
  kind: 'competition',
  topics: ['soccer'],
  summary: 'Teams of autonomous robots play soccer on an artificial lawn for three days.',
  event_date: '2027-06',
  url: 'https://example.org/cup',
  confidence: 'primary',
  sources,
};

const requirement: RecordOf<'certification'> = {
  id: 'fcc-a',
  scheme: 'FCC',
  title: 'A rule for radios',
  authority: 'FCC',
  basis: '47 CFR 15.247',
  applies_to: { categories: ['all'], features: ['wifi'] },
  obligation: 'mandatory',
  phase: 'verification',
  summary:
    'Radios of this band are tested in a laboratory and certified by a recognised body before they are sold.',
  checklist: [{ step: 'Test it', detail: 'Have the radio tested in a laboratory.' }],
  related: [],
  sources,
};

/** A kind without one is left empty. */
const valid: Partial<RecordsByKind> = {
  robots: [robot],
  publications: [publication],
  startups: [startup],
  news: [news],
  manufacturers: [manufacturer],
  challenges: [challenge],
  certification: [requirement],
};

/** The changes to one record of the valid dataset. */
type Changes = { readonly [K in Kind]?: readonly Partial<RecordOf<K>>[] };

/**
 * A dataset of one valid record a kind, dated 2026-11-20. For each kind named in `changes` there is one record for
 * each entry, made of the valid one and the entry.
 */
export function datasetWith(changes: Changes = {}): DatasetFiles {
  const records = Object.fromEntries(
    kinds.map((kind) => {
      const [first] = valid[kind] ?? [];
      const changed = (changes[kind] ?? [{}]).map((change) => ({ ...first, ...change }));
      return [kind, first === undefined ? [] : changed];
    }),
  ) as unknown as RecordsByKind;
  const lines = Object.fromEntries(
    kinds.map((kind) => [kind, records[kind].map((one) => lineOf(kind, one))]),
  );
  return {
    version: { version: '2026.11.20', date: '2026-11-20' },
    records,
    lines: lines as unknown as DatasetFiles['lines'],
    faults: [],
  };
}

/** The canonical line of a record, or what JSON makes of it where a test breaks the schema on purpose. */
function lineOf(kind: Kind, record: object): string {
  const { topics, ...paper } = record as { topics?: unknown };
  const written = kind === 'publications' ? paper : record;
  try {
    return canonicalLine(kind, written);
  } catch {
    return JSON.stringify(written);
  }
}
