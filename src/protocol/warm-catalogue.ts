import { kinds } from '../kinds/kinds.ts';
import type { Catalogue } from '../search/catalogue.ts';

/**
 * Reads what the first search of each kind would read, a kind at a time, so that no answer waits for it after
 * the catalogue was put in place of another.
 */
export async function warmCatalogue(catalogue: Catalogue): Promise<void> {
  for (const kind of kinds) {
    catalogue.search(kind, { filters: [], facets: [], limit: 1 });
    await new Promise((resolve) => setImmediate(resolve));
  }
}
