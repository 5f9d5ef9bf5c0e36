import type { FeedEntry } from './feed.ts';
import { readArxivId } from './identifier.ts';
import { type ArxivPaper, isWithdrawn, longestName, longestTitle, plain } from './paper.ts';

/** A paper as a list of arXiv's gives it, with what only lists tell. */
export interface HarvestedPaper extends ArxivPaper {
  readonly withdrawn: boolean;
  /** Where it was published, in the authors' words. */
  readonly journalRef?: string;
}

/** What a list says of a paper, before it is tidied. */
export interface RawPaper {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly authors: readonly string[];
  /** `YYYY-MM-DD` of the first version. */
  readonly published: string;
  readonly categories: readonly string[];
  readonly comment: string;
  readonly abstract: string;
  readonly doi: string;
  readonly journalRef: string;
  readonly withdrawn: boolean;
}

/** A tidied paper, or why there is none; the problem continues a sentence that begins with the identifier. */
export type PaperReading = { readonly paper: HarvestedPaper } | { readonly problem: string };

/** Tidies what a list says of a paper. */
export function readPaper(raw: RawPaper): PaperReading {
  const reading = readArxivId(raw.id);
  if (!('id' in reading)) return { problem: reading.problem };
  const title = plain(raw.title, longestTitle);
  if (title.length < 3) return { problem: 'has no title' };
  const authors = raw.authors.map((name) => plain(name, longestName)).filter((name) => name !== '');
  if (authors.length === 0) return { problem: 'has no authors' };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(raw.published)) return { problem: 'has no date of its first version' };
  const categories = raw.categories.map((term) => plain(term, 30)).filter((term) => term.length >= 2);
  if (categories.length === 0) return { problem: 'has no categories' };
  const doi = plain(raw.doi.split(/[\s,;]+/)[0] ?? '', 200);
  const journalRef = plain(raw.journalRef, 300);
  return {
    paper: {
      id: reading.id,
      version: raw.version,
      title,
      authors,
      published: raw.published,
      categories,
      withdrawn: raw.withdrawn || isWithdrawn(raw.comment, raw.abstract),
      ...(/^10\.\d{4,9}\/\S+$/.test(doi) && { doi }),
      ...(journalRef !== '' && { journalRef }),
    },
  };
}

/** The paper that an entry of the query interface is about. */
export function fromFeedEntry(entry: FeedEntry): PaperReading {
  const reading = readArxivId(entry.id);
  return readPaper({
    ...entry,
    version: 'version' in reading ? (reading.version ?? 1) : 1,
    published: entry.published.slice(0, 10),
    abstract: entry.summary,
    withdrawn: false,
  });
}
