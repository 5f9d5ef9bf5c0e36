import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import data from '../../dataset/taxonomy/features.json' with { type: 'json' };
import {
  contradictionIn,
  featureGroups,
  featureQuestion,
  featureWords,
  inferFeatures,
  isFeature,
} from '../../src/certification/features.ts';
import { readKind } from '../../src/data/dataset/read.ts';
import { slug } from '../../src/kinds/common.ts';
import { numericSpecs, robotCategories } from '../../src/kinds/robots/robot.ts';
import { readFeatures } from '../../src/question/product.ts';

const known = z.string().refine(isFeature, 'no such feature');
const table = z.record(z.string(), z.array(known).min(1));
const shape = z.strictObject({
  opposites: z.array(z.strictObject({ words: z.array(z.string().min(2)).min(1), denies: known })),
  kinds: z.array(
    z.strictObject({
      id: slug,
      words: z.array(z.string().min(2)).min(1),
      features: z.array(known).min(1),
    }),
  ),
  groups: z.array(
    z.strictObject({
      id: slug,
      label: z.string().min(3),
      features: z.array(
        z.strictObject({
          id: slug,
          question: z.string().regex(/^[A-Z].{10,}\?$/),
          aliases: z.array(z.string().min(2)),
          implies: z.array(known),
        }),
      ),
    }),
  ),
  masses: z.strictObject({
    categories: z.array(z.enum(robotCategories)),
    bands: z.array(z.strictObject({ from_g: z.number().nonnegative(), feature: known })).min(1),
  }),
  categories: table,
  tags: table,
  specs: table,
  likely_specs: table,
  described: z.array(
    z.strictObject({ say: z.array(z.string().min(2)).min(1), features: z.array(known).min(1) }),
  ),
});

const { records: robots } = readKind('dataset', 'robots');
const { records: certification } = readKind('dataset', 'certification');

/** The only feature of a text and whether it is denied, where nothing else is in it. */
function readFeature(text: string) {
  const { given, denied, inPart, unknown } = readFeatures([text]);
  const [feature, another] = [...given, ...denied];
  return feature === undefined || another !== undefined || inPart.length + unknown.length > 0
    ? undefined
    : { feature, denied: given.length === 0 };
}

describe('a list of features', () => {
  it('is read to a bound, beyond which each is told as unknown', () => {
    const long = `wheels ${'and no lidar '.repeat(160)}`;
    const { given, unknown } = readFeatures(['wifi', long, 'bluetooth']);
    expect(given).toContain('wifi');
    expect(given).not.toContain('bluetooth');
    expect(unknown).toContain('bluetooth');
  });
});

