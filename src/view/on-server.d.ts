import type { Shown } from '../tools/show/shape.ts';
import type { StartContents } from './start/contents.ts';

// The components know a browser's types, which the rest of the program must not: it sees no more of them than this.

/** What `show` answers as HTML, by the components that take it over in the browser. */
export function renderShown(shown: Shown): string;

/** A page for a question that was refused: why, and which records may have been meant, as `robots/unitree-g1`. */
export function renderRefusal(refusal: {
  readonly title: string;
  readonly said: string;
  readonly near: readonly string[];
}): string;

/** The page where a visitor begins. */
export function renderStart(contents: StartContents): string;
