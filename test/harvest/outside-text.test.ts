import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Adapter } from '../../src/harvest/adapter.ts';
import { arxivAdapter } from '../../src/harvest/arxiv/adapter.ts';
import { fccAdapter } from '../../src/harvest/fcc/adapter.ts';
import { feedsAdapter } from '../../src/harvest/feeds/adapter.ts';
import { openFdaAdapter } from '../../src/harvest/openfda/client.ts';
import { atomFeed, rss } from './helpers/feed-pages.ts';
import { oaiError, oaiPage } from './helpers/oai-pages.ts';
import { startBench } from './helpers/run.ts';
import { sendJson, sendXml, startSource } from './helpers/source-server.ts';

/** Letters of tags that spell an instruction, joiners, selectors, overrides, private use: XML lets all of them pass. */
const hidden =
  '\u{e0049}\u{e0067}\u00ad\u200b\u200d\u202e\u2066\u2063\ufeff\ufff9\ue000\u{e0100}\ufe0f\u3164';
const UNSEEN =
  /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|\\u(?:d[89a-f]|00[01]|200[be])/u;

const hid = (text: string) => text.replaceAll(' ', ` ${hidden}`).replaceAll('o', `${hidden}o`);

const recall = {
  cfres_id: '210123',
  product_res_number: hid('Z-0456-2026 o'),
  event_date_posted: '2026-11-18',
  product_description: hid('da Vinci 5 Surgical System, Model Number IS5000'),
  recalling_firm: hid('Intuitive Surgical, Inc.'),
  reason_for_recall: hid('A cable may wear early, which may stop an arm during a procedure.'),
};
const clearance = {
  k_number: 'K262345',
  applicant: hid('Intuitive Surgical, Inc.'),
  device_name: hid('da Vinci 5 Surgical System, Model IS5000'),
  decision_date: '2026-11-12',
  decision_code: 'SESE',
};
const title = hid('Unitree Robotics raises money to build more of its G1 robots');

/** What a source sends by the end of its path, and how it is read. */
const sources: [string, (path: string) => string | object, (url: string) => Promise<Adapter> | Adapter][] = [
  [
    'an RSS feed',
    () => rss([{ title }, { title: hid('Robots'), link: 'https://news.example.org/2' }]),
    (url) => feedsAdapter([{ url: `${url}/feed`, outlet: 'Robot News', robotics: true, trusted: true }]),
  ],
  [
    'an Atom feed into review',
    () => atomFeed([{ title: title.replace(hidden, '&lt;b&gt;&amp;#x200b;&amp;#xe0041;&lt;/b&gt;') }]),
    (url) => feedsAdapter([{ url: `${url}/feed`, outlet: 'Robot News', robotics: true, trusted: false }]),
  ],
  [
    'arXiv',
    () =>
      oaiPage([
        {
          id: '2611.00001',
          title: hid('A walking robot learns to walk'),
          authors: hid('Ana M\\"uller, Wei Zhong'),
          journalRef: hid('Robotics and Automation Letters 2026'),
          doi: '10.1109/test',
        },
        { id: '2611.00002', title: hidden },
      ]),
    (url) => arxivAdapter({ oai: `${url}/oai`, api: `${url}/api` }),
  ],
  [
    'an error of arXiv',
    () => oaiError('badArgument', hid('No such set')),
    (url) => arxivAdapter({ oai: url, api: url }),
  ],
  [
    'openFDA',
    (path) =>
      path.includes('recall') ? { results: [recall] } : { results: path.includes('510k') ? [clearance] : [] },
    (url) => openFdaAdapter(url),
  ],
  [
    'an error of openFDA',
    () => ({ error: { code: 'X', message: hid('no more questions') } }),
    (url) => openFdaAdapter(url),
  ],
  [
    'an export of the FCC',
    () => '',
    async () => {
      const file = join(await mkdtemp(join(tmpdir(), 'fcc-')), 'export.csv');
      const row = `2AZ2N-G1,"${hid('Unitree Robotics Co., Ltd.')}",11/18/2026\n2AZ2N-G2,${hidden},no date${hidden}\n`;
      await writeFile(file, `FCC ID,Applicant Name,Final Action Date\n${row}2AZ2N-G3,Co,n${hidden}\n`);
      return fccAdapter(file);
    },
  ],
];

it.each(sources)('nothing hidden comes in by %s', async (_, bodyOf, adapterOf) => {
  const bench = await startBench();
  const source = await startSource(({ path }, response) => {
    const body = bodyOf(path);
    if (typeof body === 'string') sendXml(response, body);
    else sendJson(response, body);
  });
  try {
    const summary = await bench.run(await adapterOf(source.url));
    const files = ['news.jsonl', 'publications.jsonl'].map((name) =>
      readFile(join(bench.dataset, name), 'utf8').catch(() => ''),
    );
    const stored = [
      ...(await Promise.all(files)),
      JSON.stringify([summary, bench.queue.proposals, bench.queue.reports]),
    ];
    const found = summary.added.length + summary.review.length + summary.refused.length;
    expect(found + (summary.fault?.length ?? 0)).toBeGreaterThan(0);
    for (const text of stored) expect(text).not.toMatch(UNSEEN);
  } finally {
    await source.close();
  }
});
