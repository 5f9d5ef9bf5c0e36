/** What a chart is drawn with; a drawing that is taken along has to hold its colours itself. */
export interface Colours {
  readonly series: readonly string[];
  /** Whatever has no colour of its own. */
  readonly other: string;
  readonly text: string;
  readonly soft: string;
  readonly grid: string;
  readonly ground: string;
}

const LIGHT = ['#0b63b5', '#c2410c', '#15803d', '#7e22ce', '#a16207', '#be185d', '#0e7490'];
const DARK = ['#6cb2f5', '#fb923c', '#4ade80', '#c4a1ff', '#facc15', '#f472b6', '#22d3ee'];

/** The colours of the page as it is: those of the host where it has given some. */
export function coloursOf(isDark: boolean): Colours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const named = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    series: isDark ? DARK : LIGHT,
    other: isDark ? '#828c96' : '#87909a',
    text: named('--text'),
    soft: named('--soft'),
    grid: named('--line'),
    ground: named('--ground'),
  };
  probe.remove();
  return colours;
}

/** What is no value of its own, and is drawn as such. */
const OTHER = 'other';

/** The values of `by` that get a colour: those with most points first. */
export function seriesOf(
  points: readonly { readonly by?: string | undefined }[],
  most: number,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { by } of points)
    if (by !== undefined && by !== OTHER) counts.set(by, (counts.get(by) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
}
