import { z } from 'zod';
import { grade } from './judgement.ts';

const judged = z.strictObject({ id: z.string().min(1), grades: z.record(z.string(), grade) });
const question = z.looseObject({
  id: z.string(),
  pooled: z.literal(true).optional(),
  relevant: z.record(z.string(), grade),
});

/**
 * A set of judgements with further grades, both as lines of JSON. A record that has a grade keeps it; that one is not
 * relevant is written only where the pool says what was judged. Throws an Error for a question that the set lacks.
 */
export function mergeGrades(set: string, grades: string): string {
  const added = new Map(
    linesOf(grades)
      .map((line) => judged.parse(JSON.parse(line)))
      .map((one) => [one.id, one]),
  );
  const merged = linesOf(set).map((line) => {
    const { relevant, ...rest } = question.parse(JSON.parse(line));
    const own = added.get(rest.id);
    added.delete(rest.id);
    if (own === undefined) return line;
    const kept = Object.entries(own.grades).filter(([, value]) => value > 0 || rest.pooled === true);
    const whole = { ...Object.fromEntries(kept), ...relevant };
    return JSON.stringify({ ...JSON.parse(line), relevant: whole });
  });
  const [lacking] = added.keys();
  if (lacking !== undefined) throw new Error(`The set has no question ${lacking}.`);
  return `${merged.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
