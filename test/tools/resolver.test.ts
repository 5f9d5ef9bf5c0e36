import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordOf } from '../../src/kinds/kinds.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { onlyRecords, openSmall, paperWith, robotWith } from '../helpers/catalogue.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

const paper = (id: string, journal: string, year: number, authors: string[], title: string) =>
  paperWith({ id, journal, year, authors, title });

const makerWith = (
  facts: Pick<RecordOf<'manufacturers'>, 'id' | 'name' | 'capabilities' | 'kind' | 'country'>,
) => ({
  aliases: [],
  description: `${facts.name} is a company of which nothing else is known to this test.`,
  confidence: 'primary' as const,
  sources: [{ url: 'https://example.org/', title: facts.name }],
  ...facts,
});

const records = onlyRecords({
  robots: [
    robotWith({ id: 'a', category: 'humanoid', description: `A ${'walking machine '.repeat(6)}` }),
    robotWith({
      id: 'b',
      category: 'drone',
      description: `A drone that washes windows ${'of towers '.repeat(6)}`,
    }),
    robotWith({ id: 'c', category: 'cobot', description: `An arm ${'for benches '.repeat(8)}` }),
  ],
  publications: [
    paper('p1', 'IJRR', 2020, ['Daniela Rus'], 'Soft hands'),
    paper('p2', 'ICRA', 2021, ["Marcia K. O'Malley"], 'Haptic gloves'),
    paper('p3', 'ICRA', 2022, ['Oussama Khatib'], 'Whole-body control'),
    paper('p4', 'T-RO', 2022, ['Chelsea Finn', 'Sergey Levine'], 'Learning skills'),
  ],
  manufacturers: [
    makerWith({
      id: 'm1',
      name: 'Alpha',
      capabilities: ['brushless-motors'],
      kind: 'component',
      country: 'DE',
    }),
    makerWith({ id: 'm2', name: 'Beta', capabilities: ['robot-mowers'], kind: 'robot_maker', country: 'JP' }),
    {
      ...makerWith({
        id: 'm3',
        name: 'Gamma',
        capabilities: ['welding-cells'],
        kind: 'integrator',
        country: 'US',
      }),
      description: 'Builds welding cells and sells gantry cranes to shipyards.',
    },
  ],
});

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openSmall(records);
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

async function asked(tool: string, args: object): Promise<{ ids: string; notes: string }> {
  const { structured, error } = await tools.ask(tool, args);
  expect(error).toBeUndefined();
  const ids = (structured.results as { id: string }[]).map(({ id }) => id).sort();
  return { ids: ids.join(' '), notes: ((structured.notes as string[] | undefined) ?? []).join('\n') };
}

