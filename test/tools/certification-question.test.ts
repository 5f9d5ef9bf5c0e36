import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';
import { readCorpus } from '../question/corpus.ts';

const { tools } = await fullTools();
const ask = (args: object) => tools.ask('get_certification_info', { limit: 50, ...args });

/** The issuers of what an answer lists, by the first part of its ids. */
async function issuers(args: object): Promise<Set<string>> {
  const { facets, results } = await ask(args);
  return new Set([...Object.keys(facets.scheme ?? {}), ...results.map(({ scheme }) => String(scheme))]);
}

it.each(
  readCorpus().filter(
    ({ kind, must, mustNot }) => kind === 'certification' && must.length + mustNot.length > 0,
  ),
)('$id: $query', async ({ query, args, must, mustNot }) => {
  const { ids } = await ask({ query, ...args });
  const whole = await ask({ query, ...args, detail: 'full', limit: 1 });
  const open = JSON.stringify(whole.structured.depends_on ?? []);
  // What hangs on a fact that the question leaves open is asked about.
  expect(must.filter((id) => !ids.includes(id) && !open.includes(id))).toEqual([]);
  expect(mustNot.filter((id) => ids.includes(id))).toEqual([]);
});

describe('schemes', () => {
  it.each<[string, RegExp, RegExp]>([
    ['UL or FCC', /^(?:UL|FCC)$/, /^(?:FDA|EU|OSHA)$/],
    ['humanoid, not FDA', /^(?:FCC|EU|UL)$/, /^FDA$/],
    ['robots that need no FCC', /^(?:FDA|EU|UL)$/, /^FCC$/],
    ['humanoid with a battery in the US and EU', /^(?:FCC|EU|DOT)$/, /^\d$/],
    ['humanoid neither for the EU nor the FCC', /^ISO$/, /^(?:EU|FCC)$/],
    ['Laufroboter für die EU', /^EU$/, /^(?:FCC|FDA)$/],
  ])('"%s"', async (query, some, none) => {
    const found = [...(await issuers({ query }))];
    expect(found.filter((one) => some.test(one))).not.toEqual([]);
    expect(found.filter((one) => none.test(one))).toEqual([]);
  });

  it('are read so in the argument too, which holds before the words', async () => {
    const cobot = { robot_category: 'cobot', features: ['wifi'] };
    const [list, listed] = [
      await ask({ ...cobot, scheme: 'UL, FCC' }),
      await ask({ ...cobot, scheme: 'US and EU' }),
    ];
    expect(list.ids).toContain('fcc-sdoc');
    expect(list.ids.join()).not.toMatch(/eu-|fda-/);
    expect(listed.ids).toEqual(expect.arrayContaining(['fcc-sdoc', 'eu-red-2014-53']));
    expect([...(await issuers({ ...cobot, scheme: 'not FCC' }))]).not.toContain('FCC');
    const { ids, notes } = await ask({ ...cobot, scheme: 'FCC', query: 'in Germany' });
    expect(ids).toContain('fcc-sdoc');
    expect(notes.join()).toContain('Not used beside scheme FCC: EU.');
  });
});

describe('a product in words', () => {
  it('is what arguments would say of it', async () => {
    const words = await ask({ query: 'robot vacuum with wifi and lidar but without a camera' });
    const args = await ask({
      robot_category: 'home_cleaning',
      features: ['wifi', 'lidar', 'no-camera'],
    });
    expect(new Set(words.ids)).toEqual(new Set(args.ids));
    expect(words.structured).toMatchObject({
      robot_category: 'home_cleaning',
      features: ['wifi', 'lidar-laser'],
      denied: ['camera'],
    });
  });

  it('lists first what hangs on the features that it names', async () => {
    const { ids } = await ask({ query: 'which rules apply to a robot vacuum with a lithium battery?' });
    expect(ids.slice(0, 5)).toContain('dot-lithium-transport-un383');
  });

  it('may be a robot of the data by its name', async () => {
    const { structured } = await ask({ query: 'what does Boston Dynamics Spot need in the EU?' });
    expect(structured.robot).toBe('boston-dynamics-spot');
  });

  it('yields to arguments that say otherwise', async () => {
    const { structured, notes } = await ask({
      query: 'robot with wifi and a camera',
      robot_category: 'amr',
      features: ['no-wifi'],
    });
    expect(structured).toMatchObject({
      robot_category: 'amr',
      features: ['camera'],
      denied: expect.arrayContaining(['wifi']),
    });
    expect(notes.join()).toContain('Not used, since the arguments say otherwise: wifi.');
  });

  it('beside other words leaves out only what cannot apply', async () => {
    const { ids } = await ask({ query: 'drone remote identification' });
    expect(ids).toContain('faa-remote-id-part-89');
  });

  it('that names two categories is of none', async () => {
    const { structured } = await ask({ query: 'cobot or AMR with wifi' });
    expect(structured).not.toHaveProperty('robot_category');
    expect(structured.category_note).toContain('cobot, amr');
  });
});

it('a law is found by its name, with its parts, whatever the product', async () => {
  const { ids } = await ask({ query: 'Machinery Regulation for a cobot' });
  expect(ids).toEqual(expect.arrayContaining(['eu-machinery-regulation', 'eu-machinery-partly-completed']));
  const title = 'UL 3300: service, communication, information, education and entertainment robots';
  expect((await ask({ query: title })).ids).toEqual(['ul-3300-service-robots']);
  expect((await ask({ query: 'UL 3300 but not UL 1740' })).ids).toEqual(['ul-3300-service-robots']);
});

it('features without a product are words', async () => {
  const { structured } = await ask({ query: 'lithium battery shipping', detail: 'full', limit: 1 });
  expect(structured.reading).toEqual([
    { part: 'word', from: 'lithium battery' },
    { part: 'word', from: 'shipping' },
  ]);
});

it('a law is found by what it exempts', async () => {
  const { ids } = await ask({ query: 'Machinery Regulation research laboratories', scheme: 'EU' });
  expect(ids).toContain('eu-machinery-regulation');
});
