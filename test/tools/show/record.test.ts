import { describe, expect, it } from 'vitest';
import { kinds } from '../../../src/kinds/kinds.ts';
import { type Asked, type ShownRecord, shown } from '../../../src/tools/show/shape.ts';
import { titleOf } from '../../../src/tools/show/table.ts';
import { fullTools } from '../../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();

async function page(id: string): Promise<ShownRecord> {
  const { structured, error } = await tools.ask('show', { view: 'record', ids: [id] });
  expect(error).toBeUndefined();
  const answer = shown.parse(structured);
  if (answer.view !== 'record') throw new Error(`It is ${answer.view}.`);
  return answer;
}

const listOf = ({ lists }: ShownRecord, name: string) => lists.find((list) => list.name === name);
const factOf = ({ facts }: ShownRecord, field: string) => facts.find((fact) => fact.field === field);

/** Everything that a value or an entry of the page leads to. */
function leadsOf({ record, facts, lists }: ShownRecord): Asked[] {
  return [
    ...(record.by?.leads === undefined ? [] : [record.by.leads]),
    ...facts.flatMap(({ values }) => values.flatMap(({ leads }) => leads ?? [])),
    ...lists.flatMap(({ entries, more }) => [
      ...entries.flatMap(({ leads }) => leads ?? []),
      ...(more === undefined ? [] : [more]),
    ]),
  ];
}

const EXAMPLES = [
  'robots/unitree-g1',
  'robots/universal-robots-ur10e',
  'publications/arxiv-2303-04137',
  'certification/iso-12100',
  'startups/figure-ai',
  'news/2023-09-agility-robotics-reveals-a-factory-for-its',
  'manufacturers/unitree',
  'challenges/agibot-world-challenge-2026',
];

