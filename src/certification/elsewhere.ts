import data from '../../dataset/taxonomy/certification-elsewhere.json' with { type: 'json' };
import { compact } from '../text/fold.ts';

/** A sentence on a scheme of another market, of which the data hold nothing: what it is, and who would know. */
export function schemeElsewhere(text: string): string | undefined {
  const asked = compact(text);
  const found = data.schemes.find(({ id, names }) => [id, ...names].some((name) => compact(name) === asked));
  if (found === undefined) return undefined;
  return `The data hold no requirements of ${found.id} (${found.what}): ask ${found.ask}; see ${found.source}.`;
}
