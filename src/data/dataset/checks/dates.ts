import { type Kind, kinds } from '../../../kinds/kinds.ts';
import { type DatasetCheck, placeOf } from './check.ts';

/** Fields that hold a date, by the last part of their path. */
const dateFields = new Set(['released', 'as_of', 'date', 'published', 'opens', 'deadline', 'event_date']);
/** Numbers that are a year, as fields of a record. */
const yearFields = ['founded', 'year'] as const;
/** What a challenge announces may lie ahead. */
const mayLieAhead = new Set(['opens', 'deadline', 'event_date']);

/** No fact is dated after the dataset itself. */
export const dates: DatasetCheck = {
  name: 'dates',
  scope: kinds,
  *check({ version, records }) {
    for (const kind of kinds) {
      for (const record of records[kind]) {
        for (const { path, date } of datesAfter(kind, record, version.date)) {
          yield {
            where: placeOf(kind, record.id),
            message: `${path} ${date} lies after the dataset's own date ${version.date}; mend it or raise VERSION`,
          };
        }
      }
    }
  },
};

/** The dates of a record that lie after a day, but for those that may. */
export function* datesAfter(
  kind: Kind,
  record: object,
  day: string,
): Generator<{ readonly path: string; readonly date: string }> {
  for (const { path, date } of datesOf(record)) {
    if (kind === 'challenges' && mayLieAhead.has(path)) continue;
    if (isAfter(date, day)) yield { path, date };
  }
}

/** A month or a year lies after a day when it begins after it. */
function isAfter(date: string, day: string): boolean {
  return date > day.slice(0, date.length);
}

function* datesOf(value: object, path = ''): Generator<{ path: string; date: string }> {
  for (const [key, part] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (typeof part === 'string' && dateFields.has(key)) yield { path: here, date: part };
    else if (typeof part === 'number' && isYear(key)) yield { path: here, date: String(part) };
    else if (typeof part === 'object' && part !== null) yield* datesOf(part, here);
  }
}

function isYear(key: string): boolean {
  return (yearFields as readonly string[]).includes(key);
}
