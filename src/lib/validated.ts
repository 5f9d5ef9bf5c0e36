import type { z } from 'zod';

/** Deeper parts of a value are not looked at: no schema of ours goes so far. */
const DEEPEST = 100;

/**
 * Validates what came from outside, as `safeParse` does. zod measures whatever has a `length` before it asks whether that
 * is a text or a list, and throws where the `length` is an object that becomes no number: such a value is refused too,
 * with its field.
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Without the length it is of the wrong type all the same, and nothing is measured.
    return schema.safeParse(withoutOddLengths(value, 0));
  }
}

function withoutOddLengths(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((part) => withoutOddLengths(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !(name === 'length' && typeof part === 'object'))
      .map(([name, part]) => [name, withoutOddLengths(part, depth + 1)]),
  );
}
