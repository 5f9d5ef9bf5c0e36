import data from '../../dataset/taxonomy/certification-elsewhere.json' with { type: 'json' };
import { findCountries } from '../kinds/vocabularies/countries.ts';
import { lazily } from '../lib/lazily.ts';
import { compact } from '../text/fold.ts';

type Scheme = (typeof data.schemes)[number];

/** By each of its names; of two that share one the first. */
const schemes = lazily(
  () =>
    new Map(
      data.schemes
        .flatMap((scheme) => [scheme.id, ...scheme.names].map((name) => [compact(name), scheme] as const))
        .reverse(),
    ),
);

/** The markets whose law the data hold; those of the EU are its. */
const heldMarkets: readonly string[] = ['US', ...(findCountries('EU')?.codes ?? [])];

/**
 * A sentence on a market of which the data hold nothing, by its name, its code or that of one of its schemes: which
 * schemes it has, and who would know.
 */
export function schemeElsewhere(text: string): string | undefined {
  const found = schemes().get(compact(text));
  const codes = findCountries(text)?.codes ?? [];
  const market = found?.market ?? (codes.length === 1 ? codes[0] : undefined);
  if (market === undefined || heldMarkets.includes(market)) return undefined;
  const name = findCountries(market)?.label ?? market;
  const own = data.schemes.filter((scheme) => scheme.market === market);
  if (own.length === 0) return `The data hold no requirements of the market ${name}: ask its authorities.`;
  const ids = own.map(({ id }) => id).join(' and ');
  return `The data hold no requirements of ${ids}, of the market ${name}: ${own.map(whoKnows).join('; ')}.`;
}

function whoKnows({ id, what, ask, source }: Scheme): string {
  return `of ${id} (${what}) ask ${ask}, see ${source}`;
}
