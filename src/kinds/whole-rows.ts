import type { Shown } from './definition.ts';

/** A member that only rows of their own right have. */
export function inWholeRows<R>(of: (record: R) => unknown): Shown<R, never> & Shown<R, readonly string[]> {
  return {
    from: [],
    isUnlisted: true,
    of: (record: R, { isWhole }: { readonly isWhole: boolean }) => (isWhole ? of(record) : undefined),
  };
}

/** Where a record is told of: on its own page, or else on the first that states its facts. */
export function mainSource({
  url,
  sources: [first],
}: {
  readonly url?: string | undefined;
  readonly sources: readonly { readonly url: string }[];
}): string | undefined {
  return url ?? first?.url;
}
