import type { FieldChange } from '../../search/change-table.ts';
import type { AtomEntry } from '../../text/atom.ts';
import { cell } from '../../tools/shared/answer.ts';
import type { Row } from '../../tools/tool.ts';
import type { Occurrence } from './occurrence.ts';

/** What happened, in a few words behind the title: `changed: price.usd_min 16000 to 13500`. */
export function describeOccurrence({ data }: Occurrence): string {
  const { change, fields = {}, more_fields: more } = data as Row & Told;
  switch (change) {
    case 'date':
      return `${String(data.what)} ${String(data.on)}${leadText(Number(data.days_before))}`;
    case 'decided':
      return `${String(data.ticket)} ${String(data.decision)}${data.into === undefined ? '' : ` into ${String(data.into)}`}`;
    case 'released':
      return Object.entries((data.counts ?? {}) as Row)
        .map(([kind, counts]) => `${kind}: ${cell(counts)}`)
        .join('; ');
    case 'changed': {
      const told = Object.entries(fields).map(([field, value]) => `${field} ${changeText(value)}`);
      return `changed: ${[...told, ...(more === undefined ? [] : [`and ${more} more`])].join('; ')}`;
    }
    default:
      return data.note === undefined ? 'new' : `new (${String(data.note)})`;
  }
}

interface Told {
  readonly change: string;
  readonly fields?: Readonly<Record<string, FieldChange>>;
  readonly more_fields?: number;
}

function leadText(days: number): string {
  return days === 0 ? '' : days === 1 ? ', in one day' : `, in ${days} days`;
}

function changeText({ from, to }: FieldChange): string {
  if (from === undefined) return to === undefined ? 'changed' : `is now ${cell(to)}`;
  return to === undefined ? `was ${cell(from)}` : `${cell(from)} to ${cell(to)}`;
}

/** What it is called: the title of the record, or what there is instead. */
export function titleOfOccurrence({ name, data }: Occurrence): string {
  return String(data.title ?? data.ticket ?? name);
}

/** An occurrence as the entry of a feed, with the id under which every way of following tells it. */
export function occurrenceEntry(occurrence: Occurrence): AtomEntry {
  const { eventId, name, timestamp, data } = occurrence;
  return {
    id: `robotics://events/${encodeURIComponent(eventId)}`,
    title: `${titleOfOccurrence(occurrence)}: ${describeOccurrence(occurrence)}`,
    updated: timestamp.slice(0, 'YYYY-MM-DD'.length),
    content: [data.uri, data.version === undefined ? undefined : `version ${String(data.version)}`]
      .filter((part) => part !== undefined)
      .join(', '),
    categories: [name],
    ...(typeof data.source === 'string' && { link: data.source }),
  };
}
