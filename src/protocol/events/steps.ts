import type { Decision } from '../../contributions/contributions.ts';
import { compareSeq } from '../../contributions/event-store.ts';
import { isNewer } from '../../data/subscribe/agreement.ts';
import { type Kind, kinds } from '../../kinds/kinds.ts';
import { lazily } from '../../lib/lazily.ts';
import type { FieldChange, History, VersionHistory } from '../../search/change-table.ts';
import { maskOf } from '../../search/masks.ts';
import { addDays } from '../../text/calendar.ts';
import type { DataContext, Row } from '../../tools/tool.ts';
import type { Position } from './cursor.ts';
import { type DatedFact, type EventType, isNotified } from './event-types.ts';
import { type EventFilter, findFollowed } from './filter.ts';
import {
  dateOccurrence,
  decisionOccurrence,
  type Occurrence,
  releaseOccurrence,
  versionOccurrence,
} from './occurrence.ts';

/** What events are made from. */
export interface EventData extends DataContext {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The next thing that is told, and the position behind it. */
interface Step {
  readonly position: Position;
  readonly occurrence: Occurrence;
}

/** Older than every version and every day. */
export const BEGINNING: Position = {
  version: '0000.00.00',
  offset: undefined,
  day: '0001-01-01',
  date: undefined,
  store: '',
  seq: undefined,
};

/**
 * A decision of this age is read in its final place: where several processes write to one directory, one that was written
 * before it may be seen a moment after it.
 */
const SETTLED_MS = 10_000;

/** Behind everything that has happened up to now. */
export function endOf({ catalogue, contributions, today, now }: EventData): Position {
  const { store } = contributions.decisions;
  const seq = settled(contributions.decisions.decisions, now).at(-1)?.seq;
  return { version: catalogue.info.version, offset: undefined, day: today, date: undefined, store, seq };
}

/** True for a position of newer data than these: another server has them, and tells what follows. */
export function isAhead({ version }: Position, { catalogue }: EventData): boolean {
  return isNewer(version, catalogue.info.version);
}

/** Everything that a filter lets pass behind a position, in the one order in which it is told. */
export function* stepsFrom(start: Position, filter: EventFilter, data: EventData): Generator<Step> {
  const passing = lazily(() => passingIn(filter, data));
  let position = start;
  for (const step of versionSteps(position, filter, data, passing)) yield step;
  position = { ...position, version: data.catalogue.info.version, offset: undefined };
  for (const step of dateSteps(position, filter, data, passing)) yield step;
  const isLater = data.today >= position.day;
  position = isLater ? { ...position, day: data.today, date: undefined } : position;
  for (const step of decisionSteps(position, filter, data)) yield step;
}

/** The position of who has had every event; where the clock was set back its day stays. */
export function caughtUp(start: Position, data: EventData): Position {
  const end = endOf(data);
  const { day, date } = data.today >= start.day ? end : start;
  const isSame = start.store === '' || end.store === '' || start.store === end.store;
  const isBehind =
    isSame && start.seq !== undefined && (end.seq === undefined || compareSeq(end.seq, start.seq) < 0);
  return { ...end, day, date, ...(isBehind && { seq: start.seq, store: start.store }) };
}

/** True if something behind a position may be missing: what is known begins later, or the store is another. */
export function isGap(
  { version, offset, store }: Position,
  { catalogue, contributions }: EventData,
): boolean {
  if (version === BEGINNING.version) return false;
  const { history } = catalogue;
  const at = history.findIndex((known) => known.version === version);
  const now = contributions.decisions.store;
  const isOtherStore = store !== '' && now !== '' && now !== store;
  return at === -1 || (at === 0 && offset !== undefined) || isOtherStore;
}

/** So many ids are read in as long as a search takes. */
const FEW_ROWS = 1_000;

/** The records that a filter lets pass. */
interface Passing {
  has(id: string): boolean;
  /** The record of an id, if it is among them. */
  find(id: string): Row | undefined;
  all(): readonly Row[];
}

function passingIn(filter: EventFilter, data: EventData): Passing {
  const kind = filter.types[0]?.records?.kind as Kind;
  const store = data.catalogue.store(kind);
  const rows = findFollowed(filter, data)?.rows ?? new Int32Array();
  const read = (row: number) => store.record(row) as unknown as Row;
  // Of few the ids are read once; of many it is looked up where each id stands.
  const byId = lazily(() => new Map(Array.from(rows, (row) => [store.idOf(row), row])));
  const mask = lazily(() => maskOf(store.size, rows));
  const rowOf = (id: string): number | undefined => {
    if (rows.length <= FEW_ROWS) return byId().get(id);
    const row = store.indexOf(id);
    return row !== undefined && mask()[row] === 1 && store.idOf(row) === id ? row : undefined;
  };
  return {
    has: (id) => rowOf(id) !== undefined,
    find: (id) => {
      const row = rowOf(id);
      return row === undefined ? undefined : read(row);
    },
    all: () => Array.from(rows, read),
  };
}

/** What a version did to one record, and how many entries there are up to this one. */
interface Entry {
  readonly count: number;
  readonly kind: Kind;
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldChange>> | undefined;
}

/** An entry may make several events; so many offsets belong to each. */
const MAX_OF_ENTRY = 32;

function* versionSteps(
  start: Position,
  filter: EventFilter,
  data: EventData,
  passing: () => Passing,
): Generator<Step> {
  const release = filter.types.find(({ origins }) => origins.some(({ of }) => of === 'release'));
  const kind = filter.types.find(({ records }) => records !== undefined)?.records?.kind;
  for (const version of versionsFrom(start, data.catalogue.history)) {
    const { entries, count } = entriesOf(version, kind);
    const looked = version.version === start.version ? (start.offset ?? 0) : 0;
    const at = (offset: number): Position => ({ ...start, version: version.version, offset });
    for (const entry of entries.filter((one) => one.count * MAX_OF_ENTRY > looked)) {
      const occurrences = occurrencesOf(entry, version, { start, filter, data, passing });
      const offsetOf = (i: number) =>
        i === occurrences.length - 1 ? entry.count * MAX_OF_ENTRY : (entry.count - 1) * MAX_OF_ENTRY + i + 1;
      for (const [i, occurrence] of occurrences.entries())
        if (offsetOf(i) > looked) yield { position: at(offsetOf(i)), occurrence };
    }
    const last = (count + 1) * MAX_OF_ENTRY;
    if (release !== undefined && last > looked)
      yield { position: at(last), occurrence: releaseOccurrence(release, version) };
  }
}

/** The versions of which something was not looked at. Of the first one that is known nothing is. */
function versionsFrom({ version, offset }: Position, [, ...known]: History): History {
  return known.filter(
    (one) => isNewer(one.version, version) || (one.version === version && offset !== undefined),
  );
}

/** The entries of one kind, counted among those of all in an order that every server has: that of the change table. */
function entriesOf(
  { kinds: changed }: VersionHistory,
  wanted: Kind | undefined,
): { readonly entries: readonly Entry[]; readonly count: number } {
  const entries: Entry[] = [];
  let count = 0;
  for (const kind of kinds.toSorted()) {
    const { added = [], changed: other = [] } = changed[kind] ?? {};
    if (kind === wanted) {
      for (const [i, id] of added.entries())
        entries.push({ count: count + i + 1, kind, id, fields: undefined });
      for (const [i, { id, fields }] of other.entries())
        entries.push({ count: count + added.length + i + 1, kind, id, fields });
    }
    count += added.length + other.length;
  }
  return { entries, count };
}

interface Following {
  readonly start: Position;
  readonly filter: EventFilter;
  readonly data: EventData;
  readonly passing: () => Passing;
}

/** What an entry tells: a date that came into the data when its day had been told, and that the record is new or changed. */
function occurrencesOf(
  { kind, id, fields }: Entry,
  version: VersionHistory,
  { start, filter, data, passing }: Following,
): readonly Occurrence[] {
  if (!passing().has(id)) return [];
  const type = filter.types.find(({ origins }) => origins.some((origin) => isOf(origin, fields)));
  const dated = datesIn(filter).filter(({ origin }) => bringsDates(origin, fields));
  const record = type === undefined && dated.length === 0 ? undefined : passing().find(id);
  if (record === undefined) return [];
  const about = { kind, id, record };
  const late = dated
    .flatMap((one) => dueOf(one, record, version.date))
    .filter(({ told, key, on }) => !isBehind(start, told, key) && !stoodBefore(on, fields))
    .slice(0, MAX_OF_ENTRY - 1)
    .map((due) => dateOccurrence(due.type, about, due, data.catalogue.info.version));
  const isNews = type?.origins.some(
    (origin) => isOf(origin, fields) && isNewsIn(origin, record, version.date),
  );
  return type !== undefined && isNews ? [...late, versionOccurrence(type, about, version, fields)] : late;
}

function isNewsIn(origin: EventType['origins'][number], record: Row, day: string): boolean {
  return origin.of !== 'added' || origin.isNews?.(record, day) !== false;
}

function bringsDates({ fields: holding }: DateOrigin, fields: Entry['fields']): boolean {
  return fields === undefined || Object.keys(fields).some((field) => holding.test(field));
}

function stoodBefore(on: string, fields: Entry['fields'] = {}): boolean {
  return Object.values(fields).some(({ from }) => from !== undefined && JSON.stringify(from).includes(on));
}

function isOf(origin: EventType['origins'][number], fields: Entry['fields']): boolean {
  if (origin.of === 'added') return fields === undefined;
  if (origin.of !== 'changed' || fields === undefined) return false;
  const told = Object.keys(fields).filter(isNotified);
  return told.some((field) => origin.fields?.test(field) ?? true);
}

type DateOrigin = Extract<EventType['origins'][number], { of: 'date' }>;

/** A name whose events are dates, and how long before them they are told. */
interface Dated {
  readonly type: EventType;
  readonly origin: DateOrigin;
  readonly lead: number;
}

function datesIn({ types, daysBefore }: EventFilter): readonly Dated[] {
  return types.flatMap((type) =>
    type.origins.flatMap((origin) =>
      origin.of === 'date' ? [{ type, origin, lead: daysBefore ?? origin.lead }] : [],
    ),
  );
}

interface Due {
  readonly type: EventType;
  readonly record: Row;
  /** The day on which it is told, so many days before the one that it is about. */
  readonly told: string;
  readonly lead: number;
  readonly on: string;
  readonly facts: readonly DatedFact[];
  /** Its place among those of its day. */
  readonly key: string;
}

function* dateSteps(
  start: Position,
  filter: EventFilter,
  data: EventData,
  passing: () => Passing,
): Generator<Step> {
  const dated = datesIn(filter);
  const isNew = data.today > start.day || (data.today === start.day && start.date !== undefined);
  if (dated.length === 0 || !isNew) return;
  const since = dated.map((one) => [one, knownSince(one, data.catalogue.history)] as const);
  const records = passing().all();
  const due = since
    .flatMap(([one, days]) =>
      records.flatMap((record) => dueOf(one, record, days.get(String(record.id)) ?? '')),
    )
    .filter(({ told, key }) => told <= data.today && isBehind(start, told, key))
    .sort((a, b) => (a.told < b.told ? -1 : a.told > b.told ? 1 : a.key < b.key ? -1 : 1));
  for (const { type, record, key, ...day } of due) {
    const about = { kind: type.records?.kind as Kind, id: String(record.id), record };
    const occurrence = dateOccurrence(type, about, day, data.catalogue.info.version);
    yield { position: { ...start, day: day.told, date: key }, occurrence };
  }
}

/** The day on which the dates of a record came into the data, as far as that is known. */
function knownSince({ type, origin }: Dated, history: History): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  for (const version of history) {
    const { entries } = entriesOf(version, type.records?.kind);
    for (const { id, fields } of entries) if (bringsDates(origin, fields)) days.set(id, version.date);
  }
  return days;
}

