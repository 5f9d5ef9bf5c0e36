import { z } from 'zod';
import { newestPage } from '../age.ts';
import {
  aliases,
  confidence,
  confidenceRank,
  countryCode,
  keyword,
  line,
  namesOf,
  slug,
  sources,
  webAddress,
} from '../common.ts';
import { defineKind, PROMINENCE } from '../definition.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';
import { inWholeRows } from '../whole-rows.ts';

export const manufacturerKinds = [
  'robot_maker',
  'component',
  'contract_manufacturing',
  'integrator',
  'software',
] as const;

const manufacturer = z.strictObject({
  id: slug,
  name: line(1, 100),
  aliases,
  country: countryCode.describe('Headquarters, ISO 3166-1 alpha-2'),
  founded: z.number().int().min(1800).max(2100).optional(),
  kind: z.enum(manufacturerKinds),
  capabilities: z.array(keyword).min(1).describe('What it makes or can make'),
  description: line(40, 300),
  url: webAddress.optional(),
  confidence,
  sources,
});

export const manufacturerKind = defineKind('manufacturers', manufacturer, {
  label: 'A manufacturer',
  domainStopWords:
    'manufacturer maker company supplier supply vendor producer firm robot robotic robotics part component service build builder',
  text: [
    { name: 'name', variants: true, of: (maker) => namesOf(maker).join(' ') },
    { name: 'capabilities', of: (maker) => maker.capabilities.join(' ') },
    { name: 'description', variants: true, of: (maker) => maker.description },
    {
      name: 'further',
      of: (maker) => [...countrySearchWords(maker.country), maker.kind].join(' '),
    },
  ],
  fields: {
    capability: {
      type: 'words',
      of: (maker) => maker.capabilities,
      ask: { as: 'words', describe: 'What it makes or can make: cobots, lidar, strain wave gears' },
      facet: true,
    },
    country: {
      type: 'words',
      of: (maker) => maker.country,
      ask: { as: 'words', reads: 'country', describe: 'Headquarters: code, name or region' },
      facet: true,
    },
    kind: {
      type: 'words',
      of: (maker) => maker.kind,
      ask: {
        as: 'words',
        reads: 'manufacturer_kind',
        isHeading: true,
        describe: `One of ${manufacturerKinds.join(', ')}`,
      },
      facet: true,
    },
  },
  columns: {
    confidence: { type: 'number', of: (maker) => confidenceRank(maker.confidence) },
    founded: { type: 'number', of: (maker) => maker.founded },
    prominence: PROMINENCE,
    capability_count: { type: 'number', of: (maker) => maker.capabilities.length },
  },
  dates: [{ field: 'founded', nouns: 'founded established started' }],
  seen: ({ sources }) => ({ facts: newestPage(sources) }),
  sorts: {
    youngest: { column: 'founded', descending: true },
    oldest: { column: 'founded' },
    name: { alphabetical: 'name' },
  },
  search: {
    name: 'search_manufacturers',
    title: 'Search manufacturers',
    description:
      'Makers of robots and components, contract manufacturers, integrators and software firms by name, capability, country; no prices.',
    announced: true,
    shows: {
      name: {},
      country: {},
      kind: {},
      capabilities: { schema: () => z.array(z.string()) },
      url: {},
      description: inWholeRows(({ description }) => description),
      founded: {
        schema: z.number,
        of: ({ founded }, { asked, isWhole }) => (isWhole || asked.has('founded') ? founded : undefined),
        lacking: { say: 'not stated' },
      },
    },
  },
  keys: (maker) => [maker.id, ...namesOf(maker)],
});
