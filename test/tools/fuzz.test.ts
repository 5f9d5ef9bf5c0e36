import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { allTools } from '../../src/tools/all-tools.ts';
import { openSmall, smallRecords } from '../helpers/catalogue.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

const rounds = 700;

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openSmall();
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

const texts = [
  '',
  ' ',
  'humanoid',
  'Arm',
  'US',
  'Japan',
  'EU',
  'FCC',
  '510(k)',
  'unitree-g1',
  'unitree g1',
  'slam',
  'wifi',
  'no-wifi',
  '2024',
  '2024-02-30',
  '2024-06',
  '2401.02117',
  'https://arxiv.org/abs/2401.02117',
  'https://a',
  'price',
  'specs.mass_kg',
  'robots',
  'name',
  'relevance',
  'newest',
  'deadline',
  'full',
  'concise',
  'purchase',
  'pending',
  '"',
  '*',
  '-',
  '(',
  ')',
  'NEAR',
  'a NEAR b',
  'NOT',
  'OR AND',
  '"soft robot"',
  'quad*',
  'robot -arm',
  "'; DROP TABLE robots; --",
  '\u0000',
  '\u202e',
  '\ud800',
  '🤖',
  '漢字',
  '%',
  '_',
  'x'.repeat(300),
  'a-'.repeat(600),
  '1e999',
  '-1',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  '{}',
  '[]',
  '~~~',
  '2026.11.20~0~0~x',
];
/** What a tool cannot do without, so that random calls get further than to a refusal. */
const needed: Readonly<Record<string, object>> = {
  report_error: { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'It is wrong.' },
  submit_publication: { arxiv_id: '2401.02117' },
  show: { view: 'table' },
  submit_robot: {
    name: 'Quokka 1',
    manufacturer: smallRecords.manufacturers[0]?.id,
    category: 'humanoid',
    status: 'prototype',
    description: 'A machine that stands in this test and of which nothing else is known to anybody.',
    sources: [{ url: 'https://example.org/quokka', title: 'Quokka' }],
  },
  submit_startup: {
    name: 'Quokka Works',
    country: 'PT',
    stage: 'seed',
    focus: ['testing'],
    description: 'A company that stands in this test and makes the machines that it needs.',
    sources: [{ url: 'https://example.org/quokka', title: 'Quokka' }],
  },
};
const names = [...new Set(allTools.flatMap(({ input }) => Object.keys(input.shape)))];
const specs = ['payload_kg', 'mass_kg', 'dof', 'ip_rating', 'weight', '__proto__'];

function anyValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 2 ? 5 : 8)) {
    case 0:
      return random.pick([0, 1, -1, 5, 50, 51, 2.5, 1e9, 1e308, Number.MAX_SAFE_INTEGER, Number.NaN]);
    case 1:
      return random.pick([true, false, null, undefined]);
    case 5:
      return Array.from({ length: random.below(12) }, () => anyValue(random, depth + 1));
    case 6:
      return Object.fromEntries([[random.pick([...specs, 'min', 'max']), anyValue(random, depth + 1)]]);
    case 7:
      return { [random.pick(specs)]: { min: anyValue(random, 3), max: anyValue(random, 3) } };
    default:
      return random.chance(0.9) ? random.pick(texts) : random.word('ab "-*()é1漢\n', random.below(40));
  }
}

it.each(allTools.map(({ name, input }) => [name, Object.keys(input.shape)] as const))(
  `%s answers ${rounds} random calls, each refusal with code, message and field`,
  async (tool, own) => {
    const random = new Random(tool.length * 7919);
    let answered = 0;
    for (let round = 0; round < rounds; round++) {
      const args: Record<string, unknown> = random.chance(0.5) ? { ...needed[tool] } : {};
      for (let i = random.below(4); i > 0; i--) {
        args[random.chance(0.95) ? random.pick(own) : random.pick(names)] = anyValue(random);
      }
      // Throws where the answer is INTERNAL.
      const { error, text, structured } = await tools.ask(tool, args);
      const shown = JSON.stringify(args);
      expect(text.length, shown).toBeGreaterThan(0);
      if (error === undefined) {
        answered++;
        continue;
      }
      expect(Object.keys(structured), shown).toEqual(['error']);
      expect(error.code, shown).toMatch(/^(INVALID_ARGUMENT|NOT_FOUND|CURSOR_EXPIRED|STORAGE_FULL)$/);
      expect(error.message.length, shown).toBeGreaterThan(10);
      if (error.code === 'INVALID_ARGUMENT') expect(error.field, shown).toMatch(/./);
      expect(error.message, shown).not.toMatch(/SQL|fts|sqlite|undefined|\[object|\n/i);
    }
    expect(answered).toBeGreaterThan(0);
  },
);
