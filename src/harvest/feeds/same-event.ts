import { compact, stems } from '../../text/fold.ts';

/** What two reports of one event are compared by. */
export interface Told {
  /** `YYYY-MM-DD`; less exact dates are the same as none. */
  readonly date: string;
  readonly headline: string;
  readonly entities: readonly string[];
}

const farthestDays = 3;
const emptyWords = new Set(
  'a an the of and or for to in on at by with from as is are be its it this that how why what new robot robotic humanoid ai after over into will'.split(
    ' ',
  ),
);
/** What happens, in the words of different papers. */
const sameWords = new Map(
  [
    [
      'raise',
      'raises',
      'raised',
      'secure',
      'secures',
      'land',
      'lands',
      'close',
      'closes',
      'bag',
      'nab',
      'get',
    ],
    [
      'unveil',
      'reveal',
      'introduce',
      'launch',
      'launches',
      'debut',
      'present',
      'show',
      'announce',
      'release',
    ],
    ['buy', 'acquire', 'acquisition', 'bought'],
    ['m', 'million'],
    ['b', 'billion', 'bn'],
  ].flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)),
);

/**
 * True if two headlines of about the same day tell the same event: most of their words are alike, and no amount in
 * the one contradicts the other's.
 */
export function isSameEvent(a: Told, b: Told): boolean {
  if (a.date.length < 10 || b.date.length < 10) return false;
  if (Math.abs(Date.parse(a.date) - Date.parse(b.date)) > farthestDays * 86_400_000) return false;
  if (compact(a.headline) === compact(b.headline)) return true;
  const [left, right] = [contentOf(a.headline), contentOf(b.headline)];
  const [amountsLeft, amountsRight] = [amountsOf(left), amountsOf(right)];
  const contradict =
    amountsLeft.length > 0 &&
    amountsRight.length > 0 &&
    !amountsLeft.some((each) => amountsRight.includes(each));
  if (contradict) return false;
  const shared = [...left].filter((word) => right.has(word)).length;
  const smaller = Math.min(left.size, right.size);
  if (smaller < 2) return false;
  const alike = shared / smaller;
  const sharesEntity = a.entities.some((name) => b.entities.includes(name));
  return sharesEntity ? shared >= 3 && alike >= 0.5 : shared >= 4 && alike >= 0.7;
}

function contentOf(headline: string): Set<string> {
  const spaced = headline
    .replace(/([$€£]?\d[\d.,]*)\s?([mb]n?)\b/gi, '$1 $2')
    .replace(/(\d)[.,](?=\d)/g, '$1_');
  const list = spaced.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const found = list.flatMap((word) => (/\d/.test(word) ? [word] : stems(word)));
  return new Set(found.filter((word) => !emptyWords.has(word)).map((word) => sameWords.get(word) ?? word));
}

function amountsOf(content: ReadonlySet<string>): string[] {
  return [...content].filter((word) => /^\d/.test(word));
}
