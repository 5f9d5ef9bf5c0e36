import { describe, expect, it } from 'vitest';
import type { DatasetCheck } from '../../../../src/data/dataset/checks/check.ts';
import { datasetChecks } from '../../../../src/data/dataset/checks/checks.ts';
import {
  canonicalLines,
  completeAliases,
  manufacturers,
  publicationIds,
  repeatedTexts,
  sortedLines,
  twins,
  uniqueAliases,
  uniqueIds,
} from '../../../../src/data/dataset/checks/identity.ts';
import {
  circularRequirements,
  consistentRequirements,
  relatedRequirements,
} from '../../../../src/data/dataset/checks/requirements.ts';
import { statedFigures } from '../../../../src/data/dataset/checks/stated.ts';
import { visibleTexts } from '../../../../src/data/dataset/checks/texts.ts';
import {
  addresses,
  addressFault,
  affiliations,
  countries,
  dates,
  knownCurrencies,
  ranges,
  taxonomyWords,
} from '../../../../src/data/dataset/checks/values.ts';
import type { DatasetFiles } from '../../../../src/data/dataset/read.ts';
import { datasetWith } from '../fixture.ts';

const maker = { id: 'acme', name: 'Acme Robotics', country: 'DE' };
const price = { kind: 'list', source: 'https://example.org/price' } as const;
const scope = { categories: ['all' as const], features: ['wifi'] };
const webSource = (url: string) => [{ url, title: 'A page' }];

/** A robot whose payload of 5 kg a page is said to state so. */
function stated(as_stated: string, more: object = {}): DatasetFiles {
  return datasetWith({
    robots: [
      {
        sources: [{ key: 'manual', url: 'https://example.org/manual', title: 'A manual' }],
        evidence: { 'specs.payload_kg': { source: 'manual', as_stated, seen: '2026-10' } },
        ...more,
      },
    ],
  });
}

function places(check: DatasetCheck, dataset: DatasetFiles): string[] {
  return [...check.check(dataset)].map(({ where, message }) => `${where} ${message}`);
}

