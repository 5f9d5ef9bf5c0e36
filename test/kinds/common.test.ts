import { describe, expect, it } from 'vitest';
import { countryCode, line, partialDate, slug, sources, usd, webAddress } from '../../src/kinds/common.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('partialDate', () => {
  it.each(['2026', '2026-03', '2026-03-11', '2024-02-29', '2000-02-29', '2026-12-31', '1998-01-01'])(
    'takes %s',
    (date) => {
      expect(accepts(partialDate, date)).toBe(true);
    },
  );

  it.each([
    ...'2026-02-29 1900-02-29 2026-04-31 2026-06-31 2026-13 2026-00 2026-01-00 2026-01-32'.split(' '),
    ...'2026-1-1 26-01-01 2026/01/01 2026-01-01T00:00:00Z'.split(' '),
    ' 2026',
    '2026-',
    'May 2026',
    '',
    2026,
  ])('refuses %j', (date) => {
    expect(accepts(partialDate, date)).toBe(false);
  });

  it('says which form it wants, and which day there is none of', () => {
    expect(partialDate.safeParse('May 2026').error?.issues[0]?.message).toContain(
      '2026-03-11, 2026-03 or 2026',
    );
    expect(partialDate.safeParse('2026-02-30').error?.issues[0]?.message).toContain('does not exist');
  });
});

describe('slug', () => {
  it.each(['unitree-g1', 'a', '3d', 'x'.repeat(120)])('takes %s', (id) =>
    expect(accepts(slug, id)).toBe(true),
  );
  it.each(['', 'Unitree', 'a_b', 'a--b', '-a', 'a-', 'a b', 'é', 'x'.repeat(121), 'a\n'])(
    'refuses %j',
    (id) => expect(accepts(slug, id)).toBe(false),
  );
});

describe('line', () => {
  it.each(['a\nb', 'a\tb', 'a\u0000b', 'a\u0085b', '', 'toolong'])('refuses %j', (text) => {
    expect(accepts(line(1, 6), text)).toBe(false);
  });
  it('takes its bounds themselves', () => {
    expect(accepts(line(2, 3), 'ab') && accepts(line(2, 3), 'abc')).toBe(true);
  });
});

describe('webAddress', () => {
  it.each(['https://a.b', 'http://example.org/x?y=1#z'])('takes %s', (url) => {
    expect(accepts(webAddress, url)).toBe(true);
  });
  it.each(['example.org', 'ftp://a.b', 'javascript:alert(1)', 'https://localhost', 'https://a b.c', '//a.b'])(
    'refuses %s',
    (url) => expect(accepts(webAddress, url)).toBe(false),
  );
});

describe('other fields', () => {
  it('wants countries in capitals, money not below zero, and a source at least', () => {
    expect([accepts(countryCode, 'KR'), accepts(countryCode, 'kr'), accepts(countryCode, 'KOR')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([accepts(usd, 0), accepts(usd, -1), accepts(usd, Number.POSITIVE_INFINITY)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([accepts(sources, []), accepts(sources, [{ url: 'https://a.b', title: 'A' }])]).toEqual([
      false,
      true,
    ]);
  });
});
