import { isEnglish } from '../text/english.ts';
import { compact, fold, words } from '../text/fold.ts';
import { keyOf, type SortedTexts } from './packed/sorted-texts.ts';

/** A short name has no more words, no more titles that begin with it are read, and what more are called so is a phrase. */
const MOST_WORDS = 3;
const MOST_READ = 60;
const MOST_CALLED = 3;
/** Behind a name the number of its version. */
const version = /^v?\d{1,2}$/;

/** True for what may be the short name of a paper and is no ordinary phrase: `OpenVLA`, `LIO-SAM`, not `motion planning`. */
export function isTellingName(text: string): boolean {
  const own = words(fold(text));
  const isTelling =
    own.some((word) => /\p{L}/u.test(word) && !isEnglish(word)) || /\p{L}[\s-]?\d/u.test(text);
  return own.length > 0 && own.length <= MOST_WORDS && compact(text).length > 2 && isTelling;
}

/** True for what may be a short name where nothing else is asked: `Diffusion Policy` too, but no single ordinary word. */
export function mayBeShortName(text: string): boolean {
  const { length } = words(fold(text));
  return isTellingName(text) || (length > 1 && length <= MOST_WORDS);
}

/** Rows, counted from 1, of titles that begin with a short name and a colon: `OpenVLA: An Open-Source Vision-Language…`. */
export function rowsCalled(name: string, titles: SortedTexts): number[] {
  const key = compact(name);
  const found: number[] = [];
  const versions: number[] = [];
  let read = 0;
  for (const [title, place] of titles.textsFrom(key)) {
    if (!keyOf(title).startsWith(key) || read++ === MOST_READ) break;
    const [head = '', ...rest] = title.split(':');
    const behind = compact(head).slice(key.length);
    if (rest.length === 0) continue;
    if (behind === '') found.push(titles.rowAt(place));
    else if (version.test(behind) && !/\d$/.test(key)) versions.push(titles.rowAt(place));
  }
  // `FAST-LIO2` is meant too by who says FAST-LIO, but `FastSLAM 2.0` is not FastSLAM, where that is not held.
  const all = found.length === 0 ? [] : [...found, ...versions];
  return all.length > MOST_CALLED ? [] : all;
}
