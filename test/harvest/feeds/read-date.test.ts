import { describe, expect, it } from 'vitest';
import { readDate } from '../../../src/harvest/feeds/read-date.ts';

describe('a date', () => {
  it.each([
    ['RFC 822', 'Fri, 20 Nov 26 10:00:00 GMT'],
    ['RFC 2822', 'Fri, 20 Nov 2026 10:00:00 +0100'],
    ['RFC 2822 without a weekday', '20 Nov 2026 10:00:00 GMT'],
    ['a named zone', 'Fri, 20 Nov 2026 10:00:00 PST'],
    ['a zone that makes it the next day', 'Thu, 19 Nov 2026 20:30:00 -0500'],
    ['a zone that makes it the day before', '2026-11-21T05:00:00+09:00'],
    ['ISO 8601 with milliseconds', '2026-11-20T10:00:00.123Z'],
    ['ISO 8601 with a space', '2026-11-20 10:00:00 UTC'],
    ['an ISO day', '2026-11-20'],
    ['a basic ISO day', '20261120'],
    ['slashes, year first', '2026/11/20'],
    ['American words', 'November 20, 2026'],
    ['a short American day with a time', 'Nov 20th, 2026 10:00 am'],
    ['British words', '20 November 2026'],
    ['asctime', 'Fri Nov 20 10:00:00 2026'],
    ['German', '20.11.2026'],
    ['slashes, a day that is no month', '20/11/2026'],
    ['American slashes, a day that is no month', '11/20/2026'],
    ['Japanese', '2026年11月20日'],
    ['seconds since 1970', '1795168800'],
    ['milliseconds since 1970', '1795168800000'],
  ])('is read as %s: %s', (_, text) => {
    expect(readDate(text)).toBe('2026-11-20');
  });

  it.each([
    '',
    'yesterday',
    '3/4/2026',
    '2026-02-30',
    '32 Nov 2026',
    'Nov 2026',
    '2026',
    '20 Foo 2026',
    '0000-00-00',
    'March 20',
    '99999999999999',
  ])('is not read out of "%s"', (text) => {
    expect(readDate(text)).toBeUndefined();
  });
});
