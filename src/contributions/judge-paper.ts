import type { ArxivPaper } from '../arxiv/paper.ts';
import { whyReviewed } from '../arxiv/publishable.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import type { Catalogue } from '../search/catalogue.ts';
import { findDuplicate, toPublication } from './proposals.ts';
import { bytesOf } from './replay.ts';
import type { Submission } from './state.ts';

/** A paper that waits for review brings its record along, unless it is so large that notes would have no room beside it. */
const LARGEST_RECORD = 30_000;

/** Who decides where arXiv does. */
export const ARXIV = 'arXiv';

/** A paper that the data have; or one that they lack, and why a person is to look at it first, if one is. */
type Judged =
  | { readonly known: Publication }
  | { readonly record: Publication; readonly review: Submission['review'] };

/**
 * What is to become of a paper that arXiv has. `given` is what was submitted of it before: what an operator has rejected is
 * not published past them.
 */
export function judgePaper(paper: ArxivPaper, catalogue: Catalogue, given: Submission | undefined): Judged {
  const record = toPublication(paper);
  const known = findDuplicate(catalogue, record);
  if (known !== undefined) return { known };
  const isRejected = given?.decisions.some(({ decision, by }) => decision === 'rejected' && by !== ARXIV);
  const why = isRejected ? 'an operator has rejected it before' : whyReviewed(paper);
  return { record, review: why === undefined ? undefined : reviewOf(record, why) };
}

/** What is kept of a paper for the operator. */
export function reviewOf(record: Publication, why: string): NonNullable<Submission['review']> {
  return bytesOf(record) > LARGEST_RECORD ? { why } : { why, record };
}
