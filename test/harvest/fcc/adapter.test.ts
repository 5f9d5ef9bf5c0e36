import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fccAdapter } from '../../../src/harvest/fcc/adapter.ts';
import { readCsv, readExport } from '../../../src/harvest/fcc/read-export.ts';
import { entityBomb } from '../../arxiv/feeds.ts';
import { type Bench, startBench } from '../helpers/run.ts';

let bench: Bench;
let place: string;

beforeEach(async () => {
  bench = await startBench();
  place = await mkdtemp(join(tmpdir(), 'fcc-'));
});

const headings =
  'View Form,Display Exhibits,Display Grant,Display Correspondence,Applicant Name,Address,City,State,Country,Zip Code,FCC ID,Application Purpose,Final Action Date,Lower Frequency In MHz,Upper Frequency In MHz';

function csv(...rows: string[]): string {
  return `${[headings, ...rows].join('\r\n')}\r\n`;
}

const g1 =
  ',,,,"Unitree Robotics Co., Ltd.","Building 1, ""East""",Hangzhou,N/A,China,N/A,2AZ2N-G1,Original Equipment,11/18/2026,2402.0,2480.0';
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Results><Row><Applicant_Name>Unitree Robotics Co., Ltd.</Applicant_Name><FCC_ID>2AZ2N-G1</FCC_ID><Application_Purpose>Original Equipment</Application_Purpose><Final_Action_Date>11/18/2026</Final_Action_Date></Row></Results>`;

async function harvested(text: string | Buffer) {
  const file = join(place, 'export');
  await writeFile(file, text);
  return bench.run(fccAdapter(file));
}

describe('an export', () => {
  it.each([
    ['CSV', csv(g1)],
    ['CSV with a byte order mark', `\ufeff${csv(g1)}`],
    ['tabs', 'FCC ID\tApplicant Name\tFinal Action Date\n2AZ2N-G1\tUnitree Robotics Co., Ltd.\t11/18/2026\n'],
    [
      'semicolons and two columns for one id',
      'Grantee Code;Product Code;Applicant;Grant Date\n2AZ2N;-G1;Unitree Robotics Co., Ltd.;2026-11-18\n',
    ],
    ['XML', xml],
  ])('of %s becomes a question to the review', async (_, text) => {
    const summary = await harvested(text);
    expect(summary.fault).toBeUndefined();
    expect(summary.refused).toEqual([]);
    expect(bench.queue.reports).toHaveLength(1);
    const [report] = bench.queue.reports;
    expect(report).toMatchObject({ kind: 'robots', id: 'unitree-g1', field: 'certifications[-]' });
    expect(report?.confidence).toBeGreaterThanOrEqual(0.5);
    expect(JSON.parse(report?.suggested ?? '')).toMatchObject({
      scheme: 'FCC',
      status: 'certified',
      identifier: '2AZ2N-G1',
      date: '2026-11-18',
    });
  });

  it('names one grant in several rows, one for each band', async () => {
    const summary = await harvested(csv(g1, g1.replace('2402.0,2480.0', '5150.0,5250.0')));
    expect(summary.review).toHaveLength(1);
    expect(summary.passed).toEqual({ 'another row of the same grant': 1 });
  });

  it('of what we have, or of others, asks nothing', async () => {
    const summary = await harvested(
      csv(
        g1.replace('2AZ2N-G1', '2AZ2N-GO1'),
        g1.replace('2AZ2N-G1', 'ABC-TOASTER').replace('Unitree', 'Acme'),
      ),
    );
    expect(summary.review).toEqual([]);
    expect(summary.passed).toEqual({ 'no robot of ours': 2 });
  });

  it('knows a maker by the grantee code of its other grants', async () => {
    await harvested(csv(g1.replace('Unitree Robotics Co., Ltd.', 'Hangzhou Yushu Technology Co., Ltd.')));
    expect(bench.queue.reports).toMatchObject([{ id: 'unitree-g1' }]);
  });
});

describe('bad input', () => {
  it.each([
    ['no FCC ID', g1.replace('2AZ2N-G1', ''), 'has no FCC ID'],
    [
      'an id that cannot be',
      g1.replace('2AZ2N-G1', '2AZ2N-<script>'),
      'has the FCC ID "2AZ2N-<SCRIPT>", which cannot be one',
    ],
    ['no applicant', g1.replace('"Unitree Robotics Co., Ltd."', ''), 'names no applicant'],
    [
      'a date that may be either of two',
      g1.replace('11/18/2026', '3/4/2026'),
      'has a date that cannot be read: "3/4/2026"',
    ],
    ['a date in the future', g1.replace('11/18/2026', '11/28/2026'), 'is dated 2026-11-28, in the future'],
  ])('a row with %s is told, and the others are read', async (_, row, reason) => {
    const summary = await harvested(csv(row, g1.replace('2AZ2N-G1', '2AZ2N-G1X')));
    expect(summary.refused.map((one) => one.reason)).toEqual([reason]);
    expect(summary.fault).toBeUndefined();
  });

  it.each([
    ['a page', '<html><body>Session timed out</body></html>', 'is an HTML page'],
    ['another table', 'Name,Price\nA,1\n', 'no column is called FCC ID'],
    ['XML without rows', '<a><b/></a>', 'has no rows with an FCC ID'],
    ['entities that grow', entityBomb, 'declares entities of its own'],
    [
      'bytes that are no text',
      Buffer.from([0x46, 0xff, 0xfe, 0x00, 0xd8]),
      'is not in the encoding that it states',
    ],
  ])('%s instead of an export is refused', async (_, text, told) => {
    const summary = await harvested(text);
    expect(summary.fault).toContain(told);
    expect(bench.queue.reports).toEqual([]);
  });

  it('a file that is not there is told', async () => {
    const summary = await bench.run(fccAdapter(join(place, 'none')));
    expect(summary.fault).toContain('cannot be read (ENOENT)');
  });
});

it('reads cells as RFC 4180 has them', () => {
  expect(readCsv('a,"b ""c"", d",\r\n\r\n"e\nf",g,h')).toEqual([
    ['a', 'b "c", d', ''],
    ['e\nf', 'g', 'h'],
  ]);
});

it('takes the first five letters for the grantee where they begin with a digit, else three', () => {
  const { grants } = readExport('FCC ID,Applicant,Grant Date\n2AZ2NGO1,A,2026\nOKP8017,B,2015\n');
  expect(grants.map(({ fccId }) => fccId)).toEqual(['2AZ2N-GO1', 'OKP-8017']);
});
