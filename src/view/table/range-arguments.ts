import type { Asked, ShownTable } from '../../tools/show/shape.ts';

export type SpecRange = NonNullable<ShownTable['ranges']>[number];

type Ends = readonly [min: string, max: string];

/** What is asked for with some arguments of the search changed; undefined takes one away. */
export function withArguments(asked: Asked, change: Readonly<Record<string, unknown>>): Asked {
  const kept = Object.entries({ ...asked.arguments, ...change }).filter(([, value]) => value !== undefined);
  return { ...asked, arguments: Object.fromEntries(kept) };
}

/** The change of a search's arguments that sets both ends of a range; an empty end is open, and the lower comes first. */
export function withRange(asked: Asked, name: string, ends: Ends): Readonly<Record<string, unknown>> {
  const [min, max] = inOrder(ends);
  if (name === 'price') return { min_price_usd: min, max_price_usd: max };
  const { [name]: _, ...others } = specsOf(asked);
  const own = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const specs = Object.keys(own).length === 0 ? others : { ...others, [name]: own };
  return { specs: Object.keys(specs).length === 0 ? undefined : specs };
}

/** The ends that a search's arguments set to a range. */
export function argumentBounds(asked: Asked, name: string): { readonly min?: number; readonly max?: number } {
  const { min_price_usd, max_price_usd } = asked.arguments ?? {};
  const own =
    name === 'price' ? { min: min_price_usd, max: max_price_usd } : ((specsOf(asked)[name] ?? {}) as object);
  const ends = Object.entries(own).flatMap(([end, value]) => {
    const number = numberOf(String(value ?? ''));
    return number === undefined ? [] : [[end, number] as const];
  });
  return Object.fromEntries(ends);
}

function inOrder([from, to]: Ends): readonly [number | undefined, number | undefined] {
  const [min, max] = [numberOf(from), numberOf(to)];
  return min !== undefined && max !== undefined && min > max ? [max, min] : [min, max];
}

function numberOf(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? undefined : value;
}

/** An address has them as JSON. */
function specsOf({ arguments: given }: Asked): Readonly<Record<string, unknown>> {
  const { specs = {} } = given ?? {};
  try {
    const read: unknown = typeof specs === 'string' ? JSON.parse(specs) : specs;
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
