import { readFeature } from '../../certification/features.ts';
import { marketIn } from '../../certification/market.ts';
import { type Requirements, standsWith } from '../../certification/rules.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { parseQuery } from '../../text/query.ts';
import { oneLine } from './answer.ts';
import { productArguments } from './read-product.ts';

/** The arguments of a question on certification in which a market may be named. */
interface MarketArguments {
  readonly query?: string | undefined;
  readonly scheme?: string | undefined;
  readonly robot?: string | undefined;
  readonly robot_category?: string | undefined;
  readonly features?: readonly string[] | undefined;
}

/** The requirements, and the schemes that are meant where none is named. */
interface Held {
  readonly store: KindStore<'certification'>;
  readonly requirements: Requirements;
  readonly usualSchemes: readonly string[];
}

/** The arguments with the market that the words of query or features name as a scheme, and what is said of it. */
export function inMarket<A extends MarketArguments>(
  args: A,
  held: Held,
): { readonly args: A; readonly notes: readonly string[] } {
  const { store } = held;
  const { query = '', features = [], scheme } = args;
  const named = store.named(query).flatMap((row) => store.words('scheme').at(row));
  if (scheme !== undefined || named.length > 0) {
    // Who names a law of the EU asks about the EU.
    const isEuropean = scheme === undefined && named.length > 0 && named.every((own) => own === 'EU');
    return { args: isEuropean ? { ...args, scheme: 'EU' } : args, notes: [] };
  }
  const inQuery = marketIn(query);
  // `Made in China` says where it comes from.
  const inFeatures = features.map((feature) => (readFeature(feature) ? undefined : marketIn(feature)));
  const read = [inQuery, ...inFeatures].find((market) => market !== undefined);
  if (read === undefined) {
    const isAlone = query !== '' && productArguments.every((name) => args[name] === undefined);
    return { args, notes: isAlone ? europeanNotes(query, held) : [] };
  }
  const { phrase, elsewhere } = read;
  const note = elsewhere ?? `Read "${oneLine(phrase)}" as scheme EU.`;
  const left = features.map((feature, i) => inFeatures[i]?.rest ?? feature).filter((rest) => rest !== '');
  return {
    args: {
      ...args,
      ...(query !== '' && { query: inQuery?.rest ?? query }),
      ...(features.length > 0 && { features: left }),
      ...(elsewhere === undefined && { scheme: 'EU' }),
    },
    notes: [note],
  };
}

/** Requirements of the EU that have every word of a query, where none that counts in the US has. */
function europeanNotes(query: string, { store, requirements, usualSchemes }: Held): string[] {
  const { rows, scores, unknown } = store.match(parseQuery(query), { incomplete: 'never' });
  const standing = (schemes: readonly string[]) =>
    [...rows].filter((row) => {
      const one = requirements[row];
      return one !== undefined && standsWith(one, schemes);
    });
  if (unknown.length > 0 || standing(usualSchemes).length > 0) return [];
  const best = standing(['EU']).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  if (best.length === 0) return [];
  const ids = best.slice(0, EUROPEAN_NAMED).map((row) => store.idOf(row));
  return [`With scheme EU ${best.length} have every word: ${ids.join(', ')}.`];
}

/** Of what only the EU demands so many are named. */
const EUROPEAN_NAMED = 3;
