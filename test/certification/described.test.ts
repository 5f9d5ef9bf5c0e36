import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/tools/tool.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { answer, ask } from './asking.ts';

const catalogue = await fullCatalogue();

function refusal(args: object): ToolError {
  try {
    answer(catalogue, args);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('was answered');
}

const caution = /not recorded is not the same as not certified/;

describe('a maker abroad', () => {
  const listed = 'fcc-covered-list-robots';

  it('likely produces there, which brings up the Covered List', () => {
    const { results, inferred } = ask(catalogue, { robot: 'unitree-go2' });
    expect(results.find(({ id }) => id === listed)?.because).toContain('outside the United States (likely)');
    expect(inferred?.map(({ because }) => because)).toContain('maker in CN, so likely');
  });

  it.each([
    ['what is denied', { robot: 'unitree-go2', features: ['no foreign-produced'] }],
    ['a maker in the United States', { robot: 'boston-dynamics-spot' }],
  ])('%s is believed: parts from abroad stay a question', (_, args) => {
    const { results, depends_on } = ask(catalogue, { ...args, detail: 'full' });
    expect(results.map(({ id }) => id)).not.toContain(listed);
    expect(depends_on?.flatMap(({ requirements }) => Object.keys(requirements))).toContain(listed);
  });

  it('what is given is certain', () => {
    const { results } = ask(catalogue, { robot: 'unitree-go2', features: ['foreign-produced'] });
    expect(results.find(({ id }) => id === listed)?.because).not.toContain('likely');
  });
});

describe('a robot of the data', () => {
  it('brings its category, tags and records, which stand apart', () => {
    const { robot_certifications, inferred, results, notes } = ask(catalogue, { robot: 'eksonr' });
    expect(robot_certifications).toEqual([
      { scheme: 'FDA', status: 'cleared', standard: '510(k)', identifier: 'K220988', date: '2022-06-09' },
    ]);
    expect(inferred).toEqual([
      { because: 'recorded FDA 510(k)', features: ['medical-claim'] },
      { because: 'description says battery, so likely', features: ['lithium-battery'] },
      { because: 'category exoskeleton', features: ['wearable'] },
    ]);
    expect(results.map(({ id }) => id)).toContain('fda-exoskeleton-890-3480');
    expect(notes.some((note) => caution.test(note))).toBe(true);
  });

  it('infers from tags, and says that no record is no proof', () => {
    const { inferred, notes, ...rest } = ask(catalogue, { robot: 'unitree-g1' });
    expect(inferred).toContainEqual({ because: 'tag bipedal', features: ['dynamically-stable', 'mobile'] });
    expect(rest).not.toHaveProperty('robot_certifications');
    const note = notes.find((one) => one.startsWith('No certification of this robot is recorded'));
    expect(note).toMatch(caution);
  });

  it('can be corrected', () => {
    const { results, inferred } = ask(catalogue, { robot: 'eksonr', features: ['no medical claim'] });
    expect(inferred).toEqual([
      { because: 'description says battery, so likely', features: ['lithium-battery'] },
      { because: 'category exoskeleton', features: ['wearable'] },
    ]);
    expect(results.map(({ id }) => id)).not.toContain('fda-510k');
  });

  it('has its own category, and a near one is offered for a slip', () => {
    expect(refusal({ robot: 'unitree-g1', robot_category: 'amr' }).message).toContain('is a humanoid');
    const missing = refusal({ robot: 'unitre-g1' });
    expect(missing.code).toBe('NOT_FOUND');
    expect(missing.detail.accepted).toContain('unitree-g1');
  });
});

describe('features', () => {
  it('that contradict each other are refused, both named', () => {
    expect(refusal({ features: ['wifi', 'no-wifi'] }).message).toBe(
      'features says both wifi and no-wifi. Leave one out.',
    );
    expect(refusal({ features: ['wifi 6e', 'no-wifi'] }).message).toBe(
      'features says both wifi-6ghz and no-wifi, and wifi-6ghz comes with wifi. Leave one out.',
    );
  });

  it('that are unknown are all named, with the nearest, and the rest is used', () => {
    const { not_understood, features } = ask(catalogue, {
      features: ['wify', 'lithum', 'gps', 'flux capacitor', 'spare battery'],
    });
    expect(not_understood).toEqual([
      { feature: 'wify', nearest: ['wifi'] },
      { feature: 'lithum', nearest: ['lithium-battery'] },
      { feature: 'flux capacitor', nearest: [] },
    ]);
    expect(features).toEqual(['gnss', 'lithium-battery']);
  });

  it('of which none is understood are refused, unless something else describes the product', () => {
    const { message, detail } = refusal({ features: ['wify', 'lithum'] });
    expect(message).toContain('"wify", "lithum"');
    expect(detail.accepted).toEqual(['wifi', 'lithium-battery']);
    expect(ask(catalogue, { robot_category: 'amr', features: ['wify'] }).total).toBeGreaterThan(5);
    expect(refusal({ features: ['qqqqqq'] }).detail.accepted).toContain('food-contact');
  });

  it('that are given stand apart from those inferred', () => {
    const { features, inferred } = ask(catalogue, { robot_category: 'home_cleaning', features: ['wi-fi'] });
    expect(features).toEqual(['wifi']);
    expect(inferred).toEqual([
      { because: 'category home_cleaning', features: ['appliance', 'home', 'consumer', 'mobile'] },
      { because: 'feature wifi', features: ['network-connected'] },
    ]);
  });
});

describe('what is no category or scheme of ours', () => {
  it.each([
    ['JP', /no requirements of PSE and TELEC, of the market Japan/],
    ['Japan', /of the market Japan: of PSE .*; of TELEC /],
    ['Mexico', /no requirements of the market Mexico/],
  ])('scheme %s is told as a market', (scheme, text) => {
    expect(refusal({ scheme }).message).toMatch(text);
  });

  it.each([
    ['CCC', 'China Compulsory Certification', 'CNCA'],
    ['PSE', 'electrical safety', 'METI'],
    ['KC mark', 'Korea', 'KATS'],
  ])('%s is said not to be held, and who would know', (scheme, what, who) => {
    const { code, message, detail } = refusal({ scheme, robot_category: 'amr' });
    expect(code).toBe('INVALID_ARGUMENT');
    expect(message).toContain(what);
    expect(message).toContain(who);
    expect(detail.accepted).toContain('EU');
    expect(refusal({ id: scheme })).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(who),
    });
  });

  it('a place instead of a category counts as a feature, and the category is asked for', () => {
    const { features, depends_on } = ask(catalogue, { robot_category: 'home robot' });
    expect(features).toEqual(['home']);
    expect(depends_on?.[0]).toHaveProperty('robot_categories');
  });

  it('features as people write them are understood', () => {
    const { features, not_understood } = ask(catalogue, {
      features: ['wifi 6E', '6 GHz', 'own radio design', 'household use'],
    });
    expect(features).toEqual(['wifi-6ghz', 'custom-radio', 'home']);
    expect(not_understood).toBeUndefined();
  });
});

