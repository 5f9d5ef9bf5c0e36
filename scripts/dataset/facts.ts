import { type Kind, kinds } from '../../src/kinds/kinds.ts';
import { Random } from '../harness/random.ts';

/** One thing that a record states and that a page can confirm or contradict. */
export interface Fact {
  readonly kind: Kind;
  readonly id: string;
  /** The record's name, title or headline. */
  readonly of: string;
  /** Such as `price` or `specs.mass_kg`. */
  readonly field: string;
  readonly value: unknown;
  /** Pages that the record names, the fact's own first. */
  readonly sources: readonly string[];
}

type Draft = Readonly<Record<string, unknown>>;

/** Our own wording or classification, and what says where a fact is from: nothing of it is looked up. */
const PASSED_OVER = new Set(
  [
    'id name title headline description summary category kind tags topics topic focus capabilities',
    'confidence sources source url venue_url entities countries categories',
    'applies_to checklist obligation related',
  ].flatMap((line) => line.split(' ')),
);
/** Members of these are facts of their own; every other object is one fact. */
const TAKEN_APART = new Set(['specs', 'manufacturer']);

/** Every fact of a record. */
export function factsOf(kind: Kind, record: Draft): Fact[] {
  const pages = addresses(record.sources);
  const fact = (field: string, value: unknown, own: readonly string[] = []): Fact => ({
    kind,
    id: String(record.id),
    of: String(record.name ?? record.title ?? record.headline ?? record.id),
    field,
    value,
    sources: [...new Set([...own, ...pages])],
  });
  return Object.entries(record).flatMap(([field, value]): Fact[] => {
    if (PASSED_OVER.has(field) || value === null || value === undefined) return [];
    if (field === 'certifications') {
      return (value as Draft[]).map((each) => fact('certification', each, [String(each.source)]));
    }
    if (Array.isArray(value)) return value.length > 0 ? [fact(field, value)] : [];
    if (typeof value !== 'object') return [fact(field, value)];
    if (!TAKEN_APART.has(field)) return [fact(field, value, addresses([value]))];
    return Object.entries(value)
      .filter(([name]) => !PASSED_OVER.has(name))
      .map(([name, member]) => fact(`${field}.${name}`, member));
  });
}

/**
 * Draws facts, each at most once: first a kind by its weight, then a record of it, then one of its facts, so that
 * long records are not looked at more often than short ones. Fewer than `count` where there are no more.
 */
export function drawFacts(
  facts: readonly Fact[],
  weights: Readonly<Partial<Record<Kind, number>>>,
  count: number,
  seed: number,
): Fact[] {
  const random = new Random(seed);
  const lots = kinds.flatMap((kind) => {
    const records = byRecord(facts.filter((fact) => fact.kind === kind));
    return records.length > 0 ? Array<Fact[][]>(weights[kind] ?? 0).fill(records) : [];
  });
  const drawn = new Set<Fact>();
  // Most draws hit something new; where hardly anything is left, they come to an end.
  for (let tries = 0; lots.length > 0 && drawn.size < count && tries < count * 100; tries += 1) {
    drawn.add(random.pick(random.pick(random.pick(lots))));
  }
  return [...drawn];
}

function byRecord(facts: readonly Fact[]): Fact[][] {
  const records = new Map<string, Fact[]>();
  for (const fact of facts) records.set(fact.id, [...(records.get(fact.id) ?? []), fact]);
  return [...records.values()];
}

function addresses(list: unknown): string[] {
  const entries = Array.isArray(list) ? list : [];
  return entries.flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    const { url, source } = (entry ?? {}) as Draft;
    return [url, source].filter((each) => typeof each === 'string');
  });
}
