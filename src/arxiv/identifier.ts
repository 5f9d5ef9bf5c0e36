import { decodePercent } from '../lib/percent-encoding.ts';
import { withoutTrailing } from '../text/trailing.ts';

/** An arXiv identifier without its version, or why there is none in a text. */
type ArxivReading =
  | { readonly id: string; readonly version?: number }
  /** Continues a sentence that begins with what was given. */
  | { readonly problem: string };

/** What looks like an identifier in either style; whether it can be one is `readNumber`'s to say. */
const numberPattern = String.raw`(?:\d+\.\d+|[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?\/\d+)(?:v\d+)?`;

const newStyle = /^(\d+)\.(\d+)(?:v(\d+))?$/i;
const oldStyle = /^([a-z]+(?:-[a-z]+)*)(?:\.[a-z]+(?:-[a-z]+)*)?\/(\d+)(?:v(\d+))?$/i;

/** The archives that gave identifiers of their own, up to March 2007. */
const archives = new Set(
  'acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio quant-ph solv-int supr-con'.split(
    ' ',
  ),
);

/**
 * Reads one identifier that stands by itself: `2401.02117v3`, `cs/0612047`, `math.GT/0309136`. What arXiv can
 * never have given out is refused by name. See https://info.arxiv.org/help/arxiv_identifier.html.
 */
function readNumber(text: string): ArxivReading {
  const modern = newStyle.exec(text);
  if (modern !== null) return withVersion(readModern(modern[1] ?? '', modern[2] ?? ''), modern[3]);
  const old = oldStyle.exec(text);
  if (old !== null) return withVersion(readOld((old[1] ?? '').toLowerCase(), old[2] ?? ''), old[3]);
  return { problem: 'has no arXiv identifier such as 2401.02117 or cs/0612047' };
}

/** Since April 2007: YYMM.number, with four digits to the end of 2014 and five from then on. */
function readModern(month: string, number: string): ArxivReading {
  if (month.length !== 4) {
    return {
      problem: `must have year and month as four digits before the dot, such as 2401, not ${short(month)}`,
    };
  }
  const fault = faultOfMonth(month);
  if (fault !== undefined) return fault;
  if (Number(month) < 704) {
    return {
      problem:
        'is of the form used since April 2007, but names an earlier month: older papers are named like cs/0612047',
    };
  }
  const digits = Number(month) >= 1501 ? 5 : 4;
  if (number.length !== digits) {
    const amount = number.length > digits ? 'too many' : 'too few';
    return {
      problem: `has ${amount} digits behind the dot: ${digits} are right for that month, not ${number.length}`,
    };
  }
  if (Number(number) === 0) return { problem: 'has the number zero: papers are counted from 1' };
  return { id: `${month}.${number}` };
}

/** From 1991 to March 2007: archive, class of some archives, YYMM and three digits. */
function readOld(archive: string, number: string): ArxivReading {
  if (!archives.has(archive)) {
    return { problem: `names an archive ${short(archive)} that arXiv never had; known ones are cs or math` };
  }
  if (number.length !== 7) {
    const amount = number.length > 7 ? 'too many' : 'too few';
    return { problem: `has ${amount} digits behind the archive: 7 are right, not ${number.length}` };
  }
  const fault = faultOfMonth(number.slice(0, 4));
  if (fault !== undefined) return fault;
  const year = Number(number.slice(0, 2));
  const month = Number(number.slice(2, 4));
  const isBefore = year === 91 && month < 7;
  const isAfter = (year === 7 && month > 3) || (year > 7 && year < 91);
  if (isBefore) return { problem: 'names a month before arXiv began' };
  if (isAfter) {
    return {
      problem: 'is of the form used up to March 2007, but names a later month: use one like 2401.02117',
    };
  }
  if (number.endsWith('000')) return { problem: 'has the number zero: papers are counted from 1' };
  // Papers are known by their archive alone: cs.RO/0612047 is cs/0612047.
  return { id: `${archive}/${number}` };
}

