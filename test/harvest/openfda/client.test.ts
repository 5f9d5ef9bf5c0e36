import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFdaAdapter } from '../../../src/harvest/openfda/client.ts';
import { readKind } from '../helpers/dataset-folder.ts';
import { type Bench, startBench } from '../helpers/run.ts';
import { type AskedOf, type SourceServer, sendJson, startSource } from '../helpers/source-server.ts';

const meta = {
  disclaimer: 'Do not rely on openFDA to make decisions regarding medical care.',
  terms: 'https://open.fda.gov/terms/',
  license: 'https://open.fda.gov/license/',
  last_updated: '2026-11-17',
};
const nothing = { error: { code: 'NOT_FOUND', message: 'No matches found!' } };

type Results = { readonly [endpoint: string]: readonly (readonly unknown[])[] };

let source: SourceServer;
let bench: Bench;

beforeEach(async () => {
  bench = await startBench();
  source = await startSource((_, response) => sendJson(response, nothing, 404));
});
afterEach(() => source.close());

/** Serves pages by endpoint, as openFDA does: a Link header leads from each to the next, nothing is a 404. */
function serve(results: Results): void {
  source.answer(({ path, query }, response) => {
    const pages = results[path.replace(/^\/device\/|\.json$/g, '')] ?? [];
    const number = Number(query.get('search_after')?.replace('0=', '') ?? 0);
    const page = pages[number];
    if (page === undefined) {
      sendJson(response, nothing, 404);
      return;
    }
    const next = new URL(`${source.url}${path}?${query}`);
    next.searchParams.set('skip', '0');
    next.searchParams.set('search_after', `0=${number + 1}`);
    const headers = number + 1 < pages.length ? { link: `<${next.href}>; rel="next"` } : {};
    const total = pages.flat().length;
    sendJson(
      response,
      { meta: { ...meta, results: { skip: 0, limit: 1000, total } }, results: page },
      200,
      headers,
    );
  });
}

const clearance = {
  k_number: 'K262345',
  applicant: 'Intuitive Surgical, Inc.',
  contact: 'Somebody',
  address_1: '1266 Kifer Road',
  country_code: 'US',
  device_name: 'da Vinci 5 Surgical System, Model IS5000',
  decision_date: '2026-11-12',
  date_received: '2026-08-14',
  decision_code: 'SESE',
  decision_description: 'Substantially Equivalent',
  product_code: 'NAY',
  clearance_type: 'Traditional',
  statement_or_summary: 'Summary',
  third_party_flag: 'N',
  openfda: { device_name: 'System, Surgical, Computer Controlled Instrument', device_class: '2' },
};
const deNovo = { ...clearance, k_number: 'DEN260012', device_name: 'da Vinci X', decision_code: 'DENG' };
const approval = {
  pma_number: 'P260010',
  supplement_number: '',
  applicant: 'INTUITIVE SURGICAL',
  generic_name: 'Surgical robot',
  trade_name: 'DA VINCI 5',
  decision_date: '2026-11-10',
  decision_code: 'APPR',
  product_code: 'NAY',
};
const recall = {
  cfres_id: '210123',
  product_res_number: 'Z-0456-2026',
  event_date_initiated: '2026-10-20',
  event_date_posted: '2026-11-18',
  recall_status: 'Open, Classified',
  res_event_number: '98001',
  product_code: 'NAY',
  k_numbers: ['K232610'],
  product_description: 'da Vinci 5 Surgical System, Model Number IS5000; computer controlled instrument',
  recalling_firm: 'Intuitive Surgical, Inc.',
  reason_for_recall: 'A cable may wear early, which may stop an arm during a procedure.',
  root_cause_description: 'Device Design',
};

const run = (options = {}) => bench.run(openFdaAdapter(source.url), options);
const search = (path: string) =>
  source.asked.filter((asked: AskedOf) => asked.path === `/device/${path}.json`).map(({ query }) => query);

