import type { RecordsByKind } from '../../src/kinds/kinds.ts';
import { listedPapers } from '../../src/kinds/vocabularies/listed-papers.ts';

type Paper = RecordsByKind['publications'][number];

/** The venues with a column of their own: those of which a public list or bibliography holds most years. */
const VENUES = ['ICRA', 'IROS', 'RSS', 'CoRL', 'T-RO', 'IJRR', 'RA-L', 'Science Robotics'] as const;
const FIRST_YEAR = 2000;

/** How many papers of a year each venue has, `elsewhere` those of other venues, `preprints` those of none. */
interface VenueYear {
  /** A year, or all before 2000. */
  readonly years: string;
  readonly papers: number;
  readonly byVenue: Readonly<Record<(typeof VENUES)[number], number>>;
  readonly elsewhere: number;
  readonly preprints: number;
}

/** Papers by year and venue, the newest year first, those before 2000 in the last row. */
export function venueCoverage(papers: readonly Paper[]): VenueYear[] {
  const years = new Map<string, Paper[]>();
  const before = `before ${FIRST_YEAR}`;
  for (const paper of papers) {
    const row = paper.year < FIRST_YEAR ? before : String(paper.year);
    years.set(row, [...(years.get(row) ?? []), paper]);
  }
  const rows = [...years].map(([name, own]) => countVenues(name, own));
  return rows.sort((a, b) => order(b.years) - order(a.years));
}

function order(years: string): number {
  return Number(years) || 0;
}

function countVenues(years: string, papers: readonly Paper[]): VenueYear {
  const count = (test: (paper: Paper) => boolean) => papers.filter(test).length;
  const byVenue = Object.fromEntries(
    VENUES.map((venue) => [venue, count(({ journal }) => journal === venue)]),
  ) as VenueYear['byVenue'];
  const preprints = count(({ journal }) => journal === undefined);
  const listed = Object.values(byVenue).reduce((sum, one) => sum + one, 0);
  return { years, papers: papers.length, byVenue, elsewhere: papers.length - listed - preprints, preprints };
}

/** The table of docs/data.md, in Markdown. */
export function venueTable(papers: readonly Paper[]): string {
  const rows = venueCoverage(papers);
  const sums = VENUES.map((venue) => rows.reduce((sum, row) => sum + row.byVenue[venue], 0));
  const total = (of: (row: VenueYear) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const head = ['year', 'papers', ...VENUES, 'other venues', 'preprints'];
  const body = [
    ['all', papers.length, ...sums, total((row) => row.elsewhere), total((row) => row.preprints)],
    ...rows.map((row) => [
      row.years,
      row.papers,
      ...VENUES.map((venue) => held(row, venue)),
      row.elsewhere,
      row.preprints,
    ]),
  ];
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...body];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** `181 of 641`; where there are as many as are listed, or more, the number alone. */
function held({ years, byVenue }: VenueYear, venue: (typeof VENUES)[number]): string {
  const listed = listedPapers(venue).get(Number(years)) ?? 0;
  const own = byVenue[venue];
  return own < listed ? `${own} of ${listed}` : String(own);
}
