import { type Kind, kinds } from '../../kinds/kinds.ts';
import { type Named, resolveName, thingKinds } from '../shared/named-record.ts';
import type { DataContext } from '../tool.ts';
import { kindWith } from './records.ts';

/**
 * The kind that most of the ids and names stand for, and what each of them stands for in it. `kind` is undefined where
 * no record carries any of them and none was `wanted`.
 */
export function resolveNames(
  asked: readonly string[],
  wanted: Kind | undefined,
  context: DataContext,
): { readonly kind: Kind | undefined; readonly named: readonly Named[] } {
  const among = (kind: Kind) => asked.map((name) => resolveName(kind, name, context));
  if (wanted !== undefined) return { kind: wanted, named: among(wanted) };
  const exact = asked.flatMap((name) => kindWith(name, context) ?? []);
  const isAll = exact.length === asked.length && new Set(exact).size === 1;
  const likely = kinds.filter((kind) => exact.includes(kind) || (!isAll && thingKinds.includes(kind)));
  const read = likely.map((kind) => {
    const named = among(kind);
    const found = named.filter(({ row }) => row !== undefined).length;
    return { kind, named, found, exact: exact.filter((each) => each === kind).length };
  });
  const [best] = read.sort((a, b) => b.found - a.found || b.exact - a.exact);
  return best === undefined || best.found === 0
    ? { kind: undefined, named: [] }
    : { kind: best.kind, named: best.named };
}
