import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKind, writeDatasetFolder } from '../../harvest/helpers/dataset-folder.ts';
import { clearance, type LocalSources, startLocalSources } from '../../harvest/helpers/local-sources.ts';
import { runHere } from '../../helpers/program.ts';

let place: string;
let dataset: string;
let sources: LocalSources;
let today: string;

beforeEach(async () => {
  today = '2026-11-21';
  place = await mkdtemp(join(tmpdir(), 'harvest-cli-'));
  dataset = await writeDatasetFolder(join(place, 'dataset'));
  sources = await startLocalSources(place);
});
afterEach(async () => {
  await sources.server.close();
  await rm(place, { recursive: true, force: true });
});

function harvest(...args: string[]) {
  const places = ['--dataset', dataset, '--data-dir', join(place, 'data'), '--date', today];
  return runHere(['harvest', ...args, ...places, ...sources.options]);
}

function review(...args: string[]) {
  return runHere(['review', ...args, '--data-dir', join(place, 'data')]);
}

describe('robotics-mcp harvest', () => {
  it('asks all sources of the network, and says what it made of each', async () => {
    sources.day.papers = [{ id: '2611.00001' }, { id: '2611.00002', title: '' }];
    sources.day.clearances = [clearance];
    sources.day.news = ['Unitree Robotics raises $100M to build more humanoids'];
    const { code, stdout, stderr } = await harvest();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `arxiv    since 2026-11-14: 1 added, 0 changed, 0 to review, 1 refused
  + arxiv-2611-00001: A Walking Robot Learns Number 2611.00001
  - arXiv, 2611.00002: has no title
openfda  since 2026-09-22: 0 added, 0 changed, 1 to review, 0 refused
  ? da-vinci-5: The FDA lists K262345, "da Vinci 5 Surgical System, Model IS5000" of Intuitive Surgical, Inc., de…
feeds    since 2026-11-07: 1 added, 0 changed, 0 to review, 0 refused
  + 2026-11-20-unitree-robotics-raises-100m-to-build-more-humanoids: Unitree Robotics raises $100M to build more …
links    since 2026-11-14: 0 added, 0 changed, 0 to review, 0 refused
2 record(s) went into the dataset, 1 into review.
`,
    );
    expect(await readKind(dataset, 'news')).toHaveLength(1);
  });

  it('files what somebody has to decide where review finds it; accepted, it is in every search', async () => {
    sources.day.clearances = [clearance];
    await harvest('openfda');
    const listed = JSON.parse((await review('list', '--json')).stdout) as {
      ticket: string;
      report: object;
    }[];
    expect(listed).toMatchObject([{ report: { resource_type: 'robots', resource_id: 'da-vinci-5' } }]);
    const accepted = await review('accept', listed[0]?.ticket ?? '', '--by', 'ana');
    expect(accepted).toMatchObject({ code: 0, stderr: '' });
    const args = ['--query', 'da Vinci 5', '--certification', 'K262345', '--data-dir', join(place, 'data')];
    const found = await runHere(['call', 'search_robots', ...args]);
    expect(found.stdout).toContain('da Vinci 5');
    // Decided, it is not asked again.
    expect((await harvest('openfda')).stdout).toContain('1 in review already');
    expect(JSON.parse((await review('list', '--json')).stdout)).toEqual([]);
  });

  it('proposes news of a feed that is not trusted; accepted, it is found', async () => {
    const feeds = [{ url: `${sources.server.url}/feed`, outlet: 'Robot News', robotics: true }];
    await writeFile(join(place, 'feeds.json'), JSON.stringify(feeds));
    // Review goes by the clock, and takes nothing from the future.
    today = '2025-11-10';
    sources.day.newsDate = '2025-11-08';
    sources.day.news = ['Quokka Dynamics opens a zebra polishing robot plant in Ulm'];
    const { stdout } = await harvest('feeds');
    expect(stdout).toContain('1 to review');
    expect(await readKind(dataset, 'news')).toEqual([]);
    const [item] = JSON.parse((await review('list', '--json')).stdout) as { ticket: string }[];
    expect((await review('accept', item?.ticket ?? '')).stderr).toBe('');
    const search = [
      'call',
      'get_latest_news',
      '--query',
      'zebra polishing',
      '--data-dir',
      join(place, 'data'),
    ];
    expect((await runHere(search)).stdout).toContain('Quokka Dynamics opens a zebra polishing robot plant');
    expect((await harvest('feeds')).stdout).toContain('1 in review already');
  });

  it('reads an export of the FCC that somebody saved', async () => {
    const file = join(place, 'export.csv');
    await writeFile(
      file,
      'FCC ID,Applicant Name,Final Action Date\n2AZ2N-G1,"Unitree Robotics Co., Ltd.",11/18/2026\n',
    );
    const { code, stdout } = await harvest('fcc', '--file', file);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '? unitree-g1: The FCC lists 2AZ2N-G1 of Unitree Robotics Co., Ltd., granted on 2026-11-18.',
    );
  });

  it('writes nothing in a dry run', async () => {
    sources.day.papers = [{ id: '2611.00001' }];
    sources.day.clearances = [clearance];
    const before = await readFile(join(dataset, 'publications.jsonl'), 'utf8');
    const { stdout } = await harvest('arxiv', 'openfda', '--dry-run');
    expect(stdout).toContain('1 record(s) would go into the dataset, 1 into review. Nothing was written.');
    expect(await readFile(join(dataset, 'publications.jsonl'), 'utf8')).toBe(before);
    await expect(readFile(join(place, 'data', 'harvest', 'cursors.json'))).rejects.toThrow('ENOENT');
  });

  it('reads the other sources though one is down, and says so in its code', async () => {
    sources.day.isArxivDown = true;
    sources.day.news = ['Unitree Robotics raises $100M to build more humanoids'];
    const { code, stdout } = await harvest('arxiv', 'feeds');
    expect(code).toBe(1);
    expect(stdout).toContain('  ! arXiv answers 503, 4 times. The next run goes on from here.');
    expect(stdout).toContain('Not read to the end: arxiv.');
    expect(await readKind(dataset, 'news')).toHaveLength(1);
  });

  it('keeps what would steer a terminal off it', async () => {
    sources.server.answer((_, response) => {
      response.writeHead(200).end(JSON.stringify({ error: { code: 'X', message: 'no\u001b[2J\u202e' } }));
    });
    const { stdout } = await harvest('openfda');
    expect(stdout).toContain('! openFDA device/classification refuses: no [2J');
    for (const hidden of ['\u001b', '\u202e']) expect(stdout).not.toContain(hidden);
  });

  it('prints all of it as JSON', async () => {
    sources.day.papers = [{ id: '2611.00001' }];
    const report = JSON.parse((await harvest('arxiv', '--json')).stdout) as { sources: object[] };
    expect(report.sources).toMatchObject([
      { source: 'arxiv', since: '2026-11-14', added: [{ kind: 'publications', id: 'arxiv-2611-00001' }] },
    ]);
  });

  it.each([
    [['nasa'], 'sources'],
    [['fcc'], 'harvest fcc --file EXPORT'],
    [['arxiv', '--file', 'x.csv'], 'harvest fcc --file EXPORT'],
    [['daily', 'arxiv'], 'daily asks all sources'],
    [['feeds', '--month', '2026-10'], '--month is for arxiv alone'],
    [['arxiv', '--month', '2026-13'], '--month is a month such as 2026-10, not "2026-13"'],
    [
      ['arxiv', '--since', 'lately'],
      '--since "lately" is no date that can be read. Write a day such as 2026-11-20',
    ],
    [['arxiv', '--since', '2026-02-30'], '--since "2026-02-30" is no date that exists'],
    [['arxiv', '--since', '03/04/2026'], 'Write 2026-04-03 or 2026-03-04'],
    [['arxiv', '--unsigned'], '--unsigned is for daily'],
    [['daily'], '--releases or ROBOTICS_MCP_RELEASES'],
    [['daily', '--releases', 'r'], 'Give the private key with --key FILE'],
    [['daily', '--releases', 'r', '--key', 'k', '--unsigned'], 'Give a key or --unsigned, not both'],
    [['arxiv', '--sinse', '2026-11-01'], 'Did you mean --since?'],
  ])('refuses %j', async (args, told) => {
    const { code, stdout, stderr } = await harvest(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  });

  it.each([
    ['no file', undefined, 'cannot be read'],
    ['no JSON', 'feeds', 'cannot be read'],
    ['another form', '{"feeds":[]}', 'is wrong at its beginning'],
    ['a field too many', '[{"url":"https://a.example.org/feed","outlet":"A","secret":1}]', 'is wrong at 0'],
    ['no address', '[{"url":"file:///etc/passwd","outlet":"A"}]', 'is wrong at 0.url'],
  ])('says what is wrong with a list of feeds: %s', async (_, text, told) => {
    await rm(join(place, 'feeds.json'));
    if (text !== undefined) await writeFile(join(place, 'feeds.json'), text);
    const { code, stderr } = await harvest('feeds');
    expect(code).toBe(1);
    expect(stderr).toContain('feeds.json');
    expect(stderr).toContain(told);
  });
});
