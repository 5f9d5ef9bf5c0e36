import type { ComponentChildren } from 'preact';

/** Longer words, which no column of a table holds, may be broken: other words stay whole. */
const LONG = 22;
/** Behind these signs first. */
const BREAKABLE = /(?<=[-_/.@:])(?=[\p{L}\p{N}])/u;
/** A date, with what stands around it, which has hyphens and is one word. */
const DATE = /^\W?\d{4}-\d\d(?:-\d\d)?\W?$/;

/** Text whose dates stay whole, and whose long words may go on in the next line behind a hyphen, slash or dot. */
export function Words({ text }: { readonly text: string }) {
  const words = text.split(/(\s+)/);
  if (!words.some((word) => isLong(word) || DATE.test(word))) return <>{text}</>;
  return <>{words.map(inPieces)}</>;
}

function inPieces(word: string): ComponentChildren {
  if (DATE.test(word)) return <span class="whole">{word}</span>;
  if (!isLong(word)) return word;
  const pieces = word.split(BREAKABLE).flatMap((piece, index) => (index === 0 ? [piece] : [<wbr />, piece]));
  return <span class="long">{pieces}</span>;
}

function isLong(word: string): boolean {
  return word.length > LONG;
}