describe('an argument that takes words reads', () => {
  it.each([
    ['search_publications', { journal: 'The International Journal of Robotics Research' }, 'p1'],
    [
      'search_publications',
      { journal: 'Proceedings of the 2021 IEEE International Conference on Robotics and Automation (ICRA)' },
      'p2',
    ],
    ['search_publications', { journal: 'IEEE Trans. Robot.' }, 'p4'],
    ['search_publications', { journal: 'ICRA, IJRR' }, 'p1 p2 p3'],
    ['search_publications', { journal: ['ICRA', 'T-RO'] }, 'p2 p3 p4'],
    ['search_publications', { journal: 'ICRA or IJRR 2020' }, 'p1'],
    ['search_publications', { author: 'Rus, Daniela' }, 'p1'],
    ['search_publications', { author: 'OMalley' }, 'p2'],
    ['search_publications', { author: 'Rus or Khatib' }, 'p1 p3'],
    ['search_publications', { author: 'Rus, Khatib' }, 'p1 p3'],
    ['search_publications', { author: ['Rus, Daniela', 'Khatib'] }, 'p1 p3'],
    ['search_publications', { author: 'Rus and Khatib' }, ''],
    ['search_publications', { author: 'Finn and Levine' }, 'p4'],
    ['search_manufacturers', { capability: 'BLDC motors' }, 'm1'],
    ['search_manufacturers', { capability: 'lawnmowers' }, 'm2'],
    ['search_manufacturers', { capability: 'companies that make robot mowers' }, 'm2'],
    ['search_manufacturers', { capability: 'grass clippings' }, 'm2'],
    ['search_manufacturers', { kind: 'parts suppliers' }, 'm1'],
    ['search_manufacturers', { kind: 'integrators, component makers' }, 'm1 m3'],
    ['search_manufacturers', { country: ['Germany', 'Japan'] }, 'm1 m2'],
    ['search_robots', { category: 'UAVs and cobots' }, 'b c'],
  ])('%s %j as a value, an alias or a list', async (tool, args, ids) => {
    expect(await asked(tool, args)).toEqual({ ids, notes: expect.not.stringContaining('searched for') });
  });

  it.each([
    ['search_robots', { category: 'humaniod' }, 'a', 'Read category "humaniod" as humanoid.'],
    ['search_manufacturers', { country: 'Jpan' }, 'm2', 'Read country "Jpan" as Japan.'],
    [
      'search_publications',
      { author: 'Oussama Kahtib' },
      'p3',
      'Read author "Oussama Kahtib" as oussama khatib.',
    ],
    ['search_manufacturers', { kind: 'integrator, wizard' }, 'm3', 'kind knows no "wizard": left out.'],
    [
      'search_manufacturers',
      { country: 'not Japan' },
      'm1 m3',
      'Read country "not Japan" as not country JP.',
    ],
    ['search_manufacturers', { country: 'outside the EU' }, 'm2 m3', 'as not country'],
    ['search_manufacturers', { country: 'nicht aus Japan' }, 'm1 m3', 'as not country JP.'],
    ['search_manufacturers', { country: '日本以外' }, 'm1 m3', 'as not country JP.'],
    ['search_manufacturers', { country: '-Japan' }, 'm1 m3', 'as not country JP.'],
    ['search_manufacturers', { country: 'not Japan, Germany' }, 'm3', 'as not (country JP or country DE).'],
    [
      'search_manufacturers',
      { country: ['not Japan', 'Germany'] },
      'm1',
      'as country DE and not country JP.',
    ],
    ['search_robots', { category: ['humanoid', 'cobot', 'not cobot'] }, 'a', 'and not category cobot.'],
    ['search_publications', { author: 'Levine, not Rus' }, 'p4', 'as author Levine and not author Rus.'],
    ['search_publications', { author: 'not (Levine or Rus)' }, 'p2 p3', 'not (author Levine or author Rus).'],
    ['search_publications', { journal: 'not ICRA 2021' }, 'p1 p3 p4', 'as not (journal ICRA and year 2021).'],
    ['search_robots', { category: 'no drones' }, 'a c', 'as not category drone.'],
    ['search_publications', { journal: 'other than ICRA' }, 'p1 p4', 'as not journal ICRA.'],
  ])('%s %j as what is near, and says so', async (tool, args, ids, said) => {
    expect(await asked(tool, args)).toEqual({ ids, notes: expect.stringContaining(said) });
  });

  it.each([
    ['search_robots', { category: 'something that washes windows' }, 'b', 'searched for the words'],
    [
      'search_manufacturers',
      { capability: 'gantry cranes' },
      'm3',
      'No capability is called "gantry cranes"',
    ],
    ['search_manufacturers', { capability: 'gantry cranes, not brushless motors' }, 'm3', 'searched for'],
    ['search_manufacturers', { kind: 'shipyards', query: 'welding' }, 'm3', 'No kind is called "shipyards"'],
  ])('%s %j as words of the records where it names nothing', async (tool, args, ids, said) => {
    const found = await asked(tool, args);
    expect(found.ids.split(' ')).toContain(ids);
    expect(found.notes).toContain(said);
  });

  it.each([
    ['search_robots', { category: 'xqzzy' }, 'humanoid'],
    ['search_robots', { category: 'xqzzy, not drone' }, 'humanoid'],
    ['search_robots', { category: '-!-!' }, 'humanoid'],
    ['search_manufacturers', { kind: 'xqzzy' }, 'integrator'],
    ['search_publications', { journal: 'xqzzy' }, 'ICRA'],
  ])('%s %j as nothing, and offers values', async (tool, args, offered) => {
    const { ids, notes } = await asked(tool, args);
    expect(ids).toBe('');
    expect(notes).toContain('nor has a record the words');
    expect(notes).toContain(offered);
  });

  it('a number as no slip of another', async () => {
    const { ids } = await asked('search_robots', { certification: 'UL 1741' });
    expect(ids).toBe('');
  });

  it.each([
    ['arm', 'stands for industrial_arm, cobot'],
    ['flux thing', 'is no word of ours'],
  ])('robot_category %s as unknown, and says why', async (robot_category, said) => {
    const { error, structured } = await tools.ask('get_certification_info', { robot_category });
    expect(error).toBeUndefined();
    expect(structured.category_note).toContain(said);
  });
});