/** Each check with a dataset that breaks it, and what it says then. */
const broken: [DatasetCheck, DatasetFiles, RegExp][] = [
  ...(
    [
      ['Ro\u200bbot', '200B'],
      ['Robot\u{e0069}', 'E0069'],
      ['Robot\u202e', '202E'],
      ['Ro\u00adbot', '00AD'],
      ['Robot\ue000', 'E000'],
      ['Robot\u{1f12f}\u{e0100}', 'E0100'],
      ['Robot\u2028One', '2028'],
      ['Robot  One', '0020'],
      ['Roboter fu\u0308r', '0075'],
      ['Robot\ud83d', 'D83D'],
    ] as const
  ).map(([name, code]): [DatasetCheck, DatasetFiles, RegExp] => [
    visibleTexts,
    datasetWith({ startups: [{ name }] }),
    new RegExp(`^startups\\.jsonl:nova name holds U\\+${code},`),
  ]),
  [sortedLines, datasetWith({ robots: [{ id: 'b' }, { id: 'a' }] }), /^robots\.jsonl:a stands after b/],
  [uniqueIds, datasetWith({ news: [{}, {}] }), /^news\.jsonl:2025-01-02-acme-opens-a-plant stands twice/],
  [
    uniqueAliases,
    datasetWith({ publications: [{}, { id: 'other', aliases: ['2401.02117'] }] }),
    /^publications\.jsonl:other alias 2401/,
  ],
  [completeAliases, datasetWith({ publications: [{ aliases: ['2401.02117'] }] }), /lack 10\.1109\/test/],
  [
    publicationIds,
    datasetWith({ publications: [{ id: 'mobile' }] }),
    /:mobile the id .* use arxiv-2401-02117/,
  ],
  [
    manufacturers,
    datasetWith({ robots: [{ manufacturer: { ...maker, id: 'nobody' } }] }),
    /nobody is not in/,
  ],
  [manufacturers, datasetWith({ robots: [{ manufacturer: { ...maker, name: 'ACME' } }] }), /\.name is ACME/],
  [
    manufacturers,
    datasetWith({ robots: [{ manufacturer: { ...maker, country: 'AT' } }] }),
    /\.country is AT/,
  ],
  [
    twins,
    datasetWith({ startups: [{ id: 'acme', name: 'Acme Robotics' }] }),
    /^startups\.jsonl:acme country is FR, but DE at manufacturers\.jsonl:acme;/,
  ],
  [
    twins,
    datasetWith({
      startups: [{ name: 'ACME-robotics', country: 'DE' }],
    }),
    /name is ACME-robotics, but Acme Robotics/,
  ],
  [
    twins,
    datasetWith({
      manufacturers: [{ founded: 2015 }],
      startups: [{ aliases: ['Acme Robotics'], name: 'Acme Robotics', country: 'DE', founded: 2016 }],
    }),
    /founded is 2016, but 2015/,
  ],
  [statedFigures, stated('13 lb'), /evidence\.specs\.payload_kg states "13 lb", but it is 5/],
  [statedFigures, stated('5 g'), /states "5 g"/],
  [statedFigures, stated('often kg'), /states "often kg"/],
  [statedFigures, stated('four kg'), /states "four kg"/],
  [
    statedFigures,
    stated('', {
      specs: { arms: 1 },
      evidence: { 'specs.arms': { source: 'manual', as_stated: 'a cart with arms', seen: '2026-10' } },
    }),
    /states "a cart with arms"/,
  ],
  [statedFigures, stated('2 005 kg'), /states "2 005 kg"/],
  [statedFigures, stated('5'), /states "5"/],
  [statedFigures, stated('5 kg', { specs: { mass_kg: 5 } }), /payload_kg is of no value/],
  [
    statedFigures,
    stated('5 kg', { sources: webSource('https://example.org/') }),
    /names manual, the key of no/,
  ],
  [
    statedFigures,
    stated('5 kg', {
      sources: ['a', 'b'].map((page) => ({
        key: 'manual',
        url: `https://example.org/${page}`,
        title: 'A page',
      })),
    }),
    /two sources with one key/,
  ],
  [relatedRequirements, datasetWith({ certification: [{ related: ['gone'] }] }), /:fcc-a related gone/],
  [circularRequirements, datasetWith({ certification: [{ after: ['fcc-a'] }] }), /after leads back/],
  [consistentRequirements, datasetWith({ certification: [{ document: 'standard' }] }), /no standing/],
  [countries, datasetWith({ startups: [{ country: 'XX' }] }), /^startups\.jsonl:nova XX is no country/],
  [countries, datasetWith({ news: [{ countries: ['DE', 'EU'] }] }), /EU is no country/],
  [countries, datasetWith({ robots: [{ manufacturer: { ...maker, country: 'UK' } }] }), /UK is no country/],
  [
    affiliations,
    datasetWith({ publications: [{ affiliations: ['ETH Zurich', 'MIT'] }] }),
    /^publications\.jsonl:arxiv-2401-02117 affiliation MIT is called Massachusetts Institute of Technology/,
  ],
  [countries, datasetWith({ publications: [{ countries: ['DE', 'UK'] }] }), /UK is no country/],
  [addresses, datasetWith({ publications: [{ code: 'https://localhost/a.b' }] }), /code https/],
  [
    knownCurrencies,
    datasetWith({ robots: [{ price: { ...price, usd_min: 1, original: { amount: 1, currency: 'EUX' } } }] }),
    /EUX is no currency/,
  ],
  [ranges, datasetWith({ robots: [{ price: { ...price, usd_min: 9, usd_max: 8 } }] }), /usd_min is above/],
  [ranges, datasetWith({ certification: [{ typical_weeks: { min: 3, max: 2 } }] }), /typical_weeks\.min/],
  [
    taxonomyWords,
    datasetWith({ certification: [{ applies_to: { ...scope, none_of: ['magic'] } }] }),
    /feature magic/,
  ],
  [taxonomyWords, datasetWith({ publications: [{ topics: ['magic'] }] }), /topic magic/],
  [dates, datasetWith({ robots: [{ released: '2026-12' }] }), /released 2026-12 lies after/],
  [dates, datasetWith({ startups: [{ founded: 2027 }] }), /founded 2027/],
  [dates, datasetWith({ news: [{ date: '2026-11-21' }] }), /date 2026-11-21/],
  [dates, datasetWith({ robots: [{ price: { ...price, usd_min: 1, as_of: '2027' } }] }), /price\.as_of 2027/],
  [
    addresses,
    datasetWith({ robots: [{ sources: webSource('http://localhost:3000/a.html') }] }),
    /public host/,
  ],
  [addresses, datasetWith({ news: [{ url: 'https://192.168.1.1/a' }] }), /^news\.jsonl:.* url https:\/\/192/],
  [
    repeatedTexts,
    datasetWith({ startups: [{}, { id: 'nova-2' }] }),
    /^startups\.jsonl:nova-2 says the same as startups\.jsonl:nova;/,
  ],
];

describe('each check', () => {
  it.each(datasetChecks.map((check) => [check.name, check] as const))(
    '%s passes a valid dataset',
    (_, check) => {
      expect(places(check, datasetWith())).toEqual([]);
    },
  );

  it.each(
    broken.map(([check, dataset, wanted]) => [check.name, wanted.source, check, dataset, wanted] as const),
  )('%s says %s', (_name, _says, check, dataset, wanted) => {
    const said = places(check, dataset);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(wanted);
  });

  it('is broken by at least one case above or below', () => {
    const tried = new Set([...broken.map(([check]) => check.name), canonicalLines.name]);
    expect(datasetChecks.filter(({ name }) => !tried.has(name))).toEqual([]);
  });
});

