import { z } from 'zod';

/** Lower-case ASCII words joined by single hyphens: `unitree-g1`. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lower-case letters, digits and single hyphens, such as unitree-g1')
  .max(120);

/** ISO 8601 date known to the day, the month or the year: `2026-03-11`, `2026-03`, `2026`. */
export const partialDate = z
  .string()
  .regex(
    /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
    'use an ISO 8601 date: 2026-03-11, 2026-03 or 2026',
  )
  .refine(isRealDay, 'that day does not exist in that month');

function isRealDay(date: string): boolean {
  if (date.length < 10) return true;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** ISO 3166-1 alpha-2 code. Whether the code exists is checked with the dataset. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'use an ISO 3166-1 alpha-2 code such as US');

/** An absolute http or https address. */
export const webAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s]+\.[^\s]+$/, 'use an absolute http(s) address');

/** One line of text without control characters, between `min` and `max` characters. */
export function line(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !/\p{Cc}/u.test(value), 'control characters are not allowed');
}

/** Lower-case hyphenated keywords: `bipedal`, `ros2`. */
export const keyword = line(1, 80);

export const usd = z.number().nonnegative();

/** A page as somebody names it who proposes a record. */
const page = z.strictObject({
  url: webAddress,
  title: line(1, 400),
});

/** Whose page it is. A list that retells a maker is a dataset, whatever it calls itself. */
const sourceKinds = [
  'maker',
  'datasheet',
  'manual',
  'register',
  'store',
  'press',
  'dataset',
  'repository',
] as const;

export const source = page.extend({
  key: keyword.optional().describe('By which evidence names it'),
  kind: z.enum(sourceKinds).optional().describe("dataset: somebody's list; repository: of code or models"),
  date: partialDate
    .optional()
    .describe("The page's own: in its text or address, or of the last commit to the cited file"),
  read: partialDate.optional().describe('When it was read, which says nothing of its age'),
});
export type Source = z.infer<typeof source>;

export const sources = z.array(source).min(1).describe('Pages that state the facts of this record');
export const pages = z.array(page).min(1);

export const aliases = z
  .array(line(1, 100))
  .min(1)
  .optional()
  .describe('Other names under which it is found: former ones, and those in its own script');

/** Every name of a record, its own first. */
export function namesOf(record: { readonly name: string; readonly aliases?: readonly string[] | undefined }) {
  return [record.name, ...(record.aliases ?? [])];
}

export const confidenceLevels = ['primary', 'reported', 'secondary'] as const;

/** Ordered from best to worst. */
export const confidence = z
  .enum(confidenceLevels)
  .describe('primary: maker or regulator; reported: press or third party; secondary: catalogues and lists');

/** 0 for the best confirmed records. */
export function confidenceRank(level: z.output<typeof confidence>): number {
  return confidenceLevels.indexOf(level);
}

export const originalAmount = z.strictObject({
  amount: z.number().nonnegative().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  note: line(1, 300).optional(),
});

/** A map with its keys in one order, so that what says the same is written alike, by whatever deltas it came. */
export function withSortedKeys<T extends object>(map: T): T {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}
