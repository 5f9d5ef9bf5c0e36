import type { CategoryCoverage, KindCoverage } from './coverage.ts';

/** The table of docs/data.md, in Markdown, and below it the shares of dates and names. */
export function documentTable(
  date: string,
  rows: readonly CategoryCoverage[],
  shares: readonly string[],
): string {
  const head = [
    'category',
    'robots',
    'price',
    'on sale with price',
    'any spec',
    'compared specs',
    'certified',
    'dated',
    'secondary',
  ];
  const body = rows
    .filter(({ robots }) => robots > 0)
    .map((row) => [
      row.category,
      row.robots,
      row.purchasePrice,
      of(row.onSaleWithPrice, row.onSale),
      share(row.anySpec, row.robots),
      of(row.comparedSpecs, row.comparable),
      row.certified,
      row.dated,
      row.secondary,
    ]);
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...body];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `As of ${date}.\n\n${table}\n\n${shares.map((share) => `- ${share}`).join('\n')}\n`;
}

/** The whole report as text for a terminal. */
export function renderReport(
  robots: readonly CategoryCoverage[],
  all: readonly KindCoverage[],
  priced: readonly CategoryCoverage['category'][],
  shares: readonly string[],
): string {
  const parts = robots
    .filter((row) => row.robots > 0)
    .map((row) =>
      [
        row.category.padEnd(20),
        `${row.robots} robots`.padStart(11),
        `price ${row.purchasePrice} (${row.priceBefore2023} before 2023), on sale ${of(row.onSaleWithPrice, row.onSale)}`,
        `any spec ${share(row.anySpec, row.robots)}, compared ${of(row.comparedSpecs, row.comparable)}`,
        `certified ${row.certified} (+${row.certifiedVaguely} without number and date)`,
        `dated ${row.dated}, secondary ${row.secondary}`,
      ].join(' | '),
    );
  const fields = all.map(({ kind, records, confidence, fields: some }) => {
    const levels = Object.entries(confidence).map(([level, count]) => `${level} ${count}`);
    const missing = some.map(({ field, records: count }) => `${field} ${share(count, records)}`);
    return `${kind}: ${[`${records} records`, ...levels, ...missing].join(', ')}`;
  });
  return [...parts, '', ...fields, '', ...shares, '', 'Weakest:', ...weakest(robots, priced)].join('\n');
}

function weakest(rows: readonly CategoryCoverage[], priced: readonly string[]): string[] {
  const prices = rows
    .filter(({ category, onSale }) => priced.includes(category) && onSale > 0)
    .map((row) => ({ row, part: row.onSaleWithPrice / row.onSale }))
    .filter(({ part }) => part < 0.6)
    .map(({ row }) => `price of ${row.category}: ${of(row.onSaleWithPrice, row.onSale)}`);
  const specs = rows
    .filter(({ comparable }) => comparable > 0)
    .filter((row) => row.comparedSpecs / row.comparable < 0.8)
    .map((row) => `specs of ${row.category}: ${of(row.comparedSpecs, row.comparable)}`);
  return [...prices, ...specs];
}

function of(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part} of ${whole}`;
}

function share(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`;
}
