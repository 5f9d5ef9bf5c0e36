import type { Asked } from '../../tools/show/shape.ts';

/** Questions that show what can be asked, one a kind. */
export const EXAMPLES: readonly (readonly [question: string, asked: Asked])[] = [
  [
    'quadruped under $20,000',
    { view: 'table', tool: 'search_robots', arguments: { query: 'quadruped under $20,000' } },
  ],
  [
    'diffusion policy papers since 2024',
    {
      view: 'table',
      tool: 'search_publications',
      arguments: { query: 'diffusion policy papers since 2024' },
    },
  ],
  [
    'what a humanoid needs in the EU',
    { view: 'checklist', robot_category: 'humanoid', arguments: { scheme: 'EU' } },
  ],
  [
    'humanoid startups in the US',
    { view: 'table', tool: 'search_startups', arguments: { query: 'humanoid startups in the US' } },
  ],
  ['robotaxi recalls', { view: 'table', tool: 'get_latest_news', arguments: { query: 'robotaxi recalls' } }],
  [
    'lidar makers in China',
    { view: 'table', tool: 'search_manufacturers', arguments: { query: 'lidar makers in China' } },
  ],
];

/** Further places to begin at, which are no question in words. */
export const BEGINNINGS: readonly (readonly [label: string, asked: Asked])[] = [
  [
    'Compare Go2, Spot and ANYmal',
    { view: 'compare', ids: ['unitree-go2', 'boston-dynamics-spot', 'anybotics-anymal-d'] },
  ],
  [
    'Price against payload of quadrupeds',
    {
      view: 'chart',
      tool: 'search_robots',
      arguments: { category: 'quadruped' },
      x: 'payload_kg',
      y: 'price',
    },
  ],
  ['Papers by year', { view: 'chart', tool: 'search_publications', x: 'year' }],
];
