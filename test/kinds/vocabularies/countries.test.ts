import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import data from '../../../dataset/taxonomy/countries.json' with { type: 'json' };
import {
  countrySearchWords,
  findCountries,
  isCountry,
  isUnion,
} from '../../../src/kinds/vocabularies/countries.ts';

const shape = z.strictObject({
  regions: z.array(
    z.strictObject({
      id: z.string().min(2),
      code: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      within: z.array(z.string()).optional(),
      label: z.string().min(2),
      aliases: z.array(z.string().min(2)),
    }),
  ),
  countries: z.array(
    z.strictObject({
      code: z.string().regex(/^[A-Z]{2}$/),
      name: z.string().min(3),
      aliases: z.array(z.string().min(2)),
      demonyms: z.array(z.string().min(3)),
      regions: z.array(z.string()),
    }),
  ),
});

describe('countries.json', () => {
  it('has the shape that the readers rely on', () => {
    expect(shape.safeParse(data).error?.issues).toBeUndefined();
  });

  it('holds every country once', () => {
    const codes = data.countries.map(({ code }) => code);
    expect(new Set(codes).size).toBe(249);
    expect(codes).toEqual([...codes].sort());
  });

  it('names only regions that exist', () => {
    const known = new Set(data.regions.map(({ id }) => id));
    const unknown = data.countries.flatMap(({ regions }) => regions.filter((region) => !known.has(region)));
    expect(unknown).toEqual([]);
  });

  it('agrees with the names that the platform knows', () => {
    const platform = new Intl.DisplayNames('en', { type: 'region' });
    const lost = data.countries.filter(
      ({ code }) => !findCountries(platform.of(code) ?? '')?.codes.includes(code),
    );
    expect(lost.map(({ code }) => code)).toEqual([]);
  });
});

describe('findCountries', () => {
  it.each([
    ['kr', ['KR']],
    ['KR', ['KR']],
    ['South Korea', ['KR']],
    ['korean', ['KR']],
    ['North Korea', ['KP']],
    ['U.S.A.', ['US']],
    ['the United States', ['US']],
    ['UK', ['GB']],
    ['Deutschland', ['DE']],
    ['Germans', ['DE']],
    ['Türkiye', ['TR']],
    ['Cote d’Ivoire', ['CI']],
    ['Bosnia and Herzegovina', ['BA']],
    ['Saint Lucia', ['LC']],
    ['Congo', ['CD', 'CG']],
    ['Scandinavia', ['DK', 'NO', 'SE']],
    ['Benelux', ['BE', 'LU', 'NL']],
  ])('reads %s', (text, codes) => {
    expect(findCountries(text)?.codes).toEqual(codes);
  });

  it('knows the 27 members of the European Union, and the Union itself', () => {
    const union = findCountries('the E.U.');
    expect(union?.label).toBe('European Union');
    expect(union?.codes.filter(isCountry)).toHaveLength(27);
    expect(union?.codes.filter(isUnion)).toEqual(['EU']);
    expect(union?.codes).not.toContain('GB');
  });

  it('reads every code as its own country', () => {
    const wrong = data.countries.filter(({ code }) => findCountries(code)?.codes.join() !== code);
    expect(wrong).toEqual([]);
  });

  it.each(['', 'the', 'Atlantis', 'XX', 'robot'])('knows no country in %j', (text) => {
    expect(findCountries(text)).toBeUndefined();
  });
});

describe('a union', () => {
  it('lies in its continent, and in none of its members', () => {
    expect(findCountries('Europe')?.codes).toContain('EU');
    expect(findCountries('Germany')?.codes).toEqual(['DE']);
  });

  it('is found by its names', () => {
    expect(countrySearchWords('EU')).toContain('European Union');
  });
});

describe('isCountry', () => {
  it('know assigned codes in capitals only', () => {
    expect(['DE', 'de', 'UK', 'EU', 'XX'].map(isCountry)).toEqual([true, false, false, false, false]);
  });
});
