import { readArxivId } from '../arxiv/identifier.ts';
import { decodePercent } from '../lib/percent-encoding.ts';

/** Where a reference may have its identifiers. */
interface Places {
  readonly doi: string | undefined;
  readonly arxiv: string | undefined;
  readonly texts: readonly (string | undefined)[];
}

const doiPattern = /10\.\d{4,9}\/[^\s"<>{}]+/;
const arxivPattern =
  /(?:arxiv[:\s./]*(?:abs\/|pdf\/)?|arxiv\.org\/(?:abs|pdf|html)\/)((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7}))/i;

/** The DOI in small letters and the arXiv id of a reference, wherever they stand; arXiv's own DOIs are its ids. */
export function identifiersOf({ doi, arxiv = '', texts }: Places): { doi?: string; arxivId?: string } {
  const all = [doi, ...texts].flatMap((text) => (text === undefined ? [] : [decodePercent(text) ?? text]));
  const found = all.map((text) => doiPattern.exec(text)?.[0]).find((one) => one !== undefined);
  const own = found?.replace(/[.,;)\]]+$/, '').toLowerCase();
  const ofArxiv = /^10\.48550\/arxiv\.(.+)$/.exec(own ?? '')?.[1];
  const inField = /^\s*(?:arxiv:)?([a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?/i.exec(arxiv)?.[1];
  const inText = all.map((text) => arxivPattern.exec(text)?.[1]).find((one) => one !== undefined);
  const id = ofArxiv ?? inField ?? inText;
  const read = id === undefined ? undefined : readArxivId(id);
  return {
    ...(own !== undefined && ofArxiv === undefined && { doi: own }),
    ...(read !== undefined && 'id' in read && { arxivId: read.id }),
  };
}
