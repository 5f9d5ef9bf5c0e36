import { expect, it } from 'vitest';
import type { Kind } from '../../src/kinds/kinds.ts';
import { parseQuestion } from '../../src/question/grammar.ts';
import { NO_NAMES } from '../../src/question/names.ts';

function parse(kind: Kind, query: string) {
  return parseQuestion(query, { kind, today: '2026-11-27', names: NO_NAMES });
}

it.each([
  ['robots', 'fastest humanoid', ['speed_m_s_desc']],
  ['robots', 'the cheapest robot dog', ['price_asc']],
  ['robots', 'most expensive drone', ['price_desc']],
  ['robots', 'drone with the longest battery life', ['runtime_h_desc']],
  ['robots', 'cobot with highest payload capacity', ['payload_kg_desc']],
  ['robots', 'most precise cobot', ['repeatability_mm_asc']],
  ['robots', 'longest-range delivery drone', ['range_km_desc']],
  ['robots', 'strongest vacuum', ['payload_kg_desc', 'suction_pa_desc']],
  ['robots', 'quadrupeds sorted by payload', ['payload_kg_desc']],
  ['startups', 'best funded humanoid startup', ['funding_desc']],
  ['manufacturers', 'oldest gripper maker', ['oldest']],
  ['challenges', 'biggest prize', ['prize_desc']],
  ['publications', 'newest papers on slam', ['newest']],
] as const)('%s: orders "%s" by %j', (kind, query, sorts) => {
  expect(parse(kind, query).order?.sorts).toEqual(sorts);
});

it.each([
  ['second cheapest humanoid', { rank: 2 }],
  ['the three tallest humanoids', { count: 3 }],
  ['top 5 quadrupeds sorted by payload', { count: 5 }],
  ['cheapest and lightest cobot', { thenBy: ['mass_kg_asc'] }],
])('reads rank and count of "%s"', (query, expected) => {
  const { order, words } = parse('robots', query);
  expect(order).toMatchObject(expected);
  expect(words).toEqual([]);
});

it.each([
  ['robots', 'top speed of H1'],
  ['robots', 'maximum payload of UR10e'],
  ['robots', '"fastest robot"'],
  ['robots', 'test bench'],
  ['robots', 'at least 10 kg'],
  ['robots', "I'm not after the fastest quadruped"],
  ['robots', 'not the cheapest humanoid'],
  ['publications', 'shortest path planning'],
  ['publications', 'fastest gait'],
] as const)('%s: reads no order in "%s"', (kind, query) => {
  expect(parse(kind, query).order).toBeUndefined();
});
