import { describe, expect, it } from 'vitest';
import { type Evidence, evidenceFaults } from '../../../scripts/dataset/evidence.ts';

const url = 'https://a.org/robot';
const faults = (content: Record<string, unknown>, given: Evidence) =>
  evidenceFaults('robots', content, given);

describe('evidence of a change', () => {
  it('asks for a passage for every fact, and for none where a fact is taken away', () => {
    const [first, second, ...rest] = faults(
      { specs: { mass_kg: 15 }, price: { usd_min: 500, kind: 'list' } },
      {},
    );
    expect(first).toBe('price.usd_min: no evidence; give {"quote","url"} of the page that says 500');
    expect(second).toContain('specs.mass_kg');
    expect(rest).toEqual([]);
    expect(faults({ specs: { mass_kg: null }, description: 'Ours', tags: ['x'] }, {})).toEqual([]);
  });

  it.each([
    ['weighs 15.9 kg', 15.9],
    ['pesa 15,9 kg', 15.9],
    ['$1,299 at launch', 1299],
    ['1.299 Euro', 1299],
    ['1 299 euros', 1299],
    ['82mm thin', 8.2],
    ['lifts 1484 g.', 1.484],
    ['in 2025 300 of 15.9 kg each', 15.9],
  ])('finds the number of "%s"', (quote, mass_kg) => {
    expect(faults({ specs: { mass_kg } }, { 'specs.mass_kg': { quote, url } })).toEqual([]);
  });

  it('refuses a number that the quote does not hold, unless it says how it follows', () => {
    const quote = 'runs for 46 minutes';
    expect(faults({ specs: { runtime_h: 0.77 } }, { specs: { quote, url } })).toEqual([
      'specs.runtime_h: 0.77 is not in its quote; say in "follows" how it is reckoned',
    ]);
    expect(
      faults({ specs: { runtime_h: 0.77 } }, { specs: { quote, url, follows: '46 min = 0.77 h' } }),
    ).toEqual([]);
  });

  it('asks for the date of the page that a status rests on', () => {
    const quote = 'now on sale';
    expect(faults({ status: 'available' }, { status: { quote, url } })[0]).toContain('date of the page');
    expect(faults({ status: 'available' }, { status: [{ quote, url, date: '2026-08' }] })).toEqual([]);
  });

  it('takes the day on which something was last seen from a page alone', () => {
    const status_as_of = { quote: 'now on sale', url, date: '2026-08-22' };
    expect(faults({ status_as_of: '2026-08-22' }, { status_as_of })).toEqual([]);
    expect(faults({ status_as_of: '2026-11-22' }, { status_as_of })[0]).toContain('not the date of a page');
  });

  it('wants each alias as the page writes it', () => {
    const aliases = { quote: '宇树科技 (Unitree)', url };
    expect(faults({ aliases: ['宇树科技'] }, { aliases })).toEqual([]);
    expect(faults({ aliases: ['宇树机器人'] }, { aliases })).toEqual([
      'aliases.0: its quote does not have 宇树机器人',
    ]);
  });

  it.each([{ family: true }, { variant_of: 'b' }, { conditions: { range_km: 'empty' } }])(
    'asks for a passage for %j',
    (content) => {
      expect(faults(content, {})[0]).toContain('no evidence');
    },
  );
});
