import { readWrittenDate, tidied } from '../../text/written-date.ts';

/**
 * The day in UTC, `YYYY-MM-DD`, of a date as feeds and exports write them: RFC 822 and 2822, ISO 8601 in all its
 * forms, asctime, seconds since 1970, and the ways in which people write a day. Undefined for what is no date, and for
 * `3/4/2026`, which may be either of two.
 */
export function readDate(given: string): string | undefined {
  const reading = readWrittenDate(tidied(given));
  if (reading === undefined || 'problem' in reading) return undefined;
  return reading.from === reading.to && reading.from >= '1970' ? reading.from : undefined;
}