describe('notes', () => {
  const disclaimer = /^Guidance, not legal advice; data of \d{4}-\d\d-\d\d\.$/;

  it('say in every form that this is no legal advice, with the date', () => {
    for (const args of [
      {},
      { robot_category: 'amr' },
      { id: 'fcc-sdoc' },
      { ids: ['fcc-sdoc'] },
      { scheme: 'UL' },
    ]) {
      expect(ask(catalogue, args).notes.filter((note) => disclaimer.test(note))).toHaveLength(1);
    }
  });

  it('say how to describe a product where none is', () => {
    expect(ask(catalogue, {}).notes[0]).toMatch(/^No product is described/);
  });

  it('say that nothing applies, and what could change that', () => {
    const { total, notes, depends_on } = ask(catalogue, { robot_category: 'drone', scheme: 'FDA' });
    expect(total).toBe(0);
    expect(depends_on?.length).toBeGreaterThan(0);
    expect(notes).toContain(
      'Nothing of FDA in the data applies to this product as described; depends_on says what could change that.',
    );
  });
});

describe('EU', () => {
  it('is left out unless asked for, and counted', () => {
    const without = ask(catalogue, { robot_category: 'drone' });
    expect(without.results.filter(({ scheme }) => scheme === 'EU')).toEqual([]);
    const asked = ask(catalogue, { robot_category: 'drone', scheme: 'EU' });
    expect(asked.total).toBeGreaterThan(5);
    expect(without.notes).toContain(`EU is left out: ${asked.total} of it would apply; ask with scheme EU.`);
    expect(ask(catalogue, {}).notes).toContain(
      `EU is left out: ${ask(catalogue, { scheme: 'EU' }).total} with scheme EU.`,
    );
    expect(asked.results.find(({ id }) => id === 'eu-ce-marking-route')).toMatchObject({
      because: 'every robot',
    });
  });
});

describe('what is recorded of a robot', () => {
  it('makes a lidar and a battery likely, marked so', () => {
    const { inferred = [], results } = ask(catalogue, { robot: 'boston-dynamics-spot', limit: 50 });
    const because = Object.fromEntries(inferred.map(({ because, features }) => [features[0], because]));
    expect(because['lidar-laser']).toBe('description says lidar, so likely');
    expect(because['lithium-battery']).toBe('spec runtime_h, so likely');
    const laser = results.find(({ id }) => id === 'fda-laser-1040-10');
    expect(laser?.because).toContain('(likely)');
  });

  it('gives way to what is denied', () => {
    const { inferred = [] } = ask(catalogue, {
      robot: 'boston-dynamics-spot',
      features: ['no-lidar-laser', 'no-lithium-battery'],
    });
    const features = inferred.flatMap((one) => one.features);
    expect(features).not.toContain('lidar-laser');
    expect(features).not.toContain('lithium-battery');
  });

  it('leaves no feature unnamed that decides about something mandatory', () => {
    const { notes } = ask(catalogue, { robot: 'unitree-g1' });
    expect(notes.join(' ')).toMatch(/Mandatory ones also hang on [a-z, -]+: detail full/);
  });
});
