import { termLabel, vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import type { Catalogue } from '../search/catalogue.ts';

export interface Counted {
  readonly label: string;
  readonly count: number;
}

/** What the status page draws. */
export interface Charts {
  /** `YYYY-MM` and its papers, oldest first, without gaps, to the month of the data. */
  readonly papersByMonth: readonly Counted[];
  /** Papers of the same years of which the month is not known. */
  readonly papersWithoutMonth: number;
  /** Most robots first. */
  readonly robotsByCategory: readonly Counted[];
}

/** Whole years alone: the papers without a month are those of the same time. */
const YEARS = 3;

let counted: { readonly state: string; readonly charts: Charts } | undefined;

/** Counts the papers of the last years by month and the robots by category, once for a state of the data. */
export function chartsOf(catalogue: Catalogue): Charts {
  const { state } = catalogue;
  if (counted?.state !== state) counted = { state, charts: countAll(catalogue) };
  return counted.charts;
}

function countAll(catalogue: Catalogue): Charts {
  const lastMonth = catalogue.info.date.slice(0, 7);
  const firstYear = Number(lastMonth.slice(0, 4)) - YEARS + 1;
  const papers = countMonths(catalogue);
  const inRange = ([month]: [string, number]) => Number(month.slice(0, 4)) >= firstYear;
  return {
    papersByMonth: monthsFrom(`${firstYear}-01`, lastMonth).map((label) => ({
      label,
      count: papers.get(label) ?? 0,
    })),
    papersWithoutMonth: [...papers]
      .filter(([month]) => month.endsWith('-00'))
      .filter(inRange)
      .reduce((sum, [, count]) => sum + count, 0),
    robotsByCategory: countCategories(catalogue),
  };
}

/** Papers by `YYYY-MM`; a month that is not known is `00`. */
function countMonths(catalogue: Catalogue): Map<string, number> {
  const store = catalogue.store('publications');
  const published = store.dates('published');
  const counts = new Map<number, number>();
  for (let index = 0; index < store.size; index++) {
    if (!store.isLive(index)) continue;
    const month = Math.floor(published.at(index) / 100);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return new Map([...counts].map(([month, count]) => [nameOf(month), count]));
}

function nameOf(month: number): string {
  return `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`;
}

function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  let [year, month] = first.split('-').map(Number) as [number, number];
  for (let name = first; name <= last; name = nameOf(year * 100 + month)) {
    months.push(name);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return months;
}

function countCategories(catalogue: Catalogue): Counted[] {
  const facet = { name: 'category', column: catalogue.store('robots').words('category'), filter: 'category' };
  const { facets } = catalogue.search('robots', { filters: [], facets: [facet], limit: 1 });
  return (facets.category ?? []).map(({ value, count }) => ({
    label: termLabel(vocabularies.robot_category, value),
    count,
  }));
}
