/** What happened to the records of one kind. */
export interface KindReport {
  read: number;
  written: number;
  /** Count by the kind of mend. */
  readonly mends: Map<string, number>;
  readonly merged: string[];
  readonly refused: { id: string; reason: string }[];
}

export function newReport(): KindReport {
  return { read: 0, written: 0, mends: new Map(), merged: [], refused: [] };
}

/** Counts one mend. */
export type Mend = (what: string) => void;

export function mendInto(report: KindReport): Mend {
  return (what) => report.mends.set(what, (report.mends.get(what) ?? 0) + 1);
}

/** The report of a kind as lines for a person. */
export function describeReport(kind: string, report: KindReport): string {
  const mended = [...report.mends.values()].reduce((sum, count) => sum + count, 0);
  const head = `${kind}: ${report.read} read, ${report.written} written, ${mended} mended, ${report.merged.length} merged, ${report.refused.length} refused`;
  const mends = [...report.mends].map(([what, count]) => `  mended: ${what} (${count})`);
  const merged = report.merged.map((what) => `  merged: ${what}`);
  const refused = report.refused.map(({ id, reason }) => `  refused: ${id}: ${reason}`);
  return [head, ...mends, ...merged, ...refused].join('\n');
}
