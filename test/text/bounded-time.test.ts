import { expect, it } from 'vitest';
import { splitAuthors } from '../../src/arxiv/authors.ts';
import { readArxivId } from '../../src/arxiv/identifier.ts';
import { readOaiPage } from '../../src/arxiv/oai.ts';
import { readFeed, readPaper } from '../../src/arxiv/paper.ts';
import { whyReviewed } from '../../src/arxiv/publishable.ts';
import { paperFrom, proposedId } from '../../src/contributions/proposals.ts';
import { readVenue } from '../../src/harvest/arxiv/publication.ts';
import { addressKey, KnownRecords } from '../../src/harvest/dataset-draft.ts';
import { readExport } from '../../src/harvest/fcc/read-export.ts';
import { isAboutRobots, newsRecord, topicOf } from '../../src/harvest/feeds/news-record.ts';
import { plainTitle } from '../../src/harvest/feeds/plain-title.ts';
import { readDate } from '../../src/harvest/feeds/read-date.ts';
import { readNewsFeed } from '../../src/harvest/feeds/read-feed.ts';
import { isSameEvent } from '../../src/harvest/feeds/same-event.ts';
import { DeviceIndex } from '../../src/harvest/match/devices.ts';
import { recognise } from '../../src/harvest/match/entities.ts';
import { NameIndex } from '../../src/harvest/match/name-index.ts';
import { escapedJson, inertText } from '../../src/lib/inert.ts';
import { decodePercent } from '../../src/lib/percent-encoding.ts';
import { sanitizeLine, sanitizeText } from '../../src/lib/sanitize.ts';
import { shownAddress } from '../../src/lib/shown-address.ts';
import { parseQuestion } from '../../src/question/grammar.ts';
import { readIdentifier } from '../../src/question/identifiers.ts';
import { cleanText, lex } from '../../src/question/lex.ts';
import { NO_NAMES } from '../../src/question/names.ts';
import { parseDate } from '../../src/text/date-words.ts';
import { slugify, stems } from '../../src/text/fold.ts';
import { toLatex } from '../../src/text/latex.ts';
import { parseQuery } from '../../src/text/query.ts';
import { readLatex } from '../../src/text/read-latex.ts';
import { baseForm, variantWords, wordForms } from '../../src/text/word-forms.ts';
import { whyNotAsTitle } from '../../src/text/wording.ts';
import { readXml, readXmlHead } from '../../src/text/xml.ts';
import { repairXml } from '../../src/text/xml-repair.ts';
import { cursorVersion } from '../../src/tools/shared/search-input.ts';
import { processorMs } from '../helpers/processor-time.ts';

/**
 * Texts that have cost a reader much: one sign over and over, pairs that begin something and never end it, and much of one
 * sign before something that does not fit.
 */
const units = [
  ...'a0 \t\n.,;:-_/\\|<>&{}()[]$~^`\'"!?%#@*+=é\u0301\u200d中',
  ...[
    '.,-',
    'a.',
    'a-',
    'a ',
    'a/',
    '0.',
    '0,',
    '0-',
    '1 ',
    'A ',
    "a'",
    'a1',
    'ab ',
    '. ',
    ', ',
    '; ',
    ' ;',
    ' &',
    '$a',
    '$a$',
    ' $',
  ],
  ...[
    '<a',
    '<a>',
    '<a ',
    '</a>',
    '<!--',
    '<!-- ',
    '<![CDATA[',
    '<?',
    '<item>',
    '<item',
    '<entry><',
    '<script',
    '<script>',
    '<title>',
    '&amp;',
    '&#',
    '&#x',
    '&a',
    '&lt;!--',
    '<x:item>',
    ' xmlns:a="',
    '"<',
  ],
  ...['\\a', '\\a{', '{\\a', '\\"', "\\'{", '\\url{', '{$', '``', "''", '--', '\\frac{', '^{', '_{'],
  ...[
    '(a',
    ') ',
    '((',
    '[(',
    '“a',
    '"a',
    ' (a)',
    'http://',
    'http://a.',
    'arxiv',
    'arxiv:',
    '10.1234/',
    '/10.1234/',
    '2401.',
    '//',
    '/a',
    '?id=',
    '&a=',
  ],
  ...[
    ' and ',
    ' or ',
    ' not ',
    'without ',
    ' vs ',
    'under ',
    ' over ',
    'the ',
    'this paper ',
    'may ',
    '1 may ',
    'a of ',
    'ing',
    'robot ',
    'series a',
    '中 ',
    'ア・',
    '한국 ',
    'no non ',
  ],
];
const shapes = units.flatMap((unit): [string, (length: number) => string][] => {
  const run = (length: number) => unit.repeat(Math.ceil(length / unit.length));
  const begun: [string, (length: number) => string] = [`${unit} before the end`, (n) => `a${run(n)}!x`];
  return unit.length === 1 ? [[unit, run], begun] : [[unit, run]];
});

const known = new KnownRecords();
const names = new NameIndex(known);
const devices = new DeviceIndex(known);
const reading = { kind: 'robots', today: '2026-11-28', names: NO_NAMES } as const;

const tried = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    return error;
  }
};
const inFeed = (inside: string) =>
  `<rss xmlns:a="http://www.w3.org/2005/Atom"><channel>${inside}</channel></rss>`;