function faultOfMonth(yearAndMonth: string): { readonly problem: string } | undefined {
  const month = yearAndMonth.slice(2);
  if (Number(month) >= 1 && Number(month) <= 12) return undefined;
  return { problem: `names month ${month}, which does not exist` };
}

function withVersion(reading: ArxivReading, version: string | undefined): ArxivReading {
  if ('problem' in reading || version === undefined) return reading;
  if (version.length > 3) return { problem: `names version ${short(version)}, which no paper has` };
  if (Number(version) === 0) return { problem: 'names version 0: versions are counted from 1' };
  return { ...reading, version: Number(version) };
}

function short(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}

/** Most papers on one page of the query interface, as its manual advises for slices. */
export const MONTH_PAGE_SIZE = 500;
/** What lies behind so many is answered with an error. */
export const MONTH_WINDOW = 10_000;

/**
 * The address of papers of a category, cross-lists included, whose first version came in a month, oldest first. See
 * https://info.arxiv.org/help/api/user-manual.html.
 */
export function monthAddress(base: string, category: string, month: string, start: number): URL {
  const [year = '', number = ''] = month.split('-');
  const days = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  const url = new URL(base);
  const range = `[${year}${number}010000 TO ${year}${number}${days}2359]`;
  url.searchParams.set('search_query', `cat:${category} AND submittedDate:${range}`);
  url.searchParams.set('sortBy', 'submittedDate');
  url.searchParams.set('sortOrder', 'ascending');
  url.searchParams.set('start', String(start));
  url.searchParams.set('max_results', String(MONTH_PAGE_SIZE));
  return url;
}

/** Longer texts hold no identifier that a person has at hand. */
const longest = 2000;

/** Characters that come along when text is copied from a page, and show nothing. */
const invisible = /[\p{Cf}\p{Cc}]+/gu;

const bare = new RegExp(String.raw`^(?:arxiv\s*[:.]?\s*)?(${numberPattern})(?:\s*\[[\w.-]+\])?$`, 'i');
const doi = /^(?:doi:?\s*)?10\.48550\/arxiv\.(.+)$/i;
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostFirst = /^(?:[a-z0-9-]+\.)+[a-z]{2,}\//i;

/**
 * Finds the arXiv identifier in what a person has at hand: `2401.02117v3`, `arXiv:cs/0612047`, an abs, pdf, html
 * or listing address, a DOI `10.48550/arXiv.…`, the address of a mirror or of a search for the paper, a citation
 * that names it. Addresses of other schemes than http(s) are refused, whatever they contain.
 */
export function readArxivId(given: string): ArxivReading {
  if (given.length > longest) return { problem: `is longer than ${longest} characters` };
  const text = tidy(given);
  const plain = bare.exec(text)?.[1];
  if (plain !== undefined) return readNumber(plain);
  const fromDoi = doi.exec(text)?.[1];
  if (fromDoi !== undefined) return readNumber(fromDoi);
  if (/^https?:/i.test(text)) {
    return URL.canParse(text) ? readAddress(new URL(text)) : { problem: 'is no address that can be read' };
  }
  if (hostFirst.test(text) && URL.canParse(`https://${text}`)) return readAddress(new URL(`https://${text}`));
  if (scheme.test(text) && !/^(?:arxiv|doi|eprint):/i.test(text)) {
    return { problem: 'is no http(s) address and no arXiv identifier' };
  }
  return findMarked(text) ?? readNumber(text);
}