describe('a record by itself', () => {
  it('is shown for every kind', () => {
    expect(new Set(EXAMPLES.map((id) => id.split('/')[0]))).toEqual(new Set(kinds));
  });

  it.each(EXAMPLES)('%s: every value that leads somewhere leads to an answer', async (id) => {
    const leads = leadsOf(await page(id));
    expect(leads.length).toBeGreaterThan(3);
    const wrong: string[] = [];
    for (const asked of leads) {
      const { error, text } = await tools.ask('show', asked);
      if (error !== undefined) wrong.push(`${JSON.stringify(asked)}: ${text}`);
    }
    expect(wrong).toEqual([]);
  });

  it('has a searched value among what its link finds', async () => {
    const { record, facts } = await page('robots/unitree-g1');
    for (const field of ['category', 'country', 'status']) {
      const [value] = facts.find((fact) => fact.field === field)?.values ?? [];
      const { structured } = await tools.ask('show', value?.leads ?? {});
      const { total } = structured as { total: number };
      expect([field, total > 1]).toEqual([field, true]);
    }
    expect(record.by?.leads).toEqual({ view: 'record', ids: ['manufacturers/unitree'] });
  });

  it('names the page of each number that has evidence, with what it says there, and of no other', async () => {
    const store = catalogue.store('robots');
    for (const id of ['unitree-g1', 'universal-robots-ur10e']) {
      const robot = store.record(store.indexOf(id) as number);
      const answer = await page(`robots/${id}`);
      for (const name of Object.keys(robot.specs)) {
        const evidence = robot.evidence?.[`specs.${name}`];
        const source = robot.sources.find(({ key }) => key !== undefined && key === evidence?.source);
        const [value] = factOf(answer, name)?.values ?? [];
        expect([name, value?.source, value?.stated]).toEqual([name, source?.url, evidence?.as_stated]);
      }
    }
    const [dof] = factOf(await page('robots/unitree-g1'), 'dof')?.values ?? [];
    expect(dof).toMatchObject({ stated: 'g1_23dof: legs 6*2, waist 1, arms 5*2', seen: '2026-11' });
  });

  it('says under the page of a price only what this page says', async () => {
    const store = catalogue.store('robots');
    for (const id of ['unitree-g1', 'noetix-bumi', 'boston-dynamics-spot']) {
      const { price, evidence, sources } = store.record(store.indexOf(id) as number);
      const read = sources.find(({ key }) => key !== undefined && key === evidence?.price?.source);
      const values = factOf(await page(`robots/${id}`), 'price')?.values ?? [];
      expect(values[0]?.source).toBe(price?.source);
      const quoted = values.filter(({ stated }) => stated !== undefined);
      expect(quoted.map(({ source }) => source)).toEqual(read === undefined ? [] : [read.url]);
    }
  });

  it('names a list by its ranges, as arguments and as its address has them', () => {
    const specs = { reach_mm: { min: 1200, max: 1500 } };
    for (const given of [specs, JSON.stringify(specs)])
      expect(titleOf('robots', { specs: given })).toBe('Robots: reach from 1200 to 1500 mm');
  });

  it('says what differs of the nearest alternatives, of the same category and never itself', async () => {
    const entries = listOf(await page('robots/unitree-g1'), 'alternatives')?.entries ?? [];
    expect(entries.length).toBeGreaterThan(3);
    for (const { leads } of entries) {
      const id = leads?.ids?.[0]?.replace('robots/', '') ?? '';
      expect(id).not.toBe('unitree-g1');
      expect(catalogue.find('robots', id)?.category).toBe('humanoid');
    }
    expect(entries.flatMap(({ differs = [] }) => differs).some((text) => /instead of/.test(text))).toBe(true);
  });

  it('says what the law asks in the US and the EU, what must be done first', async () => {
    const answer = await page('robots/unitree-g1');
    const [us, eu] = [listOf(answer, 'law_us'), listOf(answer, 'law_eu')];
    expect(us?.entries.some(({ text }) => /FCC/.test(text))).toBe(true);
    expect(eu?.entries.some(({ text }) => /Machinery/.test(text))).toBe(true);
    for (const list of [us, eu]) {
      const notes = list?.entries.map(({ note = '' }) => note) ?? [];
      const last = notes.findLastIndex((note) => note.includes('mandatory'));
      const first = notes.findIndex((note) => note.includes('voluntary'));
      expect(first === -1 || first > last).toBe(true);
    }
  });

  it('shows news that name it, newest first, and recalls by themselves', async () => {
    const answer = await page('news/2025-09-05-zoox-plans-to-scale-up-with-a-robotaxi-factory');
    const recalls = listOf(answer, 'recalls')?.entries ?? [];
    expect(recalls.length).toBeGreaterThan(0);
    for (const { text } of recalls) expect(text).toMatch(/recall/i);
    const news = listOf(answer, 'news')?.entries ?? [];
    expect(news.some(({ text }) => /\brecall/i.test(text))).toBe(false);
    const dates = recalls.map(({ date = '' }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('has every robot of a maker', async () => {
    const { structured } = await tools.ask('search_robots', { manufacturer: 'Unitree', limit: 1 });
    const { total } = structured as { total: number };
    const entries = listOf(await page('manufacturers/unitree'), 'robots')?.entries ?? [];
    expect(entries).toHaveLength(total);
  });

  it('cites a paper in three forms, and names related ones', async () => {
    const answer = await page('publications/arxiv-2303-04137');
    expect(answer.cites.map(({ form }) => form)).toEqual(['bibtex', 'ris', 'csl-json']);
    for (const { text } of answer.cites) expect(text).toContain('Diffusion Policy');
    expect(listOf(answer, 'related')?.entries.length).toBeGreaterThan(3);
    expect(factOf(answer, 'authors')?.values[0]?.text).toBe('Cheng Chi');
  });

  it('is found by another name, under the address of its id', async () => {
    expect((await page('publications/2303.04137')).asked.ids).toEqual(['publications/arxiv-2303-04137']);
    expect((await page('certification/ul-r15-08-mobile-robots')).asked.ids).toEqual([
      'certification/ansi-r15-08',
    ]);
    expect((await page('unitree-g1')).asked.ids).toEqual(['robots/unitree-g1']);
  });

  it.each([
    'robots/unitree-g9',
    'robots/',
    'planes/x',
    '<script>alert(1)</script>',
    'robots/../../etc/passwd',
    '\u202e',
  ])('refuses %j in a line of text, with names that are near where there are some', async (id) => {
    const { error, text } = await tools.ask('show', { view: 'record', ids: [id] });
    expect(error).toMatchObject({ code: expect.stringMatching(/^(NOT_FOUND|INVALID_ARGUMENT)$/) });
    expect(text).not.toMatch(/[\n\u202e]/);
    if (id === 'robots/unitree-g9') expect(text).toMatch(/Near to it: robots\/unitree-/);
  });
});

describe('papers on the page of a robot', () => {
  const papers = async (id: string, list = 'papers') =>
    listOf(await page(`robots/${id}`), list)?.entries.map(({ text }) => text) ?? [];

  it('are those whose titles name it, by its name alone where that means nothing else', async () => {
    expect(await papers('anybotics-anymal-c')).toContainEqual(expect.stringMatching(/^ANYmal parkour/));
    const spot = await papers('boston-dynamics-spot');
    expect(spot).toContainEqual(expect.stringMatching(/Boston Dynamics Spot/));
    expect(spot).not.toContainEqual(expect.stringMatching(/Magnetic Spot|Spot Welding/));
  });

  it('are told apart from those that name its maker, and a robot that none names says so', async () => {
    expect(await papers('franka-emika-robot', 'papers_of_maker')).toContainEqual(
      expect.stringMatching(/IK of the Franka Arm/),
    );
    const none = listOf(await page('robots/universal-robots-ur10e'), 'papers');
    expect(none?.note).toMatch(/^None of the [\d,]+ titles held names it\.$/);
    expect(none?.more).toMatchObject({ tool: 'search_publications' });
  });
});

describe('what the law asks of a robot', () => {
  it('says how many of how many it lists', async () => {
    const law = listOf(await page('robots/unitree-g1'), 'law_eu');
    const [, listed, total] = /^(\d+) of (\d+) requirements/.exec(law?.note ?? '') ?? [];
    expect(Number(listed)).toBe(law?.entries.length);
    expect(Number(total)).toBeGreaterThan(Number(listed));
  });
});