it('asks for the decisions and recalls of robotic product codes in a span of days', async () => {
  serve({ classification: [[{ product_code: 'QZZ', device_name: 'Robotic thing', device_class: '2' }]] });
  const summary = await run();
  expect(summary.fault).toBeUndefined();
  expect(search('510k')[0]?.get('search')).toBe(
    'decision_date:[2026-09-22 TO 2026-11-21] AND product_code:(DXX OR EOQ OR HAW OR IKK OR IYE OR MUJ OR NAY OR OLO OR ONA OR PHL OR QZZ)',
  );
  expect(search('510k')[0]?.get('sort')).toBe('decision_date:asc');
  expect(search('510k')[0]?.get('limit')).toBe('1000');
  expect(search('pma')).toHaveLength(1);
  expect(search('recall')[0]?.get('search')).toContain('event_date_posted:[2026-09-22 TO 2026-11-21]');
});

describe('a decision', () => {
  it('is a question to the review with a confidence, and changes nothing', async () => {
    const before = await readKind(bench.dataset, 'robots');
    serve({ '510k': [[clearance]] });
    const summary = await run();
    expect(await readKind(bench.dataset, 'robots')).toEqual(before);
    expect(summary.review).toHaveLength(1);
    const [report] = bench.queue.reports;
    expect(report).toMatchObject({
      kind: 'robots',
      id: 'da-vinci-5',
      field: 'certifications[-]',
      confidence: 1,
    });
    expect(report?.problem).toBe(
      'The FDA lists K262345, "da Vinci 5 Surgical System, Model IS5000" of Intuitive Surgical, Inc., decided on 2026-11-12. It may be this robot (confidence 1.00).',
    );
    expect(JSON.parse(report?.suggested ?? '')).toEqual({
      scheme: 'FDA',
      status: 'cleared',
      standard: '510(k)',
      identifier: 'K262345',
      date: '2026-11-12',
      evidence: 'regulator_record',
      source: 'https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfpmn/pmn.cfm?ID=K262345',
    });
  });

  it('of De Novo and PMA is told as what it is; a supplement is none of its own', async () => {
    serve({ '510k': [[deNovo]], pma: [[approval, { ...approval, supplement_number: 'S001' }]] });
    const summary = await run();
    expect(
      bench.queue.reports.map(({ id, suggested }) => [id, JSON.parse(suggested ?? '').standard]),
    ).toEqual([
      ['da-vinci-x', 'De Novo'],
      ['da-vinci-5', 'PMA'],
    ]);
    expect(summary.passed).toEqual({ supplement: 1 });
  });

  it('is asked about once, and not at all if we have it', async () => {
    serve({ '510k': [[clearance, { ...clearance, k_number: 'K232610' }]] });
    const first = await run();
    expect(first.passed).toEqual({ known: 1 });
    const second = await run();
    expect(second.review).toEqual([]);
    expect(second.reviewKnown).toBe(1);
  });

  it.each([
    [
      'of a device that is no robot of ours',
      { device_name: 'Knee Navigation', applicant: 'Somebody Else' },
      'no robot of ours',
    ],
    ['that says no', { decision_code: 'NSE' }, 'not cleared'],
  ])('%s is passed over', async (_, more, why) => {
    serve({ '510k': [[{ ...clearance, ...more }]] });
    expect((await run()).passed).toEqual({ [why]: 1 });
  });

  it.each([
    ['no number', { k_number: undefined }, 'k_number'],
    ['a number of another kind', { k_number: 'DROP TABLE' }, 'k_number'],
    ['a date in another form', { decision_date: '11/12/2026' }, 'decision_date'],
    ['no name', { device_name: '' }, 'device_name'],
    ['a date in the future', { decision_date: '2027-01-01' }, 'is dated 2027-01-01, in the future'],
  ])('with %s is told, and the others are read', async (_, more, told) => {
    serve({ '510k': [[{ ...clearance, ...more }, clearance, null]] });
    const summary = await run();
    expect(summary.refused).toHaveLength(2);
    expect(summary.refused[0]?.reason).toContain(told);
    expect(summary.refused[0]?.source).toBe('openFDA device/510k');
    expect(summary.review).toHaveLength(1);
  });
});

