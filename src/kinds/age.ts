import { addMonths } from '../text/calendar.ts';
import type { Source } from './common.ts';

/** Facts that change are old when they were last seen to hold so many months ago. */
const OLD_MONTHS = 24;

/** The date of the newest page; undefined where none has a date. */
export function newestPage(sources: readonly Source[]): string | undefined {
  return sources.reduce<string | undefined>(
    (newest, { date }) => (date !== undefined && date > (newest ?? '') ? date : newest),
    undefined,
  );
}

/** True where all that a partial date may mean lies more than two years before `today`, `YYYY-MM-DD`. */
export function isOld(date: string, today: string): boolean {
  return date < addMonths(today, -OLD_MONTHS).slice(0, date.length);
}

/** The date if it is old: a recent one need not be said. */
export function oldDate(date: string | undefined, today: string): string | undefined {
  return date !== undefined && isOld(date, today) ? date : undefined;
}

/** When each fact was last seen to hold, in words: `status 2023-05 (old)`, `price undated: treat it as old`. */
export function lastSeen(seen: Readonly<Record<string, string | undefined>>, today: string): string[] {
  return Object.entries(seen).map(([fact, date]) => {
    if (date === undefined) return `${fact} undated: treat it as old`;
    return `${fact} ${date}${isOld(date, today) ? ' (old)' : ''}`;
  });
}
