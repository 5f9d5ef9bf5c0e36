import type { DataContext } from '../tool.ts';

/** Makes one answer from one context, and says when it is made. */
export async function usingContext<T>(
  context: () => Promise<DataContext>,
  use: (context: DataContext) => T | Promise<T>,
): Promise<T> {
  const taken = await context();
  try {
    return await use(taken);
  } finally {
    taken.release?.();
  }
}
