import { whyNotAsTitle } from '../text/wording.ts';
import type { ArxivPaper } from './paper.ts';

/** arXiv's category of robotics. */
const ROBOTICS = 'cs.RO';
/** Categories in which papers on robots appear beside others: they have to speak of robots. */
const ADJACENT = new Set(['cs.AI', 'cs.CV', 'cs.HC', 'cs.LG', 'cs.MA', 'cs.SY', 'eess.SY']);
const ROBOTS =
  /\b(?:robot\w{0,10}|cobots?|humanoids?|exoskeletons?|manipulators?|end[- ]effectors?|grippers?|quadrupeds?|quadrotors?|drones?|u[agus]vs?|unmanned (?:aerial|ground|surface|underwater)|autonomous (?:driving|vehicles?|cars?|navigation)|self-driving|teleoperat\w{0,5}|slam)\b/i;

/** The largest collaborations of robotics have some 270 authors. */
const MOST_AUTHORS = 400;
/** Names are read in pieces, which overlap by more than any instruction needs. */
const PIECE = 900;
const OVERLAP = 150;

/**
 * Why a paper that arXiv has is not published before an operator has looked at it: the reason continues a sentence that
 * begins with "since". Undefined for one of robotics whose title, names and identifiers read as such things do.
 */
export function whyReviewed(paper: ArxivPaper): string | undefined {
  const { title, authors } = paper.stated;
  if (!isOnRobots(paper)) {
    return `its categories (${paper.categories.slice(0, 5).join(', ')}) are not robotics (${ROBOTICS}), or it does not speak of robots`;
  }
  const inTitle = whyNotAsTitle(title);
  if (inTitle !== undefined) return `its title ${inTitle}`;
  if (authors.length > MOST_AUTHORS) return `it has more than ${MOST_AUTHORS} authors`;
  const inNames = whyNotAsNames(authors.join(', '));
  if (inNames !== undefined) return `the list of its authors ${inNames}`;
  return paper.doi === undefined || /^10\.\d{4,9}\/[-\w.;()/:<>+]+$/.test(paper.doi)
    ? undefined
    : 'its DOI is in no usual form';
}

function isOnRobots({ categories, stated }: ArxivPaper): boolean {
  if (categories.includes(ROBOTICS)) return true;
  if (!categories.some((category) => ADJACENT.has(category))) return false;
  return ROBOTS.test(stated.title) || ROBOTS.test(stated.abstract);
}

function whyNotAsNames(names: string): string | undefined {
  for (let at = 0; at < names.length; at += PIECE - OVERLAP) {
    const why = whyNotAsTitle(names.slice(at, at + PIECE));
    if (why !== undefined) return why;
  }
  return undefined;
}
