import type { Decision } from '../../src/contributions/contributions.ts';
import { kinds, type RecordOf, type RecordsByKind, recordSchemas } from '../../src/kinds/kinds.ts';
import type { EventData } from '../../src/protocol/events/steps.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import type { SqlJsStatic } from '../../src/search/sqlite.ts';
import { addDays } from '../../src/text/calendar.ts';
import type { Random } from '../harness/random.ts';
import { type NamedVersion, openChain } from './versions.ts';

/** Drawn data that change from version to version, and what was decided meanwhile. */
export interface World {
  /** As a server has them that is at each version. */
  readonly catalogues: readonly Catalogue[];
  readonly decisions: readonly Decision[];
  /** The day on which the first version came out; one comes out every other day. */
  readonly firstDay: string;
}

/** The moment at which a server looks. */
interface Moment {
  /** The version that it has, counted from 0. */
  readonly version: number;
  readonly day: string;
  /** How many decisions its store has. */
  readonly decisions: number;
}

const FIRST_DAY = '2026-10-01';
const VERSIONS = 10;
/** Some dates are over, and some near, when their record comes into the data. */
const FIRST_DEADLINE = '2026-10-05';
const AN_HOUR = 3_600_000;

const source = { url: 'https://example.org/page', title: 'A page' };
const common = { confidence: 'primary', sources: [source] };
const text = 'A thing that stands in this world and of which nothing else is known to anybody here.';

const drawn = {
  robots: (id: string, random: Random): unknown => ({
    ...{ id, name: id, tags: [], specs: { mass_kg: random.below(90) + 1 }, certifications: [] },
    ...{ manufacturer: { id: 'maker', name: 'Maker', country: random.pick(['US', 'CN', 'JP']) } },
    ...{ category: random.pick(['humanoid', 'quadruped', 'drone']), status: 'available', description: text },
    ...common,
  }),
  publications: (id: string): unknown => ({
    ...{
      id,
      aliases: [],
      title: `On ${id} and diffusion policies`,
      authors: ['Ana Alba'],
      published: '2026',
    },
    ...{ year: 2026, categories: [], topics: [], url: 'https://example.org/paper', sources: [source] },
  }),
  news: (id: string): unknown => ({
    ...{
      id,
      date: '2026-10-01',
      headline: `News of ${id}`,
      summary: text,
      topic: 'funding',
      outlet: 'A paper',
    },
    ...{ url: 'https://example.org/news', entities: [], countries: [], sources: [source] },
  }),
  startups: (id: string): unknown => ({
    ...{ id, name: id, country: 'US', stage: 'seed', focus: ['warehouse'], description: text },
    ...{ url: 'https://example.org/startup', ...common },
  }),
  challenges: (id: string, random: Random): unknown => ({
    ...{ id, title: `The contest of ${id}`, organizer: 'Somebody', kind: 'prize', topics: ['drones'] },
    ...{
      summary: text,
      deadline: addDays(FIRST_DEADLINE, random.below(40)),
      url: 'https://example.org/prize',
    },
    ...common,
  }),
} as const;
type DrawnKind = keyof typeof drawn;
const drawnKinds = Object.keys(drawn) as DrawnKind[];

/** Draws a world; its catalogues are to be closed. */
export function drawWorld(engine: SqlJsStatic, random: Random): World {
  const records = new Map(drawnKinds.map((kind) => [kind, new Map<string, object>()]));
  const versions: NamedVersion[] = [];
  const catalogues = Array.from({ length: VERSIONS }, (_, n) => {
    for (const kind of drawnKinds) move(kind, records.get(kind) as Map<string, object>, n, random);
    const day = addDays(FIRST_DAY, 2 * n);
    versions.push([day.replaceAll('-', '.'), together(records)]);
    return openChain(engine, versions);
  });
  return { catalogues, decisions: drawDecisions(random), firstDay: FIRST_DAY };
}

function move(kind: DrawnKind, records: Map<string, object>, version: number, random: Random): void {
  for (const [id, record] of records) {
    if (random.chance(0.05)) records.delete(id);
    else if (random.chance(0.3)) records.set(id, changed(kind, record, random));
  }
  const count = version === 0 ? 8 : random.below(5);
  for (let i = 0; i < count; i++) {
    const id = `${kind}-${version}-${i}`;
    records.set(id, recordSchemas[kind].parse(drawn[kind](id, random)));
  }
}

/** What decides whether a filter lets a record pass stays as it is. */
function changed(kind: DrawnKind, record: object, random: Random): object {
  if (kind === 'robots') {
    const robot = record as RecordOf<'robots'>;
    const price = { usd_min: 1000 * (1 + random.below(50)), kind: 'list', source: source.url };
    const specs = { ...robot.specs, mass_kg: random.below(90) + 1 };
    return random.chance(0.5) ? { ...robot, price } : { ...robot, specs };
  }
  if (kind === 'startups') {
    const last_round = { stage: 'seed', amount_usd: 1000 * (1 + random.below(900)) };
    return { ...record, funding: { last_round, source: source.url } };
  }
  return { ...record, sources: [source, { ...source, title: `Page ${random.below(1000)}` }] };
}

function together(records: ReadonlyMap<DrawnKind, ReadonlyMap<string, object>>): RecordsByKind {
  const all = kinds.map((kind) => {
    const own = [...(records.get(kind as DrawnKind)?.values() ?? [])] as { readonly id: string }[];
    return [kind, own.sort((a, b) => (a.id < b.id ? -1 : 1))];
  });
  return Object.fromEntries(all) as RecordsByKind;
}

function drawDecisions(random: Random): readonly Decision[] {
  return Array.from({ length: 25 }, (_, i) => ({
    seq: [i + 1, '', 0] as const,
    at: Date.parse(FIRST_DAY) + i * 10 * AN_HOUR,
    ticket: `sub-${String(i).padStart(12, '0')}`,
    decision: random.pick(['accepted', 'rejected', 'merged'] as const),
    record: { kind: 'publications' as const, id: `publications-0-${i % 8}` },
  }));
}

/** What a server sees at a moment. */
export function dataAt(
  { catalogues, decisions }: World,
  { version, day, decisions: count }: Moment,
): EventData {
  const log = { store: count === 0 ? '' : 'a-store', decisions: decisions.slice(0, count) };
  return {
    catalogue: catalogues[version] as Catalogue,
    contributions: { decisions: log } as unknown as EventData['contributions'],
    today: day,
    now: Number.MAX_SAFE_INTEGER,
  };
}

/** The moment behind everything. */
export function lastMoment({ catalogues, decisions }: World): Moment {
  return { version: catalogues.length - 1, day: '2027-03-01', decisions: decisions.length };
}

/** A later moment, or one of a server that lags behind. */
export function drawMoment({ catalogues, decisions }: World, at: number, random: Random): Moment {
  const lag = random.chance(0.25) ? random.below(4) : 0;
  const version = Math.max(0, Math.min(catalogues.length - 1, Math.floor(at * catalogues.length)) - lag);
  const day =
    at < 1
      ? addDays(FIRST_DAY, Math.floor(at * 2 * catalogues.length))
      : addDays(FIRST_DAY, 60 + random.below(90));
  return { version, day, decisions: Math.max(0, Math.floor(at * decisions.length) - lag) };
}