function isBehind({ day, date }: Position, told: string, key: string): boolean {
  return told > day || (told === day && date !== undefined && key > date);
}

/** The dates of a record that were not over when they came into the data. Facts of one day are told together. */
function dueOf({ type, origin, lead }: Dated, record: Row, since: string): Due[] {
  const facts = origin.dates(record).filter(({ on }) => on >= since);
  return [...new Set(facts.map(({ on }) => on))].map((on) => ({
    type,
    record,
    told: addDays(on, -lead),
    lead,
    on,
    facts: facts.filter((fact) => fact.on === on),
    key: [type.name, record.id, on].join(' '),
  }));
}

function* decisionSteps(start: Position, { types, args }: EventFilter, data: EventData): Generator<Step> {
  const type = types.find(({ origins }) => origins.some(({ of }) => of === 'decision'));
  if (type === undefined) return;
  const { store, decisions } = data.contributions.decisions;
  const isOther = start.store !== '' && start.store !== store;
  const last = isOther ? undefined : start.seq;
  for (const decision of settled(decisions, data.now)) {
    const { seq } = decision;
    const isNew = last === undefined || compareSeq(seq, last) > 0;
    if (!isNew || !isWanted(decision, args)) continue;
    yield {
      position: { ...start, store, seq },
      occurrence: decisionOccurrence(type, decision, data.catalogue),
    };
  }
}

function isWanted({ ticket, record }: Decision, asked: Row): boolean {
  return (asked.ticket ?? ticket) === ticket && (asked.kind ?? record?.kind) === record?.kind;
}

/** The decisions whose place is final; one whose time lies ahead is of before the clock was set back. */
function settled(decisions: readonly Decision[], now: number): readonly Decision[] {
  const end = decisions.findIndex(({ at }) => Math.abs(now - at) < SETTLED_MS);
  return end === -1 ? decisions : decisions.slice(0, end);
}
