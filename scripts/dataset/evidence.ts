import { z } from 'zod';
import { webAddress } from '../../src/kinds/common.ts';
import type { Kind } from '../../src/kinds/kinds.ts';

const passage = z.strictObject({
  quote: z.string().min(4).describe('What the page says, word for word'),
  url: webAddress,
  date: z.string().optional().describe('When the page said so'),
  follows: z
    .string()
    .min(4)
    .optional()
    .describe('How the value follows, where the quote has another unit or currency'),
});
/** For the dotted path of a fact (`specs.mass_kg`), or of what holds it (`price`): the passages that were read. */
export const evidence = z.record(z.string(), z.union([passage, z.array(passage).min(1)]));
export type Evidence = z.infer<typeof evidence>;
type Passage = z.infer<typeof passage>;

/** What is read off a page, by kind; names, descriptions and classes are checked in other ways. */
const FACTS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  robots: [
    ...['aliases', 'family', 'variant_of', 'status', 'status_as_of', 'released'],
    ...['price', 'specs', 'conditions', 'certifications'],
  ],
  startups: ['aliases', 'founded', 'as_of', 'funding'],
  challenges: ['prize_usd', 'opens', 'deadline', 'event_date', 'recurrence', 'next_expected'],
  manufacturers: ['aliases', 'founded'],
  certification: ['typical_weeks', 'typical_cost_usd'],
};
/** When a page showed what does not last: a page's own date, never the day on which it was read. */
const AS_LAST_SEEN = ['status_as_of', 'as_of'];
/** Members of a price or a round that say how a sum is meant, not what it is. */
const NOT_READ = ['source', 'note', 'kind', 'currency'];

/** What is wrong with the evidence of a change: facts without a passage, numbers that their passage does not hold. */
export function evidenceFaults(
  kind: Kind,
  content: Readonly<Record<string, unknown>>,
  given: Evidence,
): string[] {
  return (FACTS[kind] ?? []).flatMap((fact) =>
    [...leaves(content[fact], fact)].flatMap(([path, value]) => fault(path, value, passagesOf(given, path))),
  );
}

function fault(path: string, value: unknown, passages: readonly Passage[]): string[] {
  if (passages.length === 0)
    return [`${path}: no evidence; give {"quote","url"} of the page that says ${String(value)}`];
  if (path === 'status' && passages.every(({ date }) => date === undefined)) {
    return ['status: its evidence needs the date of the page, since a status does not last'];
  }
  if (AS_LAST_SEEN.includes(path) && passages.every(({ date }) => date !== value)) {
    return [`${path}: ${String(value)} is not the date of a page in its evidence`];
  }
  if (path.startsWith('aliases.') && !passages.some(({ quote }) => quote.includes(String(value)))) {
    return [`${path}: its quote does not have ${String(value)}`];
  }
  const explained = passages.some(({ follows }) => follows !== undefined);
  if (typeof value !== 'number' || explained || passages.some(({ quote }) => holds(quote, value))) return [];
  return [`${path}: ${value} is not in its quote; say in "follows" how it is reckoned`];
}

function* leaves(value: unknown, path: string): Generator<[string, unknown]> {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') {
    yield [path, value];
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (!NOT_READ.includes(name)) yield* leaves(member, `${path}.${name}`);
  }
}

/** The passages of a path, else of the nearest one above it. */
function passagesOf(given: Evidence, path: string): readonly Passage[] {
  const own = given[path];
  if (own !== undefined) return Array.isArray(own) ? own : [own];
  const above = path.lastIndexOf('.');
  return above === -1 ? [] : passagesOf(given, path.slice(0, above));
}

const PLAIN = /\d+(?:[.,]\d+)*/g;
const SPACED = /\b\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?/g;

/** Whether a text holds a number, however it marks thousands and decimals, in whole, tenth or thousandth units. */
function holds(text: string, value: number): boolean {
  const written = [...(text.match(PLAIN) ?? []), ...(text.match(SPACED) ?? [])];
  const readings = written.flatMap((number) => {
    const bare = number.replaceAll(/\s/g, '');
    return [bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.'), bare.replace(',', '.')].map(
      Number,
    );
  });
  const near = (reading: number) => Math.abs(reading - value) <= 1e-6 * Math.max(1, Math.abs(value));
  return readings.some((reading) =>
    [1, 10, 100, 1000, 0.1, 0.01, 0.001].some((unit) => near(reading * unit)),
  );
}
