type Cell = string | number;

/** One table of results. The names of the columns say the unit. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  /** What a reader must know to judge the numbers. */
  readonly notes?: readonly string[];
}

/** What every part of the benchmark is run with. */
export interface BenchOptions {
  /** Few repetitions: shows that everything runs, measures nothing well. */
  readonly quick: boolean;
  /** Multiples of the papers that `growth` builds. */
  readonly factors: readonly number[];
}

/** A section as text: a table with aligned columns, then its notes. */
export function renderSection({ title, rows, notes = [] }: Section): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => renderCell(row[name])));
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const isNumber = names.map((name) => rows.some((row) => typeof row[name] === 'number'));
  const line = (texts: readonly string[]) => {
    const padded = texts.map((text, i) =>
      isNumber[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = `|${widths.map((width, i) => (isNumber[i] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [
    `### ${title}`,
    '',
    line(names),
    rule,
    ...cells.map(line),
    '',
    ...notes.flatMap((n) => [n, '']),
  ].join('\n');
}

function renderCell(value: Cell | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(2 + Math.min(1, Math.floor(Math.abs(value))));
}
