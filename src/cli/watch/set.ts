import { type EventFilter, findFollowed } from '../../protocol/events/filter.ts';
import type { Occurrence } from '../../protocol/events/occurrence.ts';
import { cursorAt, readEvents, recentEvents } from '../../protocol/events/read-events.ts';
import type { EventData } from '../../protocol/events/steps.ts';
import type { OptionValues } from '../options.ts';
import { print } from '../print.ts';
import { styleFor } from '../render/style.ts';
import type { Terminal } from '../terminal.ts';
import { arxivSearch } from './arxiv-papers.ts';
import { eventLines, type WatchSession } from './session.ts';
import type { Watch } from './watches-file.ts';

/** What is to be followed. */
interface Wanted {
  readonly words: string;
  readonly names: readonly string[];
  readonly filter: EventFilter;
  readonly asksArxiv: boolean;
}

/** Setting a watch shows so many of the last things that it would have told. */
const PREVIEWED = 5;
const NOTHING = { events: 0, bytes: 0 };

interface Preview extends FromData {
  /** Where the data come from. */
  readonly source: 'bundled' | 'synced';
}

interface FromData {
  readonly recent: readonly Occurrence[];
  /** Records that the words fit now; undefined where no records are followed. */
  readonly matches: number | undefined;
  readonly all: number;
  readonly notes: readonly string[];
  readonly cursor: string;
  readonly date: string;
  readonly history: number;
}

/** Keeps a watch, and shows what it would have told. One that is there already is not kept twice. */
export async function setWatch(
  session: WatchSession,
  wanted: Wanted,
  values: OptionValues,
  terminal: Terminal,
): Promise<void> {
  const { words, names, filter, asksArxiv } = wanted;
  const preview = await session.using((data) => previewOf(filter, data));
  const { cursor, date } = preview;
  const isSame = (one: Watch) => one.words === words && one.names.join() === names.join();
  let isNew = false;
  const { watches } = await session.file.change((all) => {
    isNew = !all.watches.some(isSame);
    if (!isNew) return all;
    const arxiv = asksArxiv ? { arxiv: { since: date, told: [], recent: [] } } : {};
    const told = new Date().toISOString();
    const watch = { number: all.next, words, names: [...names], args: filter.given, cursor, told, ...arxiv };
    return { ...all, next: all.next + 1, watches: [...all.watches, watch] };
  });
  const watch = watches.find(isSame) as Watch;
  const shown = {
    watch: watch.number,
    words,
    events: names,
    is_new: isNew,
    matches: preview.matches,
    recent: preview.recent,
  };
  const { source } = await session.service.status();
  print(terminal, values.json, shown, () => setText(watch, isNew, { ...preview, source }, values, terminal));
}

function previewOf(filter: EventFilter, data: EventData): FromData {
  const found = findFollowed(filter, data);
  const [type] = filter.types;
  return {
    recent: recentEvents(filter, data, PREVIEWED),
    matches: found?.rows.length,
    all: type?.records === undefined ? 0 : data.catalogue.store(type.records.kind).count,
    notes: found?.notes ?? [],
    cursor: readEvents(undefined, filter, data, NOTHING).cursor,
    date: data.catalogue.info.date,
    history: data.catalogue.history.length,
  };
}

function setText(
  watch: Watch,
  isNew: boolean,
  preview: Preview,
  values: OptionValues,
  terminal: Terminal,
): string {
  const style = styleFor(terminal);
  const { recent } = preview;
  return [
    style.strong(`Watch ${watch.number}${isNew ? '' : ', which is there already'}: ${watch.words}`),
    `  events: ${watch.names.join(', ')}`,
    ...fitLines(preview).map((line) => `  ${line}`),
    ...preview.notes.map((note) => style.note(`  ${note}`)),
    ...(watch.arxiv === undefined ? [] : arxivLines(watch).map((line) => `  ${line}`)),
    '',
    ...(recent.length === 0
      ? ['Nothing in these data would have been reported yet.']
      : [
          `The last ${recent.length === 1 ? 'event' : `${recent.length} events`} that it would have reported:`,
        ]),
    ...recent.flatMap((event) => eventLines(event, style)),
    '',
    ...honestLines(preview, values).map(style.note),
    'See what is new with: robotics-mcp watch --once',
    '',
  ].join('\n');
}

function fitLines({ matches, all }: Preview): string[] {
  if (matches === undefined) return [];
  if (matches === 0)
    return ['Nothing in the data matches this now: check the words, or wait for something that does.'];
  if (matches === all) return [`All ${all.toLocaleString('en-US')} records of this kind are followed.`];
  return [`${matches.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} records match now.`];
}

function arxivLines(watch: Watch): string[] {
  const { search, unasked } = arxivSearch(watch);
  const asked = [...search.words, ...search.authors].join(', ');
  return [
    `asks arXiv too, for papers with ${asked}; they are marked as not in these data`,
    ...(unasked.length === 0
      ? []
      : [`arXiv cannot be asked for ${unasked.join(', ')}: there it is left out`]),
  ];
}

/** What cannot happen is not promised. */
function honestLines({ date, history, source }: Preview, { sync }: OptionValues): string[] {
  const still = 'Until then, only dates and contributions are reported.';
  const next = source === 'synced' ? 'the next robotics-mcp sync' : 'robotics-mcp sync';
  return [
    ...(history > 1 ? [] : [`These data are of ${date}, and know nothing of earlier versions.`]),
    ...(sync !== undefined
      ? []
      : [`They change with ${next} (or --sync), or with a newer program. ${still}`]),
  ];
}

/** What a filter let pass since a day, whatever was told before. */
export function eventsSince(filter: EventFilter, data: EventData, since: string): readonly Occurrence[] {
  const everything = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
  return readEvents(cursorAt(filter, data, since), filter, data, everything).events;
}
