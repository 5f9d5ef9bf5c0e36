import { z } from 'zod';
import { defineSearch } from './define-search.ts';

const text = () => z.string();

export const searchManufacturers = defineSearch('manufacturers', {
  name: 'search_manufacturers',
  title: 'Search manufacturers',
  description:
    'Find makers of robots and components, contract manufacturers, integrators and robotics software firms by capability and country. Announced, not yet offered, by the hosted service.',
  announced: true,
  shows: {
    name: { schema: text },
    country: { schema: text },
    kind: { schema: text },
    capabilities: { schema: () => z.array(z.string()) },
    url: { schema: () => z.string().optional() },
  },
});
