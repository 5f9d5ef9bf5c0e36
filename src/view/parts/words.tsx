import type { ComponentChildren } from 'preact';

/** Longer words, which no column of a table holds, may be broken: other words stay whole. */
const LONG = 22;
/** Behind these signs first. */
const BREAKABLE = /(?<=[-_/.@:])(?=[\p{L}\p{N}])/u;

/** Text whose long words may go on in the next line, behind a hyphen, slash or dot where they have one. */
export function Words({ text }: { readonly text: string }) {
  if (!text.split(/\s+/).some(isLong)) return <>{text}</>;
  const parts = text.split(/(\s+)/).map((word): ComponentChildren => {
    if (!isLong(word)) return word;
    const pieces = word
      .split(BREAKABLE)
      .flatMap((piece, index) => (index === 0 ? [piece] : [<wbr />, piece]));
    return <span class="long">{pieces}</span>;
  });
  return <>{parts}</>;
}

function isLong(word: string): boolean {
  return word.length > LONG;
}
