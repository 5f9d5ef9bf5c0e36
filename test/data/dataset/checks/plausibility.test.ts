import { describe, expect, it } from 'vitest';
import type { DatasetCheck } from '../../../../src/data/dataset/checks/check.ts';
import { plausibilityChecks } from '../../../../src/data/dataset/checks/checks.ts';
import { describedFigures, reachableRanges } from '../../../../src/data/dataset/checks/figures.ts';
import {
  conditions,
  datedAddresses,
  dayInAddress,
  droneLoads,
  families,
  foreignPrices,
  saleEvidence,
  sharedPrices,
  staleAnnouncements,
} from '../../../../src/data/dataset/checks/plausibility.ts';
import { completeStandards } from '../../../../src/data/dataset/checks/requirements.ts';
import { fundingTotals, roundDates, saleSums, stages } from '../../../../src/data/dataset/checks/rounds.ts';
import { plainTitles } from '../../../../src/data/dataset/checks/texts.ts';
import type { DatasetFiles } from '../../../../src/data/dataset/read.ts';
import { datasetWith } from '../fixture.ts';

const source = 'https://example.org/price';
const price = { usd_min: 900, kind: 'list', source } as const;
const euros = { original: { amount: 800, currency: 'EUR' } };
const series = 'Enterprise drone series with an open kit for payloads of third parties and others.';
const drone = { category: 'drone', specs: { range_km: 36, payload_kg: 200 } } as const;
const round = { last_round: { stage: 'series_c' }, source } as const;
const merger = { last_round: { stage: 'public', kind: 'announced_merger' }, source } as const;
const sale = { last_round: { stage: 'acquired', amount_usd: 900 }, source } as const;
const dated = (url: string, date: string) => [{ url, title: 'A page', date }];

function said(check: DatasetCheck, dataset: DatasetFiles): string[] {
  return [...check.check(dataset)].map(({ where, message }) => `${where} ${message}`);
}

const broken: [DatasetCheck, DatasetFiles, RegExp][] = [
  [
    plainTitles,
    datasetWith({ publications: [{ title: 'A ROS~2 \\emph{stack} -- revised' }] }),
    /title is written in TeX; write "A ROS 2 stack – revised"/,
  ],
  [
    plainTitles,
    datasetWith({ publications: [{ authors: ["Ren\\'{e} Doe"] }] }),
    /authors\.0 is .* "René Doe"/,
  ],
  [completeStandards, datasetWith({ certification: [{ document: 'standard' }] }), /lacks 5 to 15 steps/],
  [families, datasetWith({ robots: [{ name: 'Agilus series' }] }), /speaks of several models/],
  [families, datasetWith({ robots: [{ description: series }] }), /:acme-a1 speaks of several/],
  [families, datasetWith({ robots: [{ variant_of: 'agilus' }] }), /variant_of agilus is no family/],
  [families, datasetWith({ robots: [{}, { id: 'b', variant_of: 'acme-a1' }] }), /:b variant_of acme-a1/],
  [
    conditions,
    datasetWith({ robots: [{ conditions: { range_km: 'empty' } }] }),
    /conditions\.range_km has no/,
  ],
  [
    sharedPrices,
    datasetWith({ robots: [{ price }, { id: 'b', price }] }),
    /:b has the price of acme-a1 from the same/,
  ],
  [foreignPrices, datasetWith({ robots: [{ price: { ...price, ...euros } }] }), /is list, .* quoted in EUR/],
  [
    staleAnnouncements,
    datasetWith({ robots: [{ status: 'preorder', status_as_of: undefined, released: '2024-11-19' }] }),
    /is preorder since 2024-11-19/,
  ],
  [
    saleEvidence,
    datasetWith({ robots: [{ status_as_of: '2024-10' }] }),
    /:acme-a1 is available by no page since 2024-10;/,
  ],
  [
    saleEvidence,
    datasetWith({ robots: [{ status_as_of: undefined }] }),
    /is available by no page with a date; bring one, or say unknown/,
  ],
  [saleEvidence, datasetWith({ robots: [{ last_seen: '2026-09' }] }), /has last_seen beside available/],
  [droneLoads, datasetWith({ robots: [drone] }), /flies 36 km and carries 200 kg/],
  [
    reachableRanges,
    datasetWith({ robots: [{ specs: { range_km: 30, speed_m_s: 2, runtime_h: 3 } }] }),
    /:acme-a1 goes 30 km, but 2 m\/s for 3 h make 22 km/,
  ],
  [
    describedFigures,
    datasetWith({ robots: [{ description: 'Base with a payload of up to 1,300 kg for halls.' }] }),
    /payload_kg is 5, but its description tells of 1300/,
  ],
  [
    describedFigures,
    datasetWith({
      robots: [{ description: 'Cart for wide halls at up to 18 km/h.', specs: { speed_m_s: 3 } }],
    }),
    /speed_m_s is 3, but its description tells of 5/,
  ],
  [stages, datasetWith({ startups: [{ stage: 'undisclosed', funding: round }] }), /last round was series_c/],
  [
    stages,
    datasetWith({ startups: [{ stage: 'series_b', funding: round }] }),
    /is series_b, .* was series_c/,
  ],
  [
    stages,
    datasetWith({ startups: [{ stage: 'acquired', funding: round }] }),
    /told is series_c; tell the sale/,
  ],
  [
    stages,
    datasetWith({ startups: [{ stage: 'public', funding: merger }] }),
    /is public, but the merger is only announced/,
  ],
  [saleSums, datasetWith({ startups: [{ stage: 'acquired', funding: sale }] }), /900 was paid for the firm/],
  [
    roundDates,
    datasetWith({
      startups: [
        { as_of: '2024-01', funding: { last_round: { stage: 'seed', date: '2024-02-01' }, source } },
      ],
    }),
    /as_of is 2024-01, before the last round of 2024-02-01/,
  ],
  [
    fundingTotals,
    datasetWith({
      startups: [{ funding: { total_usd: 5, last_round: { stage: 'seed', amount_usd: 6 }, source } }],
    }),
    /total_usd 5 is less than the last round of 6/,
  ],
  [
    datedAddresses,
    datasetWith({ robots: [{ sources: dated('https://a.org/2024/01/18/x', '2024-01-17') }] }),
    /dated 2024-01-17 beside an address of 2024-01-18/,
  ],
  [
    datedAddresses,
    datasetWith({ news: [{ url: 'https://a.org/news-20250103-x' }] }),
    /dated 2025-01-02 beside an address of 2025-01-03/,
  ],
];

