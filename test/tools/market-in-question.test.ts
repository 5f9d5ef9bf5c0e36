import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();
const ask = (args: object) => tools.ask('get_certification_info', { ...args });

describe('a market that a question names is its scheme', () => {
  it.each([
    [{ query: 'do I need CE marking for a robot vacuum' }, 'eu-ce-marking-route'],
    [{ query: 'legal requirements to sell a robot lawn mower in France' }, 'eu-machinery-regulation'],
    [{ robot_category: 'exoskeleton', features: ['medical use in Germany'] }, 'eu-mdr-classification'],
    [{ query: 'battery rules Europe' }, 'eu-batteries-2023-1542'],
  ])('%o', async (args, id) => {
    const { ids, notes } = await ask(args);
    expect(ids).toContain(id);
    expect(ids.join()).not.toMatch(/fcc-|fda-|faa-/);
    expect(notes.join()).toMatch(/^Read (?:as|in features) .*scheme EU/);
  });

  it('also where a law of the EU is named', async () => {
    const { ids } = await ask({ query: 'Machinery Regulation' });
    expect(ids[0]).toBe('eu-machinery-regulation');
  });

  it.each([
    ['drone rules in Japan', 'PSE'],
    ['UKCA', 'UKCA'],
    ['Wi-Fi robot sold in Canada', 'ISED'],
  ])('%s: of others nothing is held, and who knows', async (query, scheme) => {
    const { notes } = await ask({ query });
    expect(notes.join()).toContain(`The data hold no requirements of ${scheme}`);
  });

  it('stands beside another that is named too, and is the usual one where none is', async () => {
    const both = await ask({ query: 'CE vs FCC', limit: 50 });
    expect(both.ids.map((id) => id.split('-')[0])).toEqual(expect.arrayContaining(['eu', 'fcc']));
    expect(both.ids.join()).not.toMatch(/fda-|faa-|osha-/);
    const { ids } = await ask({ query: 'restaurant robot', limit: 50 });
    expect(ids.filter((id) => id.startsWith('eu-'))).toEqual([]);
  });
});

it('what only the EU demands is named, and the nearest of the US stay', async () => {
  const { ids, notes } = await ask({ query: 'explosive gas' });
  expect(ids).toContain('ul-hazardous-locations');
  expect(notes.join()).toContain('With scheme EU 1 have every word: eu-atex-2014-34.');
});

it('where a product comes from is no market', async () => {
  const { ids } = await ask({ robot_category: 'quadcopter', features: ['made in China'] });
  expect(ids).toContain('fcc-covered-list-foreign-drones');
});

describe('a feature that names the product is its category', () => {
  it.each([
    ['agricultural sprayer drone', 'faa-registration-part-107', 'drone'],
    ['self-driving delivery robot', 'states-delivery-robots', 'delivery'],
  ])('%s', async (feature, id, category) => {
    const { ids, structured } = await ask({ features: [feature] });
    expect(ids).toContain(id);
    expect(structured.robot_category).toBe(category);
  });
});
