import type { Decision } from '../../contributions/contributions.ts';
import type { Kind, RecordOf } from '../../kinds/kinds.ts';
import { changesUri, recordUri } from '../../kinds/uris.ts';
import { sanitizeLine, sanitizeTexts } from '../../lib/sanitize.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { FieldChange, VersionHistory } from '../../search/change-table.ts';
import type { Row } from '../../tools/tool.ts';
import { type DatedFact, type EventType, isNotified } from './event-types.ts';

/** Something that happened, as every way of following tells it. */
export interface Occurrence {
  /** The same on every server, and however often it is told. */
  readonly eventId: string;
  readonly name: string;
  /** ISO 8601; of what is known to the day its first moment. */
  readonly timestamp: string;
  readonly data: Row;
}

/** What an occurrence tells is small: whoever wants more reads the record. In bytes of JSON. */
const MAX_PAYLOAD_BYTES = 1_024;
const MAX_TITLE_LENGTH = 140;
const MAX_ADDRESS_LENGTH = 250;
const MAX_VALUE_LENGTH = 80;

interface About {
  readonly kind: Kind;
  readonly id: string;
  readonly record: Row;
}

/** That a version added a record, or changed it in these fields. */
export function versionOccurrence(
  { name }: EventType,
  about: About,
  { version, date }: VersionHistory,
  fields: Readonly<Record<string, FieldChange>> | undefined,
): Occurrence {
  const what = { ...headOf(about), change: fields === undefined ? 'added' : 'changed', version, date };
  const data = withFields({ ...what, ...sourceOf(about.record) }, fields ?? {});
  return { eventId: `${name}:${about.id}:${version}`, name, timestamp: firstMoment(date), data };
}

/** That a day comes that a record names; told so many days before it. */
export function dateOccurrence(
  { name }: EventType,
  about: About,
  day: {
    readonly on: string;
    readonly told: string;
    readonly lead: number;
    readonly facts: readonly DatedFact[];
  },
  version: string,
): Occurrence {
  const { on, told, lead, facts } = day;
  const what = sanitizeLine(facts.map((fact) => fact.what).join('; '), MAX_TITLE_LENGTH);
  const data = { ...headOf(about), change: 'date', what, on, days_before: lead, version, date: told };
  return {
    eventId: `${name}:${about.id}:${on}:${lead}`,
    name,
    timestamp: firstMoment(told),
    data: withFields({ ...data, ...sourceOf(about.record) }, {}),
  };
}

/** That a contribution was decided on. Neither what it says nor who gave it is told. */
export function decisionOccurrence(
  { name }: EventType,
  { ticket, seq, at, decision, record, into }: Decision,
  catalogue: Catalogue,
): Occurrence {
  const found = record && (catalogue.find(record.kind, record.id) as Row | undefined);
  const about = record && headOf({ ...record, record: found ?? {} });
  const timestamp = new Date(at).toISOString();
  return {
    eventId: `${name}:${ticket}:${seq.join('.')}`,
    name,
    timestamp,
    data: {
      change: 'decided',
      ticket,
      decision,
      ...(into !== undefined && { into }),
      ...about,
      date: timestamp.slice(0, 10),
    },
  };
}

/** That a version of the data is in use, with how many records of each kind it changed. */
export function releaseOccurrence({ name }: EventType, { version, date, kinds }: VersionHistory): Occurrence {
  const counts = Object.entries(kinds).map(([kind, { added, changed, removed }]) => [
    kind,
    { added: added.length, changed: changed.length, removed: removed.length },
  ]);
  const data = {
    change: 'released',
    title: `Version ${version} of the data`,
    uri: changesUri,
    version,
    date,
  };
  return {
    eventId: `${name}:dataset:${version}`,
    name,
    timestamp: firstMoment(date),
    data: { ...data, counts: Object.fromEntries(counts) },
  };
}

/** The first moment of a day, in ISO 8601. */
export function firstMoment(day: string): string {
  return `${day}T00:00:00Z`;
}

function headOf({ kind, id, record }: About): Row {
  return { kind, id, uri: recordUri(kind, id), title: titleOf(kind, id, record) };
}

function titleOf(kind: Kind, id: string, record: Row): string {
  const { name, title, headline } = record;
  const text = [name, title, headline].find((one) => typeof one === 'string') ?? id;
  const maker = kind === 'robots' ? (record as Partial<RecordOf<'robots'>>).manufacturer?.name : undefined;
  return sanitizeLine([maker, text].filter((part) => part !== undefined).join(' '), MAX_TITLE_LENGTH);
}

/** The page on which it stands, for who wants to look: that of the record itself, or its first source. */
function sourceOf({ url, sources }: Row): Row {
  const pages = [
    url,
    ...((sources ?? []) as readonly { readonly url?: unknown }[]).map((source) => source.url),
  ];
  const source = pages.find((page) => typeof page === 'string' && isShortAddress(page));
  return source === undefined ? {} : { source };
}

function isShortAddress(page: string): boolean {
  return /^https?:\/\//.test(page) && page.length <= MAX_ADDRESS_LENGTH && sanitizeLine(page) === page;
}

/** As many of the changed fields as there is room for, and how many more there are. */
function withFields(data: Row, fields: Readonly<Record<string, FieldChange>>): Row {
  const told = Object.entries(fields).filter(([field]) => isNotified(field));
  const shown: Record<string, FieldChange> = {};
  for (const [field, { from, to }] of told) {
    const change = {
      ...(from !== undefined && { from: cut(from) }),
      ...(to !== undefined && { to: cut(to) }),
    };
    const left = told.length - Object.keys(shown).length - 1;
    const next = {
      ...data,
      fields: { ...shown, [sanitizeLine(field, MAX_VALUE_LENGTH)]: change },
      more_fields: left,
    };
    if (Buffer.byteLength(JSON.stringify(next)) > MAX_PAYLOAD_BYTES) break;
    shown[sanitizeLine(field, MAX_VALUE_LENGTH)] = change;
  }
  const left = told.length - Object.keys(shown).length;
  return {
    ...data,
    ...(Object.keys(shown).length > 0 && { fields: shown }),
    ...(left > 0 && { more_fields: left }),
  };
}

/** A value that is short enough stays what it is; of a longer one the beginning of its text is told. */
function cut(value: unknown): unknown {
  const clean = sanitizeTexts(value);
  const text = typeof clean === 'string' ? clean : JSON.stringify(clean);
  return text.length <= MAX_VALUE_LENGTH ? clean : sanitizeLine(text, MAX_VALUE_LENGTH);
}
