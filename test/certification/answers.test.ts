import { countTokens } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { shortBasis } from '../../src/certification/questions.ts';
import { type Certification, obligations, phaseOrder } from '../../src/kinds/certification/certification.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { answer, ask, type Question } from './asking.ts';

const catalogue = await fullCatalogue();

const recordOf = (id: string) => catalogue.find('certification', id) as Certification;
const home = { robot_category: 'home_cleaning', features: ['wifi', 'battery'] };

describe('the list', () => {
  it('puts what is made for the category first, then mandatory before conditional before voluntary, across schemes', () => {
    const { results } = ask(catalogue, {
      robot_category: 'surgical',
      features: ['wifi', 'lidar', 'battery'],
    });
    const placesOf = (list: typeof results) =>
      list.map(
        ({ id, obligation }) =>
          obligations.indexOf(obligation as 'mandatory') * 1000 + phaseOrder(recordOf(id)),
      );
    const sorted = (places: readonly number[]) => places.toSorted((a, b) => a - b);
    // Three that are made for the category, or the way to its market, before what more products have.
    const [own, others] = [results.slice(0, 3), results.slice(3)];
    for (const { id } of own) expect(recordOf(id).applies_to.categories).toContain('surgical');
    expect(placesOf(own)).toEqual(sorted(placesOf(own)));
    expect(placesOf(others)).toEqual(sorted(placesOf(others)));
    const mandatory = others.filter(({ obligation }) => obligation === 'mandatory');
    expect(new Set(mandatory.slice(0, 6).map(({ scheme }) => scheme)).size).toBe(3);
    expect(mandatory[0]).toMatchObject({ id: 'fda-is-it-a-device', phase: 'concept' });
  });

  it('keeps that order from page to page', () => {
    const whole = ask(catalogue, home).results.map(({ id }) => id);
    const first = ask(catalogue, { ...home, limit: 7 });
    const second = ask(catalogue, { ...home, limit: 50, cursor: first.next_cursor });
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(whole);
  });

  it('shows what an entry needs, costs where they are sourced', () => {
    const [entry] = ask(catalogue, { robot_category: 'companion', scheme: 'UL' }).results.filter(
      ({ id }) => id === 'ul-3300-service-robots',
    );
    expect(entry).toEqual({
      id: 'ul-3300-service-robots',
      scheme: 'UL',
      title: 'UL 3300: service, communication, information, education and entertainment robots',
      basis: 'ANSI/CAN/UL 3300:2024',
      obligation: 'conditional',
      phase: 'design',
      because: 'category companion; it is sold to consumers, is used in homes',
      exempt: 'industrial places, hazardous locations, transport of people',
      steps: 8,
      typical_weeks: { min: 12, max: 16 },
      typical_cost_usd: { min: 20_000, max: 30_000 },
    });
    const surgical = ask(catalogue, { robot_category: 'surgical' }).results;
    expect(surgical.find(({ id }) => id === 'fcc-sdoc')).toMatchObject({ because: 'every robot' });
    expect(surgical.find(({ id }) => id === 'fcc-sdoc')).not.toHaveProperty('typical_cost_usd');
  });

  it('stays small in both forms', () => {
    const { text, structured } = answer(catalogue, { ...home, limit: 10 });
    expect(countTokens(text)).toBeLessThan(1500);
    expect(countTokens(JSON.stringify(structured))).toBeLessThan(1700);
  });

  it('names those behind the first page by their ids, in their order', () => {
    const { structured } = answer(catalogue, { ...home, limit: 5 });
    const { notes, total } = structured as { notes: readonly string[]; total: number };
    const [, behind = ''] =
      /^Behind these: (.+)\.$/.exec(notes.find((note) => note.startsWith('Behind')) ?? '') ?? [];
    const all = answer(catalogue, { ...home, limit: 50 }).structured.results as readonly { id: string }[];
    expect(behind.split(', ')).toEqual(all.slice(5).map(({ id }) => id));
    expect(all).toHaveLength(total);
  });

  it('sets the obligations apart in text, and counts them where it does not show all', () => {
    const { text } = answer(catalogue, { ...home, limit: 50 });
    expect(text.match(/^(MANDATORY|CONDITIONAL|VOLUNTARY):$/gm)).toEqual([
      'MANDATORY:',
      'CONDITIONAL:',
      'VOLUNTARY:',
    ]);
    expect(answer(catalogue, { ...home, limit: 5 }).text).toMatch(
      /^obligation: mandatory 13, conditional \d+, voluntary 2$/m,
    );
  });

  it('ranks by text where a query asks for it, and says each obligation then', () => {
    const args = { ...home, query: 'lithium battery shipping' };
    expect(ask(catalogue, args).results[0]?.id).toBe('dot-lithium-transport-un383');
    const { text } = answer(catalogue, args);
    expect(text).not.toContain('MANDATORY:');
    expect(text).toContain('| obligation |');
  });

  it('keeps reason and phase at full detail', () => {
    const [own, ...others] = ask(catalogue, { ...home, detail: 'full', limit: 10 }).results;
    expect(own).toMatchObject({ phase: 'design', because: expect.stringMatching(/^category home_cleaning/) });
    expect(own).toHaveProperty('checklist');
    const everyRobot = others.find(({ because }) => because === 'every robot');
    expect(everyRobot).toMatchObject({ phase: 'concept', checklist: expect.any(Array) });
  });
});