describe('canonicalLines', () => {
  it('names the line that has spaces or another order of keys', () => {
    const dataset = datasetWith({ startups: [{}, { id: 'nova-2' }] });
    const [first = '', second = ''] = dataset.lines.startups;
    const spaced = JSON.stringify(JSON.parse(first), null, 1).replaceAll('\n', '');
    const { id, ...rest } = JSON.parse(second);
    const lines = { ...dataset.lines, startups: [spaced, JSON.stringify({ ...rest, id }), first] };
    const said = places(canonicalLines, { ...dataset, lines });
    expect(said.map((one) => one.split(' ')[0])).toEqual(['startups.jsonl:nova', 'startups.jsonl:nova-2']);
  });
});

describe('dates', () => {
  it('lets a challenge lie ahead, and a year or month that has begun', () => {
    const challenges = [{ opens: '2027-01-01', deadline: '2027-02', event_date: '2028' }];
    expect(places(dates, datasetWith({ challenges, robots: [{ released: '2026-11' }] }))).toEqual([]);
    expect(places(dates, datasetWith({ robots: [{ released: '2026' }] }))).toEqual([]);
  });
});

describe('countries', () => {
  it('lets a union be the place of a challenge', () => {
    expect(places(countries, datasetWith({ challenges: [{ country: 'EU' }] }))).toEqual([]);
  });
});

describe('statedFigures', () => {
  it.each([
    ['specs.payload_kg', '11 lb', { specs: { payload_kg: 4.99 } }],
    ['specs.payload_kg', 'Payload (kg): 5', {}],
    ['specs.payload_kg', 'up to 5,000 g', {}],
    ['specs.payload_kg', '0,05 t', { specs: { payload_kg: 50 } }],
    ['specs.runtime_h', '50 minutes', { specs: { runtime_h: 0.83 } }],
    ['specs.reach_mm', 'Reach_m 0.85', { specs: { reach_mm: 850 } }],
    ['specs.width_cm', '342 x 339 x 351 mm', { specs: { width_cm: 33.9 } }],
    ['specs.speed_m_s', '18 km/h (11 mph)', { specs: { speed_m_s: 5 } }],
    ['specs.ip_rating', 'rated IP 54', { specs: { ip_rating: 'IP54' } }],
    ['specs.dof', 'Degrees of Freedom: 6', { specs: { dof: 6 } }],
    ['specs.arms', 'a patient cart with four robotic arms', { specs: { arms: 4 } }],
    ['specs.arms', 'It includes a robotic arm and a camera', { specs: { arms: 1 } }],
    ['specs.runtime_h', 'runs for Two hours', { specs: { runtime_h: 2 } }],
    ['price', 'deux modèles (1 499 euros)', { price: { ...price, usd_min: 1499 } }],
    ['specs.width_cm', 'Maximum width W2 592 mm', { specs: { width_cm: 59.2 } }],
    ['price', '$16,000', { price: { ...price, usd_min: 16000 } }],
    ['price', 'Cost_KUSD 44.64', { price: { ...price, usd_min: 44640 } }],
    ['price', 'a robot of $1.5 million', { price: { ...price, usd_min: 1500000 } }],
    ['price', 'Standard machine = $1.4M', { price: { ...price, usd_min: 1400000 } }],
    ['price', 'about 25k euros', { price: { ...price, usd_min: 29000, original: { amount: 25000 } } }],
    ['released', 'March 2026', { released: '2026-03' }],
    ['status', 'In stock', {}],
  ])('takes %s as "%s"', (path, as_stated, more) => {
    const evidence = { [path]: { source: 'manual', as_stated, seen: '2026-10' } };
    expect(places(statedFigures, stated('', { ...more, evidence }))).toEqual([]);
  });
});

describe('publicationIds', () => {
  it('lets a paper keep the id of the time before its arXiv id was known', () => {
    expect(
      places(publicationIds, datasetWith({ publications: [{ id: 'doi-10-1109-test-2024-1' }] })),
    ).toEqual([]);
  });
});

describe('addressFault', () => {
  it.each(['https://arxiv.org/abs/2401.02117', 'http://www.hallikainen.com/x?a=1#b', 'https://例え.jp/'])(
    'lets %s pass',
    (address) => {
      expect(addressFault(address)).toBeUndefined();
    },
  );

  it.each([
    'no address',
    'ftp://example.org/a',
    'javascript:alert(1)',
    'https://intranet/a.b',
    'http://localhost/a.b',
    'http://127.0.0.1/a.b',
    'http://2130706433/a.b',
    'http://[::1]/a.b',
    'http://printer.local/a.b',
    'https://user:pass@example.org/',
    'https://example.org/100%',
  ])('refuses %s', (address) => {
    expect(addressFault(address)).toMatch(/;/);
  });
});