it('follows the links from page to page', async () => {
  const pages = [1, 2, 3].map((number) => [{ ...clearance, k_number: `K26000${number}` }]);
  serve({ '510k': pages });
  const summary = await run();
  expect(summary.review).toHaveLength(3);
  expect(search('510k').map((query) => query.get('search_after'))).toEqual([null, '0=1', '0=2']);
});

it('follows no link to another host', async () => {
  source.answer(({ path }, response) =>
    path.includes('510k')
      ? sendJson(response, { meta, results: [clearance] }, 200, {
          link: '<http://10.0.0.1/next>; rel="next"',
        })
      : sendJson(response, nothing, 404),
  );
  const summary = await run();
  expect(summary.fault).toBeUndefined();
  expect(summary.review).toHaveLength(1);
});

describe('a recall', () => {
  it('is news, once for all products of one event', async () => {
    serve({ recall: [[recall, { ...recall, cfres_id: '210124', product_res_number: 'Z-0457-2026' }]] });
    const summary = await run();
    expect(summary.refused).toEqual([]);
    expect(await readKind(bench.dataset, 'news')).toEqual([
      {
        id: '2026-11-18-intuitive-surgical-inc-recalls-da-vinci-5',
        date: '2026-11-18',
        headline: 'Intuitive Surgical, Inc. recalls da Vinci 5',
        summary:
          'The FDA posted recall Z-0456-2026 of Intuitive Surgical, Inc. on 2026-11-18: da Vinci 5 Surgical System, Model Number IS5000; computer controlled… Stated reason: A cable may wear early, which may stop an arm during a procedure.',
        topic: 'safety',
        outlet: 'FDA',
        url: 'https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfRES/res.cfm?ID=210123',
        entities: ['Intuitive Surgical', 'da Vinci 5'],
        countries: ['US'],
        sources: [
          {
            url: 'https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfRES/res.cfm?ID=210123',
            title: 'FDA, Medical Device Recalls',
          },
        ],
      },
    ]);
    expect((await run()).passed).toMatchObject({ known: 1 });
  });

  it('of somebody whom we do not know is passed over', async () => {
    serve({
      recall: [[{ ...recall, recalling_firm: 'Acme Beds LLC', product_description: 'A bed for hospitals' }]],
    });
    expect((await run()).passed).toEqual({ 'no robot of ours': 1 });
  });
});

describe('a service that is not itself', () => {
  it.each([
    [
      'an error page with status 200',
      (r: Parameters<typeof sendJson>[0]) => r.writeHead(200).end('<html>busy</html>'),
      'sent a page instead of JSON',
    ],
    ['no JSON', (r: Parameters<typeof sendJson>[0]) => r.writeHead(200).end('hello'), 'sent no JSON'],
    [
      'other JSON',
      (r: Parameters<typeof sendJson>[0]) => sendJson(r, { hello: 1 }),
      'sent an answer without results',
    ],
    [
      'an error with status 200',
      (r: Parameters<typeof sendJson>[0]) =>
        sendJson(r, { error: { code: 'BAD_REQUEST', message: 'Search not supported' } }),
      'refuses: Search not supported',
    ],
    [
      'a page that is not found',
      (r: Parameters<typeof sendJson>[0]) => r.writeHead(404).end('gone'),
      'sent no JSON',
    ],
    [
      'too many requests',
      (r: Parameters<typeof sendJson>[0]) => r.writeHead(429, { 'retry-after': '0' }).end(),
      'answers 429, 4 times',
    ],
    ['a broken connection', (r: Parameters<typeof sendJson>[0]) => r.destroy(), 'cannot be reached'],
  ])('%s: nothing is taken, and the cursor stays', async (_, answer, told) => {
    source.answer((_asked, response) => {
      answer(response);
    });
    const summary = await run();
    expect(summary.fault).toMatch(/^openFDA device\/classification /);
    expect(summary.fault).toContain(told);
    expect(summary.added).toEqual([]);
  });
});
