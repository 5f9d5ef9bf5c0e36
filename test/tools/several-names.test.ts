import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('several names in one query are these records side by side, and nothing else', () => {
  it.each([
    ['search_startups', 'Figure AI, Apptronik', ['figure-ai', 'apptronik']],
    ['search_startups', 'Figure AI, Apptronik, 1X', ['figure-ai', 'apptronik', '1x-technologies']],
    ['search_startups', 'Wayve vs Waabi funding', ['wayve', 'waabi']],
    ['search_robots', 'UR20 Doosan H2515', ['universal-robots-ur20', 'doosan-h2515']],
    ['search_robots', 'compare UR5e and UR10e', ['universal-robots-ur5e', 'universal-robots-ur10e']],
  ])('%s %s', async (tool, query, wanted) => {
    const { ids, total } = await tools.ask(tool, { query });
    for (const id of wanted) expect(ids).toEqual(expect.arrayContaining([expect.stringContaining(id)]));
    expect(total).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(wanted.length + 1);
  });

  it('standards by their numbers are these', async () => {
    const { ids } = await tools.ask('get_certification_info', { query: 'ISO 10218-1 and ISO 10218-2' });
    expect(ids.toSorted()).toEqual(['iso-10218-1', 'iso-10218-2']);
  });

  it('a word that is a part of a few names and hardly used otherwise names these', async () => {
    const { ids } = await tools.ask('search_robots', { query: 'Spot ANYmal' });
    expect(ids[0]).toBe('boston-dynamics-spot');
    expect(ids.slice(1).every((id) => id.startsWith('anybotics-anymal'))).toBe(true);
    expect(ids.length).toBeGreaterThan(2);
  });

  it('may say what is asked of them', async () => {
    const query = 'compare runtime and IP rating of Spot and ANYmal';
    const { ids, text } = await tools.ask('search_robots', { query });
    expect(ids[0]).toBe('boston-dynamics-spot');
    expect(ids.slice(1).every((id) => id.startsWith('anybotics-anymal'))).toBe(true);
    expect(text).toContain('runtime_h 2; ip_rating IP67');
  });

  it.each([
    ['search_robots', 'H1 speed', 'unitree-h1'],
    ['search_robots', 'what is the payload of UR5e', 'universal-robots-ur5e'],
    ['search_startups', 'Figure AI funding', 'figure-ai'],
  ])('%s %s is one name, and what is asked of it', async (tool, query, id) => {
    const { ids } = await tools.ask(tool, { query });
    expect(ids[0]).toBe(id);
    expect(ids.length).toBeLessThan(5);
  });

  it('a word beside them that is no name makes it a search', async () => {
    const { total } = await tools.ask('search_robots', { query: 'welding UR5e UR10e' });
    expect(total).not.toBe(2);
  });
});

it.each([
  ['川崎', 'kawasaki'],
  ['宇树', 'unitree'],
  ['두산', 'doosan'],
])('%s, the beginning of a name in its own script, finds its maker', async (query, id) => {
  const { ids } = await tools.ask('search_manufacturers', { query });
  expect(ids.join(' ')).toContain(id);
});

describe('a named record that a filter keeps out is shown with the reason, and no stranger is listed', () => {
  it.each([
    [
      'search_robots',
      { query: 'Bear Robotics Servi', max_price_usd: 500 },
      'max_price_usd (lease price)',
      ['bear-servi'],
    ],
    ['search_robots', { query: 'Spot', category: 'humanoid' }, 'category', ['boston-dynamics-spot']],
    [
      'search_robots',
      { query: 'Unitree G1', manufacturer: 'Boston Dynamics' },
      'manufacturer',
      ['unitree-g1'],
    ],
    [
      'search_robots',
      { query: 'Roborock S8', certification: 'FCC' },
      'certification',
      ['roborock-s8-maxv-ultra', 'roborock-s8-pro-ultra'],
    ],
    ['search_startups', { query: 'Wayve', country: 'JP' }, 'country', ['wayve']],
  ])('%s %j', async (tool, args, reason, named) => {
    const { ids, total, text } = await tools.ask(tool, args);
    expect([total, ids]).toEqual([0, []]);
    expect(text).toContain(`In the data, but kept out by ${reason}:`);
    for (const id of named) expect(text).toContain(`\n${id} | `);
  });

  it('is said beside what passes, on the first page only', async () => {
    const args = { query: 'compare UR5e and UR10e', specs: { payload_kg: { min: 10 } } };
    const { ids, text } = await tools.ask('search_robots', args);
    expect(ids).toEqual(['universal-robots-ur10e']);
    expect(text).toContain('kept out by specs.payload_kg:');
  });
});