describe('each check of plausibility', () => {
  it.each(plausibilityChecks.map((check) => [check.name, check] as const))(
    '%s passes a valid dataset',
    (_, check) => {
      expect(said(check, datasetWith())).toEqual([]);
    },
  );

  it.each(
    broken.map(([check, dataset, wanted]) => [check.name, wanted.source, check, dataset, wanted] as const),
  )('%s says %s', (_name, _says, check, dataset, wanted) => {
    const found = said(check, dataset);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(wanted);
  });

  it('is broken by at least one case above', () => {
    const tried = new Set(broken.map(([check]) => check.name));
    expect(plausibilityChecks.filter(({ name }) => !tried.has(name))).toEqual([]);
  });

  it.each<[DatasetCheck, DatasetFiles]>([
    [
      families,
      datasetWith({
        robots: [
          { description: series, family: true },
          { id: 'b', variant_of: 'acme-a1' },
        ],
      }),
    ],
    [
      families,
      datasetWith({ robots: [{ description: `Compact arm of the Agilus family with six axes. ${series}` }] }),
    ],
    [families, datasetWith({ robots: [{ description: series, specs: {} }] })],
    [sharedPrices, datasetWith({ robots: [{ price }, { id: 'b', price: { ...price, usd_min: 901 } }] })],
    [foreignPrices, datasetWith({ robots: [{ price: { ...price, ...euros, kind: 'estimate' } }] })],
    [staleAnnouncements, datasetWith({ robots: [{ status: 'announced', released: '2024-11' }] })],
    [
      staleAnnouncements,
      datasetWith({ robots: [{ status: 'announced', released: '2020', status_as_of: '2026' }] }),
    ],
    [staleAnnouncements, datasetWith({ robots: [{ status: 'available', released: '2020' }] })],
    [
      saleEvidence,
      datasetWith({
        robots: [
          { status: 'unknown', status_as_of: undefined, last_seen: '2023' },
          { id: 'b', status_as_of: '2025' },
          { id: 'c', status_as_of: undefined, price: { ...price, as_of: '2026-01' } },
          {
            id: 'd',
            status_as_of: '2020',
            certifications: [
              { scheme: 'FDA', status: 'cleared', date: '2025-01-02', source: 'https://example.org/k' },
            ],
          },
        ],
      }),
    ],
    [droneLoads, datasetWith({ robots: [{ ...drone, conditions: { range_km: 'empty' } }] })],
    [reachableRanges, datasetWith({ robots: [{ specs: { range_km: 22, speed_m_s: 2, runtime_h: 3 } }] })],
    [
      describedFigures,
      datasetWith({
        robots: [
          {
            description: 'Arm with a payload of 8 kg near its base.',
            conditions: { payload_kg: 'at full reach' },
          },
        ],
      }),
    ],
    [stages, datasetWith({ startups: [{ stage: 'series_c', funding: round }] })],
    [stages, datasetWith({ startups: [{ stage: 'shut_down', funding: round }] })],
    [stages, datasetWith({ startups: [{ stage: 'series_b', funding: merger }] })],
    [
      fundingTotals,
      datasetWith({
        startups: [
          {
            funding: {
              total_usd: 5,
              last_round: { stage: 'acquired', amount_usd: 6, kind: 'acquisition' },
              source,
            },
          },
        ],
      }),
    ],
    [
      roundDates,
      datasetWith({
        startups: [
          { as_of: '2024-02', funding: { last_round: { stage: 'seed', date: '2024-02-01' }, source } },
        ],
      }),
    ],
    [datedAddresses, datasetWith({ robots: [{ sources: dated('https://a.org/2024/01/18/x', '2024-01') }] })],
  ])('%o lets pass what is right', (check, dataset) => {
    expect(said(check, dataset)).toEqual([]);
  });
});

describe('dayInAddress', () => {
  it.each([
    ['https://a.org/2024/01/18/x', '2024-01-18'],
    ['https://a.org/2024/1/8/x', '2024-01-08'],
    ['https://a.org/x-2024-01-18.html', '2024-01-18'],
    ['https://a.org/20240118_x', '2024-01-18'],
    ['https://a.org/2024/01/x', undefined],
    ['https://a.org/article/20241332', undefined],
    ['https://a.org/p/3887871679347208', undefined],
    ['https://2024-01-18.org/x', undefined],
  ])('reads %s as %s', (address, day) => {
    expect(dayInAddress(address)).toBe(day);
  });
});