function tidy(text: string): string {
  const begun = text
    .normalize('NFKC')
    .replace(invisible, '')
    .trim()
    .replace(/^[<("'\s]+/, '');
  return withoutTrailing(begun, /[>)"'\s.,;]/).replace(/^\/\//, 'https://');
}

/** Pages of arXiv and its mirrors that show one paper: the identifier is what follows. */
const paperPage =
  /^\/(?:abs|pdf|html|ps|dvi|format|e-print|eprint|src|tex|u|cits|refs|trackback|tb|bibtex|overview|audio|papers?|listing(?:\/arxiv)?|arxiv)\/(.+)$/i;

const endings = /\.(?:pdf|html?|ps|ps\.gz|tar\.gz|md|txt)$/i;

/** Sites whose pages are about one arXiv paper each, by the end of their host name. */
const mirrors = [
  'arxiv.org',
  'ar5iv.org',
  'alphaxiv.org',
  'huggingface.co',
  'hf.co',
  'xxx.lanl.gov',
  'arxiv-vanity.com',
  'scirate.com',
  'papers.cool',
  'emergentmind.com',
  'arxiv.gg',
];

/** `arXiv:2401.02117`, `arxiv_id=2401.02117`, `10.48550/arXiv.2401.02117`, `/arxiv/cs/0612047`, `arxiv 2401.02117`. */
const marked = new RegExp(
  String.raw`(?<![a-z0-9])(?:arxiv|eprint)(?:[_-]?id)?[\s:./=+"-]{1,3}(${numberPattern})(?!\d)`,
  'gi',
);
/** How DBLP and the Astrophysics Data System write them. */
const rewritten = /(?:\/corr\/abs-(\d{4})-(\d{4,5})|\d{4}arxiv(\d{4})\.?(\d{4,5})[a-z])(?![a-z0-9])/i;
/** Search pages: the query is an identifier and nothing else. */
const searchTerms = ['q', 'query', 'search', 'text', 'id', 'arxiv_id', 'arxivid'];

/** Finds the identifier in an http(s) address; a listing, or a page that names several papers, is refused. */
function readAddress(address: URL): ArxivReading {
  const host = address.hostname.toLowerCase().replace(/\.$/, '');
  const path = decode(address.pathname);
  const isMirror = mirrors.some((mirror) => host === mirror || host.endsWith(`.${mirror}`));
  const page = isMirror ? paperPage.exec(withoutTrailing(path, /\//))?.[1]?.replace(endings, '') : undefined;
  if (page !== undefined && /\d/.test(page)) return readNumber(page);
  const reading = findMarked(decode(`${address.pathname}${address.search}${address.hash}`));
  if (reading !== undefined) return reading;
  const found = rewritten.exec(path);
  if (found !== null) return readNumber(`${found[1] ?? found[3]}.${found[2] ?? found[4]}`);
  const asked = searchTerms.map((name) => address.searchParams.get(name)?.trim() ?? '');
  const term = asked.find((text) => new RegExp(`^${numberPattern}$`, 'i').test(text));
  if (term !== undefined) return readNumber(term);
  if (isMirror) return fromMirror(path, address.hash);
  return { problem: 'has no arXiv identifier such as 2401.02117 or cs/0612047' };
}

/** The one identifier that a text marks as arXiv's; undefined if there is none. */
function findMarked(text: string): ArxivReading | undefined {
  const readings = [...text.matchAll(marked)].map(([, number = '']) => readNumber(number));
  const [first] = readings;
  const ids = new Set(readings.flatMap((reading) => ('id' in reading ? [reading.id] : [])));
  if (ids.size > 1) return { problem: `names several papers (${[...ids].join(', ')}): give one` };
  return readings.find((reading) => 'id' in reading) ?? first;
}

/** A listing may point at one of its papers: `/list/cs.RO/2401#2401.02117`. */
function fromMirror(path: string, hash: string): ArxivReading {
  const pointed = new RegExp(`^#(?:item-?)?(${numberPattern})$`, 'i').exec(decode(hash))?.[1];
  if (pointed !== undefined) return readNumber(pointed);
  const inPath = new RegExp(`/(${numberPattern})/?$`, 'i').exec(path)?.[1];
  if (/^\/(?:list|a|catchup|year)\//i.test(path)) {
    const shown = inPath === undefined ? undefined : readNumber(inPath);
    if (shown !== undefined && 'id' in shown) return shown;
    return { problem: 'is the address of a listing, which names no single paper' };
  }
  return { problem: 'has no arXiv identifier such as 2401.02117 or cs/0612047' };
}

function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' ')) ?? text;
}
