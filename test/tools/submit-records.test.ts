import { beforeAll, describe, expect, it } from 'vitest';
import { keepInMemory } from '../../src/contributions/open.ts';
import { recordSchemas } from '../../src/kinds/kinds.ts';
import { openSmall, smallRecords } from '../helpers/catalogue.ts';
import { rawRecords } from '../helpers/raw-records.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

let tools: Tools;
beforeAll(async () => {
  tools = toolsOver(await openSmall(withMakers()));
});

/** The small records, and the makers that the tests name. */
function withMakers() {
  const makers = rawRecords('manufacturers')
    .filter(({ id }) => ['unitree', 'boston-dynamics'].includes(id))
    .map((maker) => recordSchemas.manufacturers.parse(maker));
  return { ...smallRecords, manufacturers: [...makers].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

const source = { url: 'https://example.org/sheet', title: 'Data sheet' };
const robot = {
  name: 'Lite 9',
  manufacturer: 'Unitree',
  category: 'quadruped',
  status: 'announced',
  description: 'Small walking robot for lessons, shown with a depth camera and an open software interface.',
  sources: [source],
};
const startup = {
  name: 'Quillstone Robotics',
  country: 'Portugal',
  stage: 'seed',
  focus: ['vineyards'],
  description: 'Builds a pruning robot for steep vineyards, sold by the season to growers.',
  sources: [source],
};

const refusalOf = async (name: string, args: object) => (await tools.ask(name, args)).error;

describe('submit_robot', () => {
  it('goes to review under the id that it will have, and again under the same ticket', async () => {
    const first = await tools.ask('submit_robot', robot);
    expect(first.error).toBeUndefined();
    expect(first.structured).toMatchObject({ status: 'in_review', id: 'unitree-lite-9', joined: false });
    expect(first.text).toContain(String(first.structured.ticket));
    const again = await tools.ask('submit_robot', { ...robot, name: 'Unitree LITE-9' });
    expect(again.structured).toMatchObject({ ticket: first.structured.ticket, joined: true });
  });

  it.each([
    ['the maker by its id', { manufacturer: 'unitree' }],
    ['a word for the category', { category: 'robot dogs' }],
    ['a word for the state', { status: 'On sale' }],
    ['numbers as text', { specs: { mass_kg: '9.5' } }],
    ['keywords in one text', { tags: 'education, camera' }],
    ['nothing where nothing is known', { price: null, url: null, released: null }],
  ])('takes %s', async (_name, change) => {
    const reply = await tools.ask('submit_robot', { ...robot, ...change });
    expect(reply.error).toBeUndefined();
    expect(reply.structured.id).toBe('unitree-lite-9');
  });

  it.each([
    ['by its name', { name: 'G1' }],
    ['by its name, with the maker before it', { name: 'Unitree g-1' }],
  ])('says that the data have it, %s', async (_name, change) => {
    const reply = await tools.ask('submit_robot', { ...robot, ...change });
    expect(reply.structured).toMatchObject({ status: 'already_published', id: 'unitree-g1' });
    expect(reply.structured.ticket).toBeUndefined();
  });

  it('takes a robot of one maker that is called like one of another', async () => {
    const reply = await tools.ask('submit_robot', { ...robot, name: 'G1', manufacturer: 'Boston Dynamics' });
    expect(reply.structured).toMatchObject({ status: 'in_review', id: 'boston-dynamics-g1' });
  });

  it('makes an id of a name in any script', async () => {
    const reply = await tools.ask('submit_robot', { ...robot, name: '机器狗' });
    expect(reply.structured.id).toMatch(/^unitree-[0-9a-f]{12}$/);
  });

  const price = { usd_min: 900, kind: 'list', source: 'https://example.org/shop' };
  it.each([
    ['an unknown maker', { manufacturer: 'Unitreee Robotics Co' }, 'manufacturer', 'unitree'],
    ['no sources', { sources: [] }, 'sources', 'at least 1'],
    ['sources that are missing', { sources: undefined }, 'sources', 'missing'],
    ['a source without a title', { sources: [{ url: source.url }] }, 'sources.0.title', 'missing'],
    [
      'a source that is no public page',
      { sources: [{ ...source, url: 'http://10.0.0.1/a.b' }] },
      'sources.0.url',
      'public host',
    ],
    [
      'a source with a % that is no byte',
      { sources: [{ ...source, url: 'https://example.org/%zz' }] },
      'sources.0.url',
      'two hex digits',
    ],
    ['a price from nowhere', { price: { ...price, source: undefined } }, 'price.source', 'missing'],
    [
      'a price from a private page',
      { price: { ...price, source: 'http://a.local/x' } },
      'price.source',
      'public',
    ],
    ['a range upside down', { price: { ...price, usd_max: 800 } }, 'price.usd_min', 'above'],
    ['a price of the future', { price: { ...price, as_of: '2027-01' } }, 'price.as_of', 'future'],
    [
      'money that does not exist',
      { price: { ...price, original: { amount: 1, currency: 'XQZ' } } },
      'price.original.currency',
      'no currency',
    ],
    ['a release in the future', { released: '2026-12' }, 'released', 'future'],
    ['a day that does not exist', { released: '2026-02-30' }, 'released', 'does not exist'],
    ['a category that nobody knows', { category: 'teapot' }, 'category', 'Accepted'],
    ['a negative mass', { specs: { mass_kg: -1 } }, 'specs.mass_kg', 'at least 0'],
    ['a spec that does not exist', { specs: { weight_kg: 9 } }, 'specs.weight_kg', 'no argument'],
    ['a short description', { description: 'A robot dog.' }, 'description', 'at least 60'],
    ['an id', { id: 'unitree-lite-9' }, 'id', 'no argument'],
    ['control characters', { name: 'Lite\u0000 9' }, 'name', 'control characters'],
    [
      'the description of another',
      {
        description:
          'Compact 1.32 m humanoid for research and education, sold in EDU versions with extra joints and dexterous hands.',
      },
      'description',
      'says the same',
    ],
  ])('refuses %s', async (name, change, field, told) => {
    const described = name === 'the description of another' ? await descriptionOfG1() : {};
    const error = await refusalOf('submit_robot', { ...robot, ...change, ...described });
    expect(error?.code).toBe('INVALID_ARGUMENT');
    expect(error?.field).toBe(field);
    expect(error?.message).toContain(told);
  });

  async function descriptionOfG1() {
    const { results } = await tools.ask('search_robots', { ids: ['unitree-g1'], detail: 'full' });
    return { description: results[0]?.description };
  }

  it('takes out what would hide a part of a text', async () => {
    const hidden = '\u202e\u200b\u{e0069}\u{e0100}\ufe0f\ue000\u2063\ud83d';
    const description = `${robot.description.slice(0, 40)}${hidden}${robot.description.slice(40)}`;
    const note = `Seen ${hidden}at a fair.\r\nTwice.`;
    const catalogue = await openSmall(withMakers());
    const contributions = keepInMemory(catalogue);
    const { error } = await toolsOver(catalogue, undefined, contributions).ask('submit_robot', {
      ...robot,
      description,
      note,
    });
    expect(error).toBeUndefined();
    const [item] = contributions.state.proposals.values();
    expect(item?.versions.at(-1)).toMatchObject({ description: robot.description });
    expect(item?.notes).toContain('Seen at a fair.\nTwice.');
  });
});

describe('submit_startup', () => {
  it('goes to review', async () => {
    const reply = await tools.ask('submit_startup', { ...startup, note: 'Seen at a fair.' });
    expect(reply.structured).toMatchObject({
      status: 'in_review',
      id: 'quillstone-robotics',
      joined: false,
    });
  });

  it('says that the data have it', async () => {
    const { results } = await tools.ask('search_startups', { limit: 1 });
    const reply = await tools.ask('submit_startup', { ...startup, name: results[0]?.name });
    expect(reply.structured).toMatchObject({ status: 'already_published', id: results[0]?.id });
  });

  it.each([
    ['a region for a country', { country: 'Asia' }, 'country', 'no single country'],
    ['a country that does not exist', { country: 'Atlantis' }, 'country', 'Accepted'],
    ['no focus', { focus: [] }, 'focus', 'at least 1'],
    ['a founding in the future', { founded: 2027 }, 'founded', 'future'],
    ['a stage that nobody knows', { stage: 'series z' }, 'stage', 'Accepted'],
    ['money from nowhere', { funding: { total_usd: 1 } }, 'funding.source', 'missing'],
  ])('refuses %s', async (_name, change, field, told) => {
    const error = await refusalOf('submit_startup', { ...startup, ...change });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', field });
    expect(error?.message).toContain(told);
  });
});