describe('features.json', () => {
  it('has the shape that the readers rely on', () => {
    expect(shape.safeParse(data).error?.issues).toBeUndefined();
  });

  it('speaks of categories, specs and tags that exist', () => {
    const categories: readonly string[] = robotCategories;
    const specs: readonly string[] = numericSpecs;
    const tags = new Set(robots.flatMap((robot) => robot.tags));
    expect(Object.keys(data.categories).filter((category) => !categories.includes(category))).toEqual([]);
    expect(Object.keys(data.specs).filter((spec) => !specs.includes(spec))).toEqual([]);
    expect(Object.keys(data.tags).filter((tag) => !tags.has(tag))).toEqual([]);
  });

  it('holds every word that a requirement uses', () => {
    const used = certification.flatMap(({ applies_to: { features, all_of = [], none_of = [] } }) => [
      ...features,
      ...all_of,
      ...none_of,
    ]);
    expect([...new Set(used)].filter((word) => !isFeature(word))).toEqual([]);
  });

  it('names each word once, and reads each word and alias as itself', () => {
    expect(new Set(featureWords).size).toBe(featureGroups.flatMap(({ features }) => features).length);
    const wrong = featureGroups.flatMap(({ features }) =>
      features.flatMap(({ id, aliases }) =>
        [id, ...aliases].filter((word) => {
          const read = readFeature(word);
          return read?.feature !== id || read.denied;
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('one feature', () => {
  it.each([
    ['Wi-Fi', 'wifi', false],
    ['lithium batteries', 'lithium-battery', false],
    ['lidar_laser', 'lidar-laser', false],
    ['no-wifi', 'wifi', true],
    ['no wifi', 'wifi', true],
    ['without Wi-Fi', 'wifi', true],
    ['without a battery', 'lithium-battery', true],
    ['not collaborative', 'collaborative', true],
    ['non-medical', 'medical-claim', true],
    ['novel', 'novel-device', false],
    ['no predicate', 'novel-device', false],
  ])('%s', (text, feature, denied) => {
    expect(readFeature(text)).toEqual({ feature, denied });
  });

  it.each(['', 'no', 'no-', 'teleporter', 'no teleporter'])('knows nothing of %j', (text) => {
    expect(readFeature(text)).toBeUndefined();
  });
});

describe('readFeatures', () => {
  it.each(['no radio', 'without any radio', 'no wireless'])('%s denies every radio', (text) => {
    const { given, denied, unknown } = readFeatures([text]);
    expect([given, unknown]).toEqual([[], []]);
    expect(denied).toEqual(expect.arrayContaining(['wifi', 'bluetooth', 'cellular', 'certified-module']));
  });

  it('denies the other radios where one is named beside "no radio"', () => {
    const { given, denied } = readFeatures(['no radio', 'wifi 5']);
    expect([given, denied.includes('wifi'), denied.includes('bluetooth')]).toEqual([
      ['wifi-5ghz'],
      false,
      true,
    ]);
  });

  it('parts given, denied and unknown words', () => {
    expect(readFeatures(['wifi', 'wi-fi', 'no-bluetooth', 'no gps', 'warp drive'])).toMatchObject({
      given: ['wifi'],
      denied: ['bluetooth', 'gnss'],
      unknown: ['warp drive'],
    });
  });

  it('finds what is given and denied, also by what comes with it', () => {
    expect(contradictionIn(['laser', 'wifi'], ['wifi'])).toEqual({ feature: 'wifi', denied: 'wifi' });
    expect(contradictionIn(['wifi-6ghz'], ['wifi'])).toEqual({ feature: 'wifi-6ghz', denied: 'wifi' });
    expect(contradictionIn(['wifi'], ['wifi-6ghz'])).toBeUndefined();
  });
});

describe('inferFeatures', () => {
  it('takes what is given as it is, and names what follows', () => {
    const { features, inferred } = inferFeatures({ given: ['charging-dock'] });
    expect([...features]).toEqual(['charging-dock', 'mains-powered']);
    expect(inferred).toEqual([{ feature: 'mains-powered', because: 'feature charging-dock' }]);
  });

  it('follows implications more than one step', () => {
    expect([...inferFeatures({ given: ['wifi-6ghz'] }).features]).toEqual([
      'wifi-6ghz',
      'wifi',
      'network-connected',
    ]);
  });

  it('reads category, tags and specs', () => {
    const { inferred } = inferFeatures({
      category: 'home_cleaning',
      tags: ['self-emptying', 'lidar'],
      specs: { range_km: 2, depth_m: 0, mass_kg: 4 },
    });
    expect(inferred).toEqual([
      { feature: 'appliance', because: 'category home_cleaning' },
      { feature: 'home', because: 'category home_cleaning' },
      { feature: 'consumer', because: 'category home_cleaning' },
      { feature: 'mobile', because: 'category home_cleaning' },
      { feature: 'charging-dock', because: 'tag self-emptying' },
      { feature: 'mains-powered', because: 'feature charging-dock' },
    ]);
  });

  it('leaves out what is denied, and what only that would bring', () => {
    const { features } = inferFeatures({
      category: 'home_cleaning',
      tags: ['wifi'],
      denied: ['wifi', 'mobile'],
    });
    expect([...features].sort()).toEqual(['appliance', 'consumer', 'home']);
  });

  it.each([
    ['900 g', 'over-250g'],
    ['weighs 0.9 kg', 'over-250g'],
    ['0,249 kg', 'under-250g'],
    ['249g', 'under-250g'],
    ['250 g', 'over-250g'],
    ['60 lbs', 'over-25kg'],
    ['8 oz', 'under-250g'],
  ])('reads the mass %s as %s', (text, feature) => {
    expect(readFeatures([text])).toMatchObject({ given: [feature], denied: [], unknown: [] });
  });

  it.each([
    ['laser distance scanner', ['laser']],
    ['Wi-Fi 2.4 GHz', ['wifi']],
    ['4G and GPS but no Bluetooth', ['cellular', 'gnss', 'no-bluetooth']],
    ['children under eight', ['children']],
    ['weighing under 250 g', ['under-250g']],
  ])('reads of %s what it knows', (text, as) => {
    const { given, denied, unknown } = readFeatures([text]);
    expect([...given, ...denied.map((feature) => `no-${feature}`)]).toEqual(as);
    expect(unknown).toEqual([]);
  });

  it('takes no word out of a phrase that means something else there', () => {
    expect(readFeatures(['hydraulic test cell'])).toMatchObject({
      given: [],
      unknown: ['hydraulic test cell'],
    });
  });

  it.each(['0 g', '900', '900 m', '5g'])('does not take %s for a mass', (text) => {
    expect(readFeature(text)?.feature ?? '').not.toMatch(/250g|25kg/);
  });

  it('knows the band of a mass where it decides, as for drones', () => {
    const masses = (category: string, mass_kg: number) =>
      inferFeatures({ category, specs: { mass_kg } }).inferred.filter(({ because }) => /mass/.test(because));
    expect(masses('drone', 0.2)).toEqual([{ feature: 'under-250g', because: 'spec mass_kg' }]);
    expect(masses('drone', 30)).toEqual([{ feature: 'over-25kg', because: 'spec mass_kg' }]);
    expect(masses('amr', 30)).toEqual([]);
  });

  it('takes a bare cell for a robot cell', () => {
    expect(readFeature('cell')).toEqual({ feature: 'industrial', denied: false });
  });

  it('does not take a lidar for a laser, nor any name of Object for a category', () => {
    expect(inferFeatures({ tags: ['lidar'] }).features.size).toBe(0);
    expect(inferFeatures({ category: 'constructor', tags: ['toString'] }).features.size).toBe(0);
  });

  it('keeps to what the guidance states of categories', () => {
    expect(inferFeatures({ category: 'surgical' }).features).toContain('medical-claim');
    expect(inferFeatures({ category: 'surgical' }).features).toContain('patient-contact');
    expect(inferFeatures({ category: 'hospitality' }).features).toContain('public-space');
    expect(inferFeatures({ category: 'cobot' }).features).toContain('collaborative');
    expect(inferFeatures({ category: 'exoskeleton' }).features).not.toContain('medical-claim');
  });
});

describe('featureQuestion', () => {
  it('asks in plain words', () => {
    expect(featureQuestion('lithium-battery')).toBe('Has it a lithium battery?');
    expect(featureQuestion('nothing')).toBeUndefined();
  });
});
