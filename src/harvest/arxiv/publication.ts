import { isDeepStrictEqual } from 'node:util';
import type { HarvestedPaper } from '../../arxiv/paper.ts';
import type { SourceOf } from '../../data/dataset/canonical.ts';
import { arxivPage, identifierAliases, publishedIn } from '../../kinds/publications/publication.ts';
import { arxivPublicationId, publicationId } from '../../kinds/publications/publication-id.ts';
import type { KnownRecords } from '../dataset-draft.ts';

type Paper = SourceOf<'publications'>;

/** The paper of ours that this is: by its arXiv id, its DOI, or its title and first author. */
export function findKnown(known: KnownRecords, paper: HarvestedPaper): Paper | undefined {
  return (
    known.paperCalled(paper.id) ??
    known.find('publications', arxivPublicationId(paper.id)) ??
    (paper.doi === undefined ? undefined : known.paperCalled(paper.doi)) ??
    known.paperTitled(paper.title, paper.authors)
  );
}

/** A paper that the data lack, as a record. */
export function newPublication(paper: HarvestedPaper, today: string): Paper {
  const { id, title, authors, published, categories, doi } = paper;
  const url = arxivPage(id);
  const venue = venueOf(paper, today);
  const year = venue?.year ?? yearOf(published);
  return {
    id: arxivPublicationId(id),
    aliases: identifierAliases(id, doi),
    title,
    authors: [...authors],
    published: publishedIn(year, [published]),
    year,
    ...(venue !== undefined && { journal: venue.journal }),
    categories: [...categories],
    arxiv_id: id,
    ...(doi !== undefined && { doi }),
    url,
    sources: [arxivSource(paper, year)],
  };
}

/**
 * Our record with what arXiv says by now; the same object if nothing is new. What a publisher's page states stays:
 * only a preprint takes over a changed title or other authors. The id never changes.
 */
export function updated(own: Paper, paper: HarvestedPaper, today: string): Paper {
  const isPreprint = own.journal === undefined && own.id === arxivPublicationId(paper.id);
  const doi = own.doi ?? paper.doi;
  const venue = own.journal === undefined ? venueOf(paper, today) : undefined;
  const names = identifierAliases(paper.id, doi);
  const next: Paper = {
    ...own,
    aliases: [...own.aliases, ...names.filter((name) => !own.aliases.includes(name))],
    ...(isPreprint && { title: paper.title, authors: [...paper.authors] }),
    ...(venue !== undefined && { journal: venue.journal }),
    categories: [...paper.categories],
    arxiv_id: own.arxiv_id ?? paper.id,
    ...(doi !== undefined && { doi }),
  };
  // An id made from title, surname and year holds only as long as they do.
  const dated = (year: number) => inYear({ ...next, year }, own, paper);
  const asPrinted = dated(venue?.year ?? own.year);
  const result =
    own.id.startsWith('paper-') &&
    publicationId({ ...asPrinted, arxiv_id: undefined, doi: undefined }) !== own.id
      ? dated(own.year)
      : asPrinted;
  return isDeepStrictEqual(result, own) ? own : result;
}

/** The paper with a date in its year, and the page on arXiv with its own. */
function inYear(next: Paper, own: Paper, paper: HarvestedPaper): Paper {
  const source = arxivSource(paper, next.year);
  const isFirst = !own.sources.some(({ url }) => url === source.url);
  return {
    ...next,
    published: publishedIn(next.year, [own.published, paper.published]),
    sources: isFirst
      ? [source, ...own.sources]
      : own.sources.map((one) => (one.url === source.url ? { ...one, ...source } : one)),
  };
}

