import { describe, expect, it } from 'vitest';
import { splitAuthors } from '../../src/arxiv/authors.ts';
import { listAddress, type OaiRecord, readOaiPage, resumeAddress } from '../../src/arxiv/oai.ts';
import { XmlError } from '../../src/text/xml.ts';
import { oaiError, oaiPage } from '../harvest/helpers/oai-pages.ts';
import { entityBomb } from './feeds.ts';

function paperOf(record: OaiRecord | undefined) {
  if (record === undefined || record.reading === 'deleted' || 'problem' in record.reading) {
    throw new Error(`no paper: ${JSON.stringify(record)}`);
  }
  return record.reading.paper;
}

describe('a page of the list', () => {
  it('has all that the raw format states of a paper', () => {
    const page = readOaiPage(
      oaiPage(
        [
          {
            id: '2611.01234',
            title: 'On {\\em Soft} Grippers\n  with $\\alpha$-Shapes & "More"',
            authors:
              "Erd{\\H o}s P\\'al (1), Jos\\'e {\\O}ster and Anne-Marie L\\\"ubke, Jr. ((1) MIT, (2) ETH)",
            categories: 'cs.RO cs.LG eess.SY',
            versions: [
              { date: 'Tue, 3 Nov 2026 08:15:00 GMT' },
              { date: 'Fri, 20 Nov 2026 13:15:28 GMT', source: 'D' },
            ],
            doi: '10.1109/LRA.2026.1234567',
            journalRef: 'IEEE Robotics and Automation Letters, vol. 11, 2026',
          },
        ],
        'verb%3DListRecords%26skip%3D2500',
      ),
    );
    expect(page.token).toBe('verb%3DListRecords%26skip%3D2500');
    expect(page.error).toBeUndefined();
    expect(paperOf(page.records[0])).toEqual({
      id: '2611.01234',
      version: 2,
      title: 'On Soft Grippers with $\\alpha$-Shapes & "More"',
      authors: ['Erdős Pál', 'José Øster', 'Anne-Marie Lübke Jr.'],
      published: '2026-11-03',
      categories: ['cs.RO', 'cs.LG', 'eess.SY'],
      withdrawn: false,
      stated: {
        title: 'On {\\em Soft} Grippers with $\\alpha$-Shapes & "More"',
        authors: ['Erdős Pál', 'José Øster', 'Anne-Marie Lübke Jr.'],
        abstract: 'We show a robot that walks.',
      },
      doi: '10.1109/LRA.2026.1234567',
      journalRef: 'IEEE Robotics and Automation Letters, vol. 11, 2026',
    });
  });

  it.each([
    [
      'a flag of its last version',
      {
        versions: [
          { date: 'Tue, 3 Nov 2026 08:15:00 GMT' },
          { date: 'Fri, 20 Nov 2026 13:15:28 GMT', source: 'I' },
        ],
      },
    ],
    ['a comment', { comments: 'This paper has been withdrawn by the authors due to an error' }],
    ['the abstract', { abstract: 'This submission has been withdrawn.' }],
  ])('knows a withdrawn paper by %s', (_, more) => {
    const page = readOaiPage(oaiPage([{ id: '2611.01234', ...more }]));
    expect(paperOf(page.records[0]).withdrawn).toBe(true);
  });

  it('takes nobody for withdrawn who only speaks of withdrawing', () => {
    const page = readOaiPage(
      oaiPage([{ id: '2611.01234', abstract: 'We study how a needle is withdrawn by a robot.' }]),
    );
    expect(paperOf(page.records[0]).withdrawn).toBe(false);
  });

  it('knows deleted records, the last page and errors', () => {
    const page = readOaiPage(oaiPage([{ id: '2611.01234', isDeleted: true }], null));
    expect(page.records).toEqual([{ id: '2611.01234', datestamp: '2026-11-20', reading: 'deleted' }]);
    expect(page.token).toBeUndefined();
    const error = readOaiPage(
      oaiError('badResumptionToken', 'The value of the resumptionToken argument is invalid or expired.'),
    );
    expect(error.error?.code).toBe('badResumptionToken');
  });

  it.each([
    ['no title', { title: ' ' }, 'has no title'],
    ['no authors', { authors: '(nobody)' }, 'has no authors'],
    ['no date', { versions: [{ date: 'yesterday' }] }, 'has no date of its first version'],
    ['no categories', { categories: '' }, 'has no categories'],
  ])('says what is wrong with a record of %s', (_, more, problem) => {
    const page = readOaiPage(oaiPage([{ id: '2611.01234', ...more }]));
    expect(page.records[0]?.reading).toEqual({ problem });
  });

  it('refuses a record whose metadata are of another paper', () => {
    const xml = oaiPage([{ id: '2611.01234' }]).replace('<id>2611.01234</id>', '<id>2611.99999</id>');
    expect(readOaiPage(xml).records[0]?.reading).toEqual({ problem: 'is called 2611.99999 in its metadata' });
  });

  it.each([
    ['an HTML page', '<!DOCTYPE html><html><body>Sorry</body></html>'],
    ['entities that grow', entityBomb],
    ['half a page', oaiPage([{ id: '2611.01234' }]).slice(0, 700)],
    ['nothing', ''],
    ['deep nesting', '<a>'.repeat(1000)],
  ])('refuses %s', (_, xml) => {
    expect(() => readOaiPage(xml)).toThrow(XmlError);
  });

  it('tells another document from a list', () => {
    expect(readOaiPage('<rss><channel/></rss>').error?.code).toBe('notOai');
  });
});

it('asks for a set since a day, and for a further page by its token alone', () => {
  const first = listAddress('https://oaipmh.arxiv.org/oai', { set: 'cs:cs:RO', from: '2026-11-20' });
  expect(first.href).toBe(
    'https://oaipmh.arxiv.org/oai?verb=ListRecords&metadataPrefix=arXivRaw&set=cs%3Acs%3ARO&from=2026-11-20',
  );
  const token = 'verb%3DListRecords%26skip%3D2500';
  const next = resumeAddress('https://oaipmh.arxiv.org/oai', token);
  expect(next.searchParams.get('resumptionToken')).toBe(token);
  expect([...next.searchParams.keys()]).toEqual(['verb', 'resumptionToken']);
});

describe('a line of authors', () => {
  it.each([
    ['Roldao da Rocha, Waldyr A. Rodrigues Jr', ['Roldao da Rocha', 'Waldyr A. Rodrigues Jr']],
    ['A. One, B. Two and C. Three', ['A. One', 'B. Two', 'C. Three']],
    ['A. One, B. Two, and C. Three', ['A. One', 'B. Two', 'C. Three']],
    ['Ana One (1 and 2), Bo Two (1) ((1) MIT, Cambridge, (2) ETH)', ['Ana One', 'Bo Two']],
    ['John Smith, Jr., Ann Lee III', ['John Smith Jr.', 'Ann Lee III']],
    [
      'Open X Collaboration: Abby O Neill, Abdul Rehman',
      ['Open X Collaboration', 'Abby O Neill', 'Abdul Rehman'],
    ],
    ['Andy Band, Sandy Landers', ['Andy Band', 'Sandy Landers']],
  ])('%s', (line, names) => {
    expect(splitAuthors(line)).toEqual(names);
  });
});
