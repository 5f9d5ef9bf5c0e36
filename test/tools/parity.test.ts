import { expect, it } from 'vitest';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { fullTools } from '../helpers/full-tools.ts';
import { searches } from '../helpers/tools.ts';
import { lackingInData, lackingInText, questions } from '../reading/facts.ts';

const { tools } = await fullTools();
const calls: readonly (readonly [string, object])[] = [
  ...questions.map(({ tool, arguments: args }) => [tool, args] as const),
  ...searches.map(([tool, args]) => [tool, { ...args, limit: 50 }] as const),
];

it.each(calls)('both forms of an answer say the same: %s %j', async (tool, args) => {
  const { json } = await tools.registry.answer(tool, args, LOCAL_USER);
  const { content, structuredContent } = JSON.parse(json);
  expect(lackingInText(structuredContent, content[0].text)).toEqual([]);
  expect(lackingInData(structuredContent, content[0].text)).toEqual([]);
});

it('a fact that one form lacks is told, with where it stands', () => {
  const data = { results: [{ id: 'a-1', price: { usd: 520_000_000, old: true } }], total: 2 };
  expect(lackingInText(data, 'a-1 | $520M, old: 2 matches')).toEqual([]);
  expect(lackingInText(data, 'a-1 | $52M: 2')).toEqual([
    { at: 'results.0.price.usd', said: '520000000' },
    { at: 'results.0.price.old', said: 'true' },
  ]);
  expect(lackingInData(data, '2 matches: a-1, 520,000,000 of Ulm')).toEqual([{ at: 'text', said: 'ulm' }]);
});

it.each([
  ['search_robots', { category: 'home_cleaning', limit: 50 }, /, old\)/g, /"old":true/g],
  ['search_startups', { country: 'US', limit: 50 }, /\(old\)/g, /"old":true/g],
  ['search_startups', { country: 'US', limit: 50 }, /undisclosed sum/g, /"amount":"undisclosed"/g],
])('what text says of age is in the data as often: %s %j %s', async (tool, args, written, held) => {
  const { text, structured } = await tools.ask(tool, args);
  const times = text.match(written) ?? [];
  expect(times.length).toBeGreaterThan(0);
  expect(JSON.stringify(structured).match(held)).toHaveLength(times.length);
});
