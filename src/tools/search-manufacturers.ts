import { z } from 'zod';
import { type Manufacturer, manufacturerKinds } from '../kinds/manufacturers/manufacturer.ts';
import { lazily } from '../lib/lazily.ts';
import { anyWord, anyWordWhere, type Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { alphabetical } from '../search/sort.ts';
import { hasWords } from '../text/matches.ts';
import { readCountries, readTerms } from './shared/read-terms.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { Tool } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    ...searchInput(['name']),
    capability: shortText()
      .optional()
      .describe('What it makes or can make: cobots, lidar, strain wave gears'),
    country: shortText().optional().describe('Headquarters: code, name or region'),
    kind: shortText()
      .optional()
      .describe(`One of ${manufacturerKinds.join(', ')}`),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

const fields = () => ({
  name: z.string(),
  country: z.string(),
  kind: z.string(),
  capabilities: z.array(z.string()),
  url: z.string().optional(),
});

export const searchManufacturers: Tool<ReturnType<typeof input>> = {
  name: 'search_manufacturers',
  title: 'Search manufacturers',
  description:
    'Find makers of robots and components, contract manufacturers, integrators and robotics software firms by capability and country. Announced, not yet offered, by the hosted service.',
  access: 'READ',
  announced: true,
  idempotent: true,
  openWorld: false,
  get input() {
    return input();
  },
  get output() {
    return searchOutput(fields());
  },
  run(args, context) {
    const store = context.catalogue.store('manufacturers');
    return runSearch(
      {
        tool: 'search_manufacturers',
        kind: 'manufacturers',
        filters: filtersOf(args, store),
        facets: ['capability', 'country', 'kind'].map((name) => ({
          name,
          column: store.words(name),
          filter: name,
        })),
        sorts: { name: alphabetical(store, 'name') },
        shown,
        concise,
      },
      args,
      context,
    );
  },
};

function filtersOf(args: Input, store: KindStore<'manufacturers'>): Filter[] {
  const { capability, country, kind } = args;
  const filters: Filter[] = [];
  if (capability !== undefined) {
    filters.push(anyWordWhere('capability', store.words('capability'), (word) => hasWords(word, capability)));
  }
  if (country !== undefined) {
    filters.push(anyWord('country', store.words('country'), readCountries('country', country)));
  }
  if (kind !== undefined) {
    filters.push(anyWord('kind', store.words('kind'), readTerms('kind', 'manufacturer_kind', kind)));
  }
  return filters;
}

const shown = ['id', 'name', 'country', 'kind', 'capabilities', 'url'] as const;

function concise({
  id,
  name,
  country,
  kind,
  capabilities,
  url,
}: Pick<Manufacturer, (typeof shown)[number]>): object {
  return { id, name, country, kind, capabilities, ...(url !== undefined && { url }) };
}
