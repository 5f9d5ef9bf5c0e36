import type { Asked, ShownTable } from '../../tools/show/shape.ts';

export type SpecRange = NonNullable<ShownTable['ranges']>[number];

type Ends = readonly [min: string, max: string];

/** The change of a search's arguments that sets both ends of a range; an empty end is open, and the lower comes first. */
export function withRange(asked: Asked, name: string, ends: Ends): Readonly<Record<string, unknown>> {
  const [min, max] = inOrder(ends);
  if (name === 'price') return { min_price_usd: min, max_price_usd: max };
  const { [name]: _, ...others } = specsOf(asked);
  const own = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const specs = Object.keys(own).length === 0 ? others : { ...others, [name]: own };
  return { specs: Object.keys(specs).length === 0 ? undefined : specs };
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
