import data from '../../dataset/taxonomy/certification-elsewhere.json' with { type: 'json' };
import { lazily } from '../lib/lazily.ts';
import { compact } from '../text/fold.ts';

/** By each of its names; of two that share one the first. */
const schemes = lazily(
  () =>
    new Map(
      data.schemes
        .flatMap((scheme) => [scheme.id, ...scheme.names].map((name) => [compact(name), scheme] as const))
        .reverse(),
    ),
);

/** A sentence on a scheme of another market, of which the data hold nothing: what it is, and who would know. */
export function schemeElsewhere(text: string): string | undefined {
  const found = schemes().get(compact(text));
  if (found === undefined) return undefined;
  return `The data hold no requirements of ${found.id} (${found.what}): ask ${found.ask}; see ${found.source}.`;
}
