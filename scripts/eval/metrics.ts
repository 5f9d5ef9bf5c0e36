/** Record id: 3 exactly what is wanted, 2 good, 1 related, 0 not relevant, as is what is not listed. */
type Grades = Readonly<Record<string, number>>;

/** 1 if the first result is graded 3, else 0. */
export function successAt1(results: readonly string[], grades: Grades): number {
  return gradeOf(results[0] ?? '', grades) === 3 ? 1 : 0;
}

/** The share of the relevant records among the first `k` results, of those that `k` places could hold. */
export function recallAt(k: number, results: readonly string[], grades: Grades): number {
  const wanted = Math.min(k, Object.values(grades).filter((grade) => grade > 0).length);
  const found = new Set(results.slice(0, k).filter((id) => gradeOf(id, grades) > 0));
  return wanted === 0 ? 1 : Math.min(1, found.size / wanted);
}

/** Discounted cumulative gain of the first `k` results over that of the best possible order; gain 2^grade - 1. */
export function ndcgAt(k: number, results: readonly string[], grades: Grades): number {
  const seen = new Set<string>();
  const given = results.slice(0, k).map((id) => {
    const grade = seen.has(id) ? 0 : gradeOf(id, grades);
    seen.add(id);
    return grade;
  });
  const best = Object.values(grades)
    .sort((a, b) => b - a)
    .slice(0, k);
  const ideal = discountedGain(best);
  return ideal === 0 ? 1 : discountedGain(given) / ideal;
}

/** The middle value, or the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + high) / 2 : high;
}

/** NaN for none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

function gradeOf(id: string, grades: Grades): number {
  return Object.hasOwn(grades, id) ? (grades[id] ?? 0) : 0;
}