const inAtom = (inside: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${inside}</entry></feed>`;
const inOai = (inside: string) =>
  `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record>${inside}</record></ListRecords></OAI-PMH>`;
const paper = (text: string) => ({
  id: '2401.02117',
  version: 1,
  title: text,
  authors: [text],
  published: '2024-01-01',
  categories: ['cs.LG', text],
  comment: text,
  abstract: text,
  doi: text,
  journalRef: text,
  withdrawn: false,
});
const quoted = (text: string) => text.replaceAll('"', '');

/** Every function that is given a text as somebody else wrote it. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  sanitizeLine,
  sanitizeText,
  'sanitizeLine to 200': (text) => sanitizeLine(text, 200),
  inertText,
  escapedJson,
  shownAddress,
  decodePercent,
  readLatex,
  toLatex,
  whyNotAsTitle: (text) => whyNotAsTitle(text.slice(0, 1000)),
  repairXml,
  readXml: (text) =>
    readXml(
      text,
      () => true,
      () => undefined,
    ),
  'readXml of an element': (text) =>
    readXml(
      `<a>${text}</a>`,
      () => true,
      () => undefined,
    ),
  'readXml of an attribute': (text) =>
    readXml(
      `<a b="${quoted(text)}"/>`,
      () => true,
      () => undefined,
    ),
  readXmlHead,
  readNewsFeed: (text) => readNewsFeed(text, 'https://example.org/'),
  'readNewsFeed of its head': (text) =>
    readNewsFeed(inFeed(`${text}<item><title>a</title></item>`), 'https://example.org/'),
  'readNewsFeed of an item': (text) => readNewsFeed(inFeed(`<item>${text}</item>`), 'https://example.org/'),
  'readNewsFeed of a title': (text) =>
    readNewsFeed(
      inFeed(
        `<item><title>${text}</title><link>${text}</link><guid>${text}</guid><pubDate>${text}</pubDate></item>`,
      ),
      'https://example.org/',
    ),
  'readNewsFeed of an entry': (text) =>
    readNewsFeed(
      inAtom(`<title>${text}</title><link href="${quoted(text)}"/><updated>${text}</updated>`),
      'https://example.org/',
    ),
  plainTitle,
  readDate,
  parseDate: (text) => parseDate(text, '2026-11-28'),
  topicOf: (text) => topicOf(plainTitle(text)),
  isAboutRobots: (text) => isAboutRobots(plainTitle(text)),
  isSameEvent: (text) => {
    const headline = plainTitle(text);
    return isSameEvent(
      { date: '2026-11-28', headline, entities: [] },
      { date: '2026-11-28', headline: `${headline} a`, entities: [] },
    );
  },
  newsRecord: (text) =>
    newsRecord(
      {
        title: plainTitle(text),
        url: 'https://example.org/',
        date: '2026-11-28',
        outlet: 'Example',
        entities: { names: [], countries: [] },
      },
      () => false,
    ),
  recognise: (text) => recognise(plainTitle(text), names),
  addressKey: (text) => addressKey(text),
  'addressKey of a page': (text) => addressKey(`https://example.org/${text}`),
  readExport,
  'readExport of a table': (text) => readExport(`FCC ID,Applicant\n${text},a\n`),
  'devices.match': (text) => devices.match({ applicant: text, device: text }),
  'devices.isMaker': (text) => devices.isMaker(text),
  readFeed,
  'readFeed of an entry': (text) => readFeed(inAtom(`<title>${text}</title><summary>${text}</summary>`)),
  readOaiPage,
  'readOaiPage of a record': (text) => readOaiPage(inOai(text)),
  'readOaiPage of a paper': (text) =>
    readOaiPage(
      inOai(
        `<header><identifier>2401.02117</identifier></header><metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>2401.02117</id><version version="v1"><date>${text}</date></version><title>${text}</title><authors>${text}</authors><comments>${text}</comments><abstract>${text}</abstract></arXivRaw></metadata>`,
      ),
    ),
  readPaper: (text) => readPaper(paper(text)),
  whyReviewed: (text) =>
    whyReviewed({
      ...paper(text),
      stated: { title: text.slice(0, 2000), authors: [text.slice(0, 500)], abstract: text.slice(0, 10_000) },
    }),
  splitAuthors,
  readVenue: (text) => readVenue(text, { from: 2000, to: 2026 }),
  'readVenue of a known one': (text) => readVenue(`ICRA ${text}`, { from: 2000, to: 2026 }),
  readArxivId,
  readIdentifier,
  'lex of a question': (text) => lex(cleanText(text)),
  parseQuestion: (text) => parseQuestion(text, reading),
  parseQuery,
  cursorVersion: (text) => cursorVersion({ cursor: `1~00000000~${text}` }),
  wordForms,
  baseForm,
  variantWords,
  slugify,
  stems,
  proposedId: (text) => proposedId(text),
  paperFrom: (text) =>
    paperFrom({ title: text, authors: text, published: text, doi: text }, `https://example.org/${text}`),
};

/** UTF-16 units of the shorter text, and how many times as long the other is. */
const LENGTH = 3_000;
const TIMES = 4;
/** Milliseconds in which the longer text is read where nobody looks again and again at what he has seen. */
const SOON = 50;

it.each(Object.entries(readers))(
  '%s takes a time in proportion to the text',
  (_, read) => {
    const slow: string[] = [];
    for (const [name, shape] of shapes) {
      const [short, long] = [shape(LENGTH), shape(TIMES * LENGTH)];
      const ms = processorMs(() => tried(() => read(long)), SOON);
      if (ms < SOON) continue;
      // One that is stuck on the longer text may be stuck on the shorter one, too.
      const growth =
        ms === Number.POSITIVE_INFINITY ? ms : ms / processorMs(() => tried(() => read(short)), 0);
      if (growth > 2 * TIMES) slow.push(`${JSON.stringify(name)} ${ms} ms, ${growth} times as much`);
    }
    expect(slow).toEqual([]);
  },
  120_000,
);