/** The page on arXiv, with its date where that is of another year than the paper's. */
function arxivSource({ id, published }: HarvestedPaper, year: number): Paper['sources'][number] {
  const page = { url: arxivPage(id), title: 'arXiv' };
  return yearOf(published) === year ? page : { ...page, date: published };
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function venueOf(paper: HarvestedPaper, today: string) {
  if (paper.journalRef === undefined) return undefined;
  const bounds = { from: Number(paper.published.slice(0, 4)), to: Number(today.slice(0, 4)) + 1 };
  const venue = readVenue(paper.journalRef, bounds);
  // What will be printed next year is not yet a fact of the data.
  const isAhead = venue?.year !== undefined && venue.year > Number(today.slice(0, 4));
  return isAhead ? undefined : venue;
}

/** Common names of venues, by the words with which authors name them; the first that fits counts. */
const venues: readonly (readonly [string, RegExp])[] = [
  ['RA-L', /\bRA-?L\b|robotics and automation letters/i],
  ['RAM', /robotics (?:&|and) automation magazine/i],
  ['T-RA', /transactions on robotics and automation/i],
  ['T-RO', /\bT-?RO\b|transactions on robotics\b/i],
  ['T-ASE', /\bT-?ASE\b|transactions on automation science and engineering/i],
  ['T-Mech', /\bT-?Mech\b|transactions on mechatronics|\/ASME transactions on mech/i],
  ['THRI', /\bTHRI\b|transactions on human-robot interaction/i],
  ['IJRR', /\bIJRR\b|international journal of robotics research/i],
  ['Annual Review of Control, Robotics, and Autonomous Systems', /annual review of control, robotics/i],
  ['Science Robotics', /\bscience robotics\b/i],
  ['Autonomous Robots', /\bautonomous robots\b/i],
  ['Journal of Field Robotics', /journal of field robotics/i],
  ['Field Robotics', /^\W*field robotics\b/i],
  ['Robotics and Autonomous Systems', /robotics and autonomous systems/i],
  ['Journal of Intelligent & Robotic Systems', /journal of intelligent (?:&|and) robotic systems/i],
  ['Frontiers in Robotics and AI', /frontiers in robotics and ai\b/i],
  ['International Journal of Social Robotics', /international journal of social robotics/i],
  ['Soft Robotics', /^\W*soft robotics\b/i],
  ['IROS', /\bIROS\b|intelligent robots and systems/i],
  ['ICRA', /\bICRA\b|international conference on robotics and automation\b/i],
  ['CoRL', /\bCoRL\b|conference on robot learning/i],
  ['RSS', /robotics:? science and systems|\bRSS\s*(?:'|20)\d\d/i],
  ['CASE', /international conference on automation science and engineering|\bCASE\s*(?:'|20)\d\d/i],
  ['Humanoids', /international conference on humanoid robots|\bhumanoids\s*(?:'|20)\d\d/i],
  ['HRI', /international conference on human-robot interaction|\bHRI\s*(?:'|20)\d\d/i],
  ['RO-MAN', /\bRO-MAN\b|robot and human interactive communication/i],
  ['ISER', /international symposium on experimental robotics|\bISER\b/i],
  ['ISRR', /international symposium of robotics research|\bISRR\b/i],
  ['ICAR', /international conference on advanced robotics\b|\bICAR\s*(?:'|20)\d\d/i],
  ['ROBIO', /\bROBIO\b|robotics and biomimetics/i],
  ['RoboSoft', /\brobosoft\b|international conference on soft robotics/i],
  ['ECMR', /\bECMR\b|european conference on mobile robots/i],
  ['ICORR', /\bICORR\b|international conference on rehabilitation robotics/i],
  ['WAFR', /\bWAFR\b|algorithmic foundations of robotics/i],
  ['SSRR', /\bSSRR\b|safety, security,? and rescue robotics/i],
];

/**
 * The journal or conference that a journal reference names, and its year; undefined for one that is not known here,
 * or for a workshop at a conference, which is something else. `RA-L` and 2025 of `IEEE Robotics and Automation
 * Letters, vol. 10, no. 3, pp. 2019-2026, 2025`.
 */
export function readVenue(
  journalRef: string,
  bounds: { readonly from: number; readonly to: number },
): { readonly journal: string; readonly year: number | undefined } | undefined {
  if (/\bworkshop\b/i.test(journalRef)) return undefined;
  const venue = venues.find(([, words]) => words.test(journalRef));
  if (venue === undefined) return undefined;
  // Pages look like years: a range of numbers is none.
  const years = (
    journalRef.replace(/(?<!\d)\d+\s*[-–:]+\s*\d+/g, ' ').match(/\b(?:19|20)\d{2}\b/g) ?? []
  ).map(Number);
  const year = years.reverse().find((each) => each >= bounds.from && each <= bounds.to);
  return { journal: venue[0], year };
}
