import { describe, expect, it } from 'vitest';
import { edgeOf } from '../../src/text/calendar.ts';
import { parseDate } from '../../src/text/date-words.ts';

const today = '2026-03-31';

describe('parseDate', () => {
  it.each([
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-06', '2024-06-01', '2024-06-30'],
    ['2024/6', '2024-06-01', '2024-06-30'],
    ['03/2025', '2025-03-01', '2025-03-31'],
    ['3.2025', '2025-03-01', '2025-03-31'],
    ['202503', '2025-03-01', '2025-03-31'],
    ['June 2024', '2024-06-01', '2024-06-30'],
    ['Sept. 2024', '2024-09-01', '2024-09-30'],
    ['2024 Feb', '2024-02-01', '2024-02-29'],
    ['March', '2026-03-01', '2026-03-31'],
    ['last December', '2025-12-01', '2025-12-31'],
    ['since 2024', '2024-01-01', '2024-12-31'],
    ['2024 onwards', '2024-01-01', '2024-12-31'],
    ['the 2010s', '2010-01-01', '2019-12-31'],
    ['2025-W10', '2025-03-03', '2025-03-09'],
    ['2026-W53', '2026-12-28', '2027-01-03'],
    ['week 1 of 2025', '2024-12-30', '2025-01-05'],
    ['Q3 2025', '2025-07-01', '2025-09-30'],
    ['2025Q3', '2025-07-01', '2025-09-30'],
    ['third quarter of 2025', '2025-07-01', '2025-09-30'],
    ['H2 2025', '2025-07-01', '2025-12-31'],
    ['this year', '2026-01-01', '2026-12-31'],
    ['this month', '2026-03-01', '2026-03-31'],
    ['this week', '2026-03-30', '2026-04-05'],
    ['last quarter', '2025-10-01', '2025-12-31'],
    ['next quarter', '2026-04-01', '2026-06-30'],
    ['next month', '2026-04-01', '2026-04-30'],
    ['7d', '2026-03-24', today],
    ['P7D', '2026-03-24', today],
    ['2w', '2026-03-17', today],
    ['24h', '2026-03-30', today],
    ['3 months', '2025-12-31', today],
    ['last 30 days', '2026-03-01', today],
    ['the past ninety days', '2025-12-31', today],
    ['past few weeks', '2026-03-10', today],
    // There is no 31 February: a month before is its last day.
    ['last month', '2026-02-28', today],
    ['last decade', '2016-03-31', today],
    ['next 2 weeks', today, '2026-04-14'],
  ])('reads the period %s', (text, from, to) => {
    expect(parseDate(text, today)).toEqual({ from, to });
  });

  it.each([
    ['2024-06-30', '2024-06-30'],
    ['2024.06.07', '2024-06-07'],
    ['2025/03/01', '2025-03-01'],
    ['20250301', '2025-03-01'],
    ['2025-060', '2025-03-01'],
    ['2025-W10-7', '2025-03-09'],
    ['1 March 2025', '2025-03-01'],
    ['March 1st, 2025', '2025-03-01'],
    ['the 1st of March, 2025', '2025-03-01'],
    ['01-Mar-2025', '2025-03-01'],
    ['Saturday, 1 March 2025', '2025-03-01'],
    ['13/04/2025', '2025-04-13'],
    ['04/13/2025', '2025-04-13'],
    ['03/03/2025', '2025-03-03'],
    ['03.04.2025', '2025-04-03'],
    ['2025年3月1日', '2025-03-01'],
    ['２０２５‑０３‑０１', '2025-03-01'],
    ['"2025-03-01"', '2025-03-01'],
    ['today', today],
    ['yesterday', '2026-03-30'],
    ['tomorrow', '2026-04-01'],
    ['2 weeks ago', '2026-03-17'],
    ['a year ago', '2025-03-31'],
    ['now-7d', '2026-03-24'],
    ['in 2 weeks', '2026-04-14'],
    ['Monday', '2026-03-30'],
    ['last Tuesday', '2026-03-24'],
    ['next Friday', '2026-04-03'],
    ['end of February 2024', '2024-02-29'],
  ])('reads the day %s', (text, day) => {
    expect(parseDate(text, today)).toEqual({ from: day, to: day });
  });

  it.each([
    ['2025-03-01T12:00:00Z', '2025-03-01'],
    ['2025-03-01T12:00', '2025-03-01'],
    ['2025-03-01 23:59:59.123456', '2025-03-01'],
    ['20250301T120000Z', '2025-03-01'],
    ['2025-03-01T23:30:00-05:00', '2025-03-02'],
    ['2025-03-01T00:30+02:00', '2025-02-28'],
    ['2024-12-31T23:00:00-0800', '2025-01-01'],
    ['2025-03-01T24:00:00Z', '2025-03-02'],
    ['2025-03-01T12:00:00+01:00[Europe/Berlin]', '2025-03-01'],
    ['Sat, 01 Mar 2025 20:00:00 PST', '2025-03-02'],
    ['Sat Mar 01 2025 00:30:00 GMT+0100 (Central European Standard Time)', '2025-02-28'],
    ['Sat Mar  1 12:00:00 UTC 2025', '2025-03-01'],
    ['March 1, 2025 at 11:30 pm EST', '2025-03-02'],
    ['1740830400', '2025-03-01'],
    ['1740830400000', '2025-03-01'],
  ])('moves the moment %s to its day in UTC', (text, day) => {
    expect(parseDate(text, today)).toEqual({ from: day, to: day });
  });

  it.each([
    ['03/04/2025', 'may be 3 April 2025 or 4 March 2025', ['2025-04-03', '2025-03-04']],
    ['3-4-2025', 'may be 3 April 2025 or 4 March 2025', ['2025-04-03', '2025-03-04']],
    ['201203', 'may be March 2012 or 3 December 2020', ['2012-03', '2020-12-03']],
    ['3m', 'may be 3 months or 3 minutes', ['3 months']],
  ])('names both readings of %s', (text, problem, instead) => {
    expect(parseDate(text, today)).toEqual({ problem, instead });
  });

  it.each([
    ['2024-13', 'is no date that exists'],
    ['2024-02-30', 'is no date that exists'],
    ['31 Feb 2024', 'is no date that exists'],
    ['2025-W53', 'is no date that exists'],
    ['2025-366', 'is no date that exists'],
    ['0000', 'is no date that exists'],
    ['March 25', 'has no year of four digits'],
    ['3/4/25', 'has no year of four digits'],
    ['250301', 'has no year of four digits'],
    ['2025-03-01T25:00:00Z', 'has a time that does not exist'],
    ['2025-03-01T12:00:00+99:00', 'has a time that does not exist'],
    ['March 2025 12:00', 'has a time but no day'],
    ['9999 years ago', 'lies outside the years 1000 to 9999'],
    ['', 'is no date that can be read'],
    ['soon', 'is no date that can be read'],
    ['marching 2024', 'is no date that can be read'],
    ['last blue moon', 'is no date that can be read'],
    ['2024-06-30T'.repeat(50), 'is no date that can be read'],
  ])('says what is wrong with "%s"', (text, problem) => {
    expect(parseDate(text, today)).toEqual({ problem });
  });

  it('counts a time without a direction ahead where that is meant', () => {
    expect(parseDate('3 months', today, 'ahead')).toEqual({ from: '2026-06-30', to: '2026-06-30' });
    expect(parseDate('February', today, 'ahead')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect(parseDate('last 30 days', today, 'ahead')).toEqual({ from: '2026-03-01', to: today });
  });

  it('reads every day of a leap year in each form that programs write', () => {
    for (let ms = Date.UTC(2024, 0, 1); ms < Date.UTC(2025, 0, 1); ms += 86_400_000) {
      const date = new Date(ms);
      const day = date.toISOString().slice(0, 10);
      const forms = [date.toISOString(), date.toUTCString(), day, day.replaceAll('-', ''), String(ms)];
      for (const text of forms) expect(parseDate(text, today), text).toEqual({ from: day, to: day });
    }
  });
});

describe('edgeOf', () => {
  it.each([
    ['2024', '2024', '2024'],
    ['2024-06', '2024-06', '2024-06'],
    ['Q3 2025', '2025-07', '2025-09'],
    ['2010s', '2010', '2019'],
    ['2025-W10', '2025-03-03', '2025-03-09'],
    ['2024-06-30', '2024-06-30', '2024-06-30'],
  ])('writes the ends of %s to the day, month or year', (text, start, end) => {
    const reading = parseDate(text, today);
    if ('problem' in reading) throw new Error(reading.problem);
    expect([edgeOf(reading, 'start'), edgeOf(reading, 'end')]).toEqual([start, end]);
  });
});
