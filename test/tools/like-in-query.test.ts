import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('who asks for the like of a record gets others, and is told of what', () => {
  it.each([
    ['search_robots', 'alternatives to Spot', 'boston-dynamics-spot'],
    ['search_robots', "Unitree G1's competitors", 'unitree-g1'],
    ['search_robots', 'something like Boston Dynamics Stretch', 'boston-dynamics-stretch'],
    ['search_startups', 'companies like Figure', 'figure-ai'],
    ['search_startups', 'competitors of Locus Robotics', 'locus-robotics'],
    ['search_manufacturers', 'alternatives to Maxon motors', 'maxon'],
    ['search_publications', 'papers similar to Diffusion Policy', 'arxiv-2303-04137'],
  ])('%s %s', async (tool, query, id) => {
    const { ids, notes } = await tools.ask(tool, { query });
    expect(ids.length).toBe(10);
    expect(ids).not.toContain(id);
    expect(notes.join()).toContain(id);
  });

  it('by category, and by what companies do', async () => {
    const robots = await tools.ask('search_robots', { query: 'robots similar to the UR5e' });
    expect(new Set(robots.results.map(({ category }) => category))).toEqual(new Set(['cobot']));
    const startups = await tools.ask('search_startups', { query: 'competitors of Locus Robotics' });
    const [first] = startups.results;
    expect(first?.focus).toEqual(expect.arrayContaining(['warehouse', 'amr']));
  });

  it('with what else is asked as filters, and words that are none said', async () => {
    const { notes } = await tools.ask('search_robots', { query: 'cheaper alternatives to UR5e' });
    expect(notes.join()).toContain('price_usd under 30000');
    const { notes: said } = await tools.ask('search_robots', { query: 'robots like Spot for opera singers' });
    expect(said.join()).toContain('Not used beside it: "opera singers"');
  });

  it.each([
    ['search_robots', 'robots like humans'],
    ['search_robots', 'I would like a robot arm'],
    ['search_robots', 'robot that looks like Spot'],
    ['search_publications', 'robots that learn like children'],
  ])('%s %s asks for no likeness', async (tool, query) => {
    const { notes } = await tools.ask(tool, { query });
    expect(notes.join()).not.toMatch(/^(?:Alternatives|Like|".+" is read)/);
  });
});

describe('what a query leaves out is kept out, and said', () => {
  it.each([
    ['search_manufacturers', 'lidar not from China', 'country', 'CN'],
    ['search_robots', 'non-Chinese quadrupeds', 'country', 'CN'],
    ['search_robots', 'drones with thermal camera, no DJI', 'manufacturer', 'DJI'],
    ['search_startups', 'warehouse robot startups that are not acquired', 'stage', 'acquired'],
  ])('%s %s', async (tool, query, field, value) => {
    const { results, notes, total } = await tools.ask(tool, { query });
    expect(total).toBeGreaterThan(4);
    expect(results.map((row) => row[field])).not.toContain(value);
    expect(notes.join()).toContain(`not ${field}`);
  });

  it('of a list all', async () => {
    const { results } = await tools.ask('search_robots', {
      query: 'humanoids except Tesla, Figure and Unitree',
      limit: 50,
    });
    const makers = results.map(({ manufacturer }) => String(manufacturer));
    expect(makers.length).toBe(50);
    for (const maker of makers) expect(maker).not.toMatch(/Tesla|Figure|Unitree/);
  });

  it('a part that a robot lacks is no category', async () => {
    const { total, notes } = await tools.ask('search_robots', { query: 'robot vacuum no mop' });
    expect(total).toBeGreaterThan(20);
    expect(notes.join()).not.toContain('not category');
  });
});

it.each([
  ['humanoid under 20 kilos', 'mass_kg under 20'],
  ['humanoid taller than 180 cm', 'height_cm over 180'],
  ['AMR that can carry a tonne', 'payload_kg from 1000'],
  ['humanoid under fifty thousand dollars', 'price_usd under 50000'],
])('%s is understood', async (query, meant) => {
  const { notes, results } = await tools.ask('search_robots', { query });
  expect(notes.join()).toContain(meant);
  expect(results.length).toBeGreaterThan(2);
});

describe('names in a list that records are not called quite by', () => {
  it.each([
    ['search_robots', 'KUKA KR Quantec vs ABB IRB 6700', ['kuka-kr-quantec', 'abb-irb-6700-200']],
    [
      'search_robots',
      'compare figure 3 and optimus gen 3 and 1x neo',
      ['figure-03', 'tesla-optimus-gen-3', '1x-neo'],
    ],
    ['search_startups', 'Agility, Figure and Apptronik', ['agility-robotics', 'figure-ai', 'apptronik']],
    ['search_manufacturers', 'Harmonic Drive vs Nabtesco', ['harmonic-drive-systems', 'nabtesco']],
  ])('%s %s are these side by side, and nothing else', async (tool, query, ids) => {
    expect((await tools.ask(tool, { query })).ids).toEqual(ids);
  });

  it('with something else among them is searched for', async () => {
    const { notes } = await tools.ask('search_robots', { query: 'UR5e and cobots from FANUC' });
    expect(notes.join()).toContain('universal-robots-ur5e');
  });
});

it('a topic that is a part of a field is searched for by its words in the field', async () => {
  const { results, notes, total } = await tools.ask('search_publications', { topic: 'pipe inspection' });
  expect(total).toBeGreaterThan(80);
  expect(total).toBeLessThan(300);
  for (const { title } of results.slice(0, 5)) expect(title).toMatch(/pipe/i);
  expect(notes.join()).toContain('a part of the field inspection-and-maintenance');
});