describe('FDA rules for robots that are not medical', () => {
  it('reach a home robot with a lidar that emits laser light', () => {
    const args = { robot_category: 'home_cleaning', features: ['lidar-laser'], scheme: 'FDA' };
    expect(ask(catalogue, args).results.map(({ id }) => id)).toEqual([
      'fda-laser-1040-10',
      'fda-laser-product-report',
      'fda-laser-class-i-relief',
    ]);
    const imported = ask(catalogue, { ...args, features: ['lidar-laser', 'imported'] });
    expect(imported.results.map(({ id }) => id)).toContain('fda-laser-import-2877');
  });

  it('reach a cobot that emits UV-C light, and ask about the laser', () => {
    const { results, depends_on = [] } = ask(catalogue, {
      robot_category: 'cobot',
      features: ['uv'],
      scheme: 'FDA',
    });
    expect(results.map(({ id }) => id)).toEqual(['fda-uv-electronic-product']);
    expect(depends_on[0]).toMatchObject({
      question: 'Does it emit laser light, as a lidar does?',
      features: ['lidar-laser', 'laser'],
    });
  });
});

describe('depends_on', () => {
  it('asks first what brings most duties, names them, and counts the rest', () => {
    const { depends_on = [], further_questions = 0, notes } = ask(catalogue, { robot_category: 'humanoid' });
    expect(depends_on).toHaveLength(5);
    expect(further_questions).toBeGreaterThan(5);
    expect(JSON.stringify(notes)).toContain('detail full lists further questions');
    expect(depends_on[0]).toEqual({
      question: 'Has it a radio transmitter, such as Wi-Fi, Bluetooth or radar? Which?',
      features: expect.arrayContaining(['wifi', 'cellular', 'radar']),
      requirements: {
        'fcc-labelling-fcc-id': '47 CFR 2.925',
        'fcc-covered-list-attestation': '47 CFR 1.50002 for 11 of these',
        'fcc-rf-exposure-mobile': '47 CFR 1.1307(b) for 11 of these',
      },
      more: expect.any(Number),
    });
  });

  it('says which word decides where a question covers several conditions', () => {
    const { depends_on = [] } = ask(catalogue, { robot_category: 'amr' });
    const power = depends_on.find(({ features }) => features?.includes('lithium-battery'));
    expect(power?.question).toBe('Has it a lithium battery, a charger, or a connection to the mains?');
    expect(power?.requirements['dot-lithium-transport-un383']).toBe('49 CFR 173.185 if lithium-battery');
  });

  it('does not ask what is settled, and lists every question at full detail', () => {
    const args = { robot_category: 'home_cleaning', features: ['wifi', 'certified-module', 'household'] };
    const { depends_on = [], further_questions } = ask(catalogue, { ...args, detail: 'full', limit: 1 });
    expect(further_questions).toBeUndefined();
    expect(depends_on.length).toBeGreaterThan(15);
    const words = depends_on.flatMap(({ features = [] }) => features);
    expect(words).toContain('wifi-5ghz');
    for (const settled of ['custom-radio', 'home', 'industrial', 'wifi'])
      expect(words).not.toContain(settled);
    const mandatoryOf = ({ requirements }: Question) =>
      Object.keys(requirements).filter((id) => recordOf(id).obligation === 'mandatory').length;
    const unlikely = depends_on.slice(-2);
    expect(unlikely.map(({ features = [] }) => features[0])).toEqual(['medical-claim', 'uv-c']);
    // Which kind of what was given comes before what else there may be.
    expect(depends_on[0]?.features).toEqual(['wifi-5ghz', 'wifi-6ghz']);
    const mandatory = depends_on.slice(1, -2).map(mandatoryOf);
    expect(mandatory).toEqual([...mandatory].sort((a, b) => b - a));
  });

  it('asks last what hardly any such product has, but not where it is likely', () => {
    const place = (args: object) =>
      (ask(catalogue, args).depends_on ?? []).findIndex(({ features = [] }) =>
        features.includes('medical-claim'),
      );
    const robot = { robot_category: 'delivery', features: ['wifi'] };
    expect(place(robot)).toBe(-1);
    expect(place({ ...robot, features: ['wifi', 'hospital'] })).toBe(1);
    expect(place({ ...robot, scheme: 'FDA' })).toBeGreaterThanOrEqual(0);
  });

  it('names rules and standards shortly', () => {
    expect(shortBasis('Regulation (EU) 2017/745, Article 52')).toBe('Regulation (EU) 2017/745');
    expect(shortBasis('Directive 2014/53/EU Article 3(3)(d)')).toBe('Directive 2014/53/EU');
    expect(shortBasis('47 CFR 15.3, 15.101, 15.105')).toBe('47 CFR 15.3');
    expect(shortBasis('47 CFR Parts 22, 24, 27 (and 90)')).toBe('47 CFR Parts 22 etc.');
    expect(shortBasis('FD&C Act 510(k); 21 CFR Part 807')).toBe('FD&C Act 510(k)');
    expect(shortBasis('ANSI/CAN/UL 3300:2024')).toBe('ANSI/CAN/UL 3300:2024');
    expect(shortBasis('UL outline of investigation for robotic germicidal equipment')).toMatch(
      /^UL outline.* …$/,
    );
  });

  it('closes what is denied, with what would bring it', () => {
    const words = (features: readonly string[]) =>
      (ask(catalogue, { robot_category: 'amr', features, scheme: 'FCC' }).depends_on ?? []).flatMap(
        (one) => one.features ?? [],
      );
    expect(words([])).toContain('wifi');
    expect(words(['no-wifi'])).not.toContain('wifi');
    const laser = ask(catalogue, { robot_category: 'amr', features: ['no-laser'], scheme: 'FDA' });
    expect(laser.denied).toEqual(['laser', 'lidar-laser']);
    expect(JSON.stringify(laser.depends_on)).not.toContain('laser');
  });

  it('does not ask how a radio is built in where there is none', () => {
    const radios = ['wifi', 'bluetooth', 'sub-ghz-radio', 'uwb', 'radar', 'radar-24ghz', 'radar-60ghz'];
    const none = [...radios, 'radar-77ghz', 'rfid-nfc', 'cellular', 'other-radio'].map(
      (word) => `no-${word}`,
    );
    const { depends_on, further_questions = 0 } = ask(catalogue, {
      robot_category: 'cobot',
      features: none,
      scheme: 'FCC',
    });
    const asked = (depends_on ?? []).flatMap(({ features = [] }) => features);
    expect(asked).not.toContain('custom-radio');
    expect(asked).not.toContain('multiple-radios');
    expect(asked).not.toContain('wifi-5ghz');
    expect(further_questions).toBeLessThan(6);
  });

  it('asks for the category first where features alone are given, and applies nothing by guess', () => {
    const { results, depends_on = [] } = ask(catalogue, { features: ['food-contact', 'medical'] });
    expect(results.map(({ id }) => id)).not.toContain('fda-food-contact-materials');
    expect(results.map(({ id }) => id)).not.toContain('fda-510k');
    expect(results.map(({ id }) => id)).toContain('fda-is-it-a-device');
    expect(depends_on[0]?.question).toBe('What kind of robot is it (robot_category)?');
    expect(depends_on[0]?.robot_categories).toEqual(expect.arrayContaining(['surgical', 'food']));
    // An empty list says nothing.
    expect(ask(catalogue, { features: [] }).total).toBe(ask(catalogue, {}).total);
  });
});
