import { type ArxivReading, numberPattern, readNumber } from './number.ts';

/** Pages of arXiv and its mirrors that show one paper: the identifier is what follows. */
const paperPage =
  /^\/(?:abs|pdf|html|ps|dvi|format|e-print|eprint|src|tex|u|cits|refs|trackback|tb|bibtex|overview|audio|papers?|listing(?:\/arxiv)?|arxiv)\/(.+)$/i;

const endings = /(?:\.(?:pdf|html?|ps|ps\.gz|tar\.gz|md|txt))?\/*$/i;

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
export function readAddress(address: URL): ArxivReading {
  const host = address.hostname.toLowerCase().replace(/\.$/, '');
  const path = decode(address.pathname);
  const isMirror = mirrors.some((mirror) => host === mirror || host.endsWith(`.${mirror}`));
  const page = isMirror ? paperPage.exec(path)?.[1]?.replace(endings, '') : undefined;
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
export function findMarked(text: string): ArxivReading | undefined {
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
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