it('a word that the records of another kind use is not corrected', async () => {
  const { text } = await tools.ask('get_latest_news', { entity: 'Unitree', query: 'revenue repeatability' });
  expect(text).toContain('No record has "repeatability".');
  expect(text).not.toContain('instead');
});

describe('a name that no record has', () => {
  it.each([
    ['search_manufacturers', 'Zorblatt Robotics'],
    ['search_robots', 'Quillmar Dynabot 77'],
  ])('%s %s finds no strangers by its other words', async (tool, query) => {
    const { ids, text } = await tools.ask(tool, { query });
    expect(ids).toEqual([]);
    expect(text).toContain('No record has');
  });

  it('beside its maker leaves what that one makes as nearest', async () => {
    const { total, ids } = await tools.ask('search_robots', { query: 'Boston Dynamics Quillbot' });
    expect(total).toBe(0);
    expect(ids).toContain('boston-dynamics-spot');
  });

  it('beside a word of the field leaves what that word finds as nearest', async () => {
    const { total, ids } = await tools.ask('search_robots', { query: 'Zorblatt humanoid' });
    expect([total, ids.length]).toEqual([0, 10]);
  });
});

describe('a maker by its name in its own script is that maker, for other kinds too', () => {
  it.each([
    ['search_robots', { query: '石头科技' }, 'roborock-', 'Read as manufacturer Roborock.'],
    [
      'search_robots',
      { manufacturer: 'HD현대로보틱스' },
      'hd-hyundai',
      'as manufacturer HD Hyundai Robotics.',
    ],
  ])('%s %j', async (tool, args, beginning, note) => {
    const { ids, text } = await tools.ask(tool, args);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.every((id) => id.startsWith(beginning))).toBe(true);
    expect(text).toContain(note);
  });
});

it('a number of an FDA decision stands first in the row that it finds', async () => {
  const { ids, text } = await tools.ask('search_robots', { query: 'K232610' });
  expect(ids).toEqual(['da-vinci-5']);
  expect(text).toContain('certifications: FDA 510(k) K232610');
});

it.each([
  ['search_startups', { stage: 'A round' }, 'stage'],
  ['search_manufacturers', { capability: 'end-of-arm tooling' }, 'capability'],
])('%s %j is a value of the argument', async (tool, args, name) => {
  const { total, text } = await tools.ask(tool, args);
  expect(total).toBeGreaterThan(0);
  expect(text).not.toContain(`No ${name} is called`);
});

describe('one name means one robot in every tool', () => {
  it('the one of today, said', async () => {
    const { ids, text } = await tools.ask('search_robots', { ids: ['ANYmal', 'Spot'] });
    expect(ids).toEqual(['anybotics-anymal-d', 'boston-dynamics-spot']);
    expect(text).toContain('"ANYmal" is read as anybotics-anymal-d.');
    const related = await tools.ask('search_robots', { related_to: 'ANYmal' });
    expect(related.text).toContain('Alternatives to anybotics-anymal-d');
    const guidance = await tools.ask('get_certification_info', { robot: 'ANYmal' });
    expect(guidance.text).toContain('is read as anybotics-anymal-d');
  });

  it('Optimus is the humanoid', async () => {
    expect((await tools.ask('search_robots', { query: 'optimus' })).ids[0]).toBe('tesla-optimus-gen-3');
  });

  it('a kind of robot is no robot, and said so', async () => {
    const { error } = await tools.ask('get_certification_info', { robot: 'restaurant delivery robot' });
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
    expect(error?.message).toContain('robot_category: delivery.');
  });
});

it('titles in quotes are those papers', async () => {
  const titles = [
    'ORB-SLAM: A Versatile and Accurate Monocular SLAM System',
    'Diffusion Policy: Visuomotor Policy Learning via Action Diffusion',
  ];
  const { ids } = await tools.ask('search_publications', {
    query: titles.map((one) => `"${one}"`).join(', '),
  });
  expect(new Set(ids)).toEqual(new Set(['doi-10-1109-tro-2015-2463671', 'arxiv-2303-04137']));
});

it('of very many namesakes those are looked at whose papers the words are about', async () => {
  const { ids } = await tools.ask('search_publications', { author: 'Kim S', query: 'MIT Cheetah' });
  expect(ids).toContain('paper-69fffea97e15');
});

it('a contest that is over is found by its initials, without strangers', async () => {
  const { text, ids } = await tools.ask('get_open_challenges', { query: 'URC rover challenge 2027' });
  expect(ids).toEqual([]);
  expect(text).toContain('university-rover-challenge');
  expect(text).toContain('2027-06-02');
});
