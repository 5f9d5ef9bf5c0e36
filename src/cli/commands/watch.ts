import { setTimeout as sleep } from 'node:timers/promises';
import type { Tool } from '@modelcontextprotocol/server';
import type { Options } from 'yargs';
import { eventTypes, type FollowedWord, followed, usualLead } from '../../protocol/events/event-types.ts';
import { inputOf, readFilter } from '../../protocol/events/filter.ts';
import { portableSchema } from '../../tools/json-schema.ts';
import { ToolError } from '../../tools/tool.ts';
import { type Command, textOption } from '../command.ts';
import { sinceOf } from '../day-option.ts';
import { type Flags, pathOf, textOf, valuesOf, yargsOptions } from '../option-values.ts';
import { DATA_OPTIONS, type OptionName, type OptionValues, SYNC_OPTIONS } from '../options.ts';
import { createParser } from '../parser.ts';
import { print } from '../print.ts';
import { styleFor } from '../render/style.ts';
import { openLog, startSyncing } from '../service-options.ts';
import { type ExitCode, say, type Terminal, UsageError } from '../terminal.ts';
import { argumentsOf, readToolArguments } from '../tool-arguments.ts';
import { argumentOptions, serviceFor } from '../tool-calls.ts';
import type { DeliveryOptions, WatchSession } from '../watch/session.ts';
import { type Args, withQuery } from './show-words.ts';

const OPTIONS: readonly OptionName[] = ['json', 'sync', ...SYNC_OPTIONS, ...DATA_OPTIONS];

const DEFAULT_RUN_SECONDS = 300;
const DEFAULT_EVERY_SECONDS = 60;
const MAX_SECONDS = 86_400;

const OWN_OPTIONS: Readonly<Record<string, Options>> = {
  once: { type: 'boolean', describe: 'Tell what is new of all watches, and end: for cron and timers' },
  follow: { type: 'boolean', describe: 'Tell what is new as it comes, until it is stopped' },
  atom: textOption('With --once: write a feed of the last events into this file instead of printing'),
  since: textOption(
    'With --once or words: what happened since a date, whatever was told; nothing is kept of it',
  ),
  'exit-code': { type: 'boolean', describe: 'With --once: end with 3 where there is nothing new' },
  run: textOption('With --once or --follow: run this command with the events as JSON on its standard input'),
  'run-seconds': textOption(`Seconds that the command may take (${DEFAULT_RUN_SECONDS})`),
  every: textOption(`With --follow: seconds between two looks (${DEFAULT_EVERY_SECONDS})`),
  event: textOption('Follow these events alone, comma separated'),
  arxiv: {
    type: 'boolean',
    describe: 'papers: ask arXiv itself too, for papers that these data do not have',
  },
};

const VERBS = ['list', 'remove'] as const;

/** Sets, lists, removes and tells watches: what the words behind it are decides which arguments it has. */
export async function watchCommand(argv: readonly string[]): Promise<Command> {
  const word = wordIn(argv);
  const tool = isFollowed(word) ? toolOf(word) : undefined;
  const own = Object.entries(OWN_OPTIONS).map(([name, option]) => [name, { ...option, group: 'Watching' }]);
  return {
    words: '[words..]',
    usage:
      '$0 watch WHAT [WORD…] [options]\n$0 watch list\n$0 watch remove NUMBER\n$0 watch --once\n\nBe told when something changes: the words and arguments are those of the search.',
    positionals: {
      words: { type: 'string', array: true, describe: `${words().join(', ')}, then words; list; remove` },
    },
    options: { ...(tool && argumentOptions(tool)), ...yargsOptions(OPTIONS), ...Object.fromEntries(own) },
    offers: { words: [...words(), ...VERBS] },
    examples: [
      '$0 watch robots humanoid under 30000',
      '$0 watch papers diffusion policy --author Chi --arxiv',
      '$0 watch challenges --days-before 14',
      '$0 watch --once --run ./tell-me.sh',
    ],
    epilogue: 'docs/watching.md has lines for cron, systemd and the Windows Task Scheduler.',
    handler: (flags, terminal) => watch(tool, flags, terminal),
  };
}

function words(): readonly FollowedWord[] {
  return Object.keys(followed) as FollowedWord[];
}

function isFollowed(word: string): word is FollowedWord {
  return Object.hasOwn(followed, word);
}

/** The first word that no option takes. */
function wordIn(argv: readonly string[]): string {
  const switches = Object.entries(OWN_OPTIONS).flatMap(([name, { type }]) =>
    type === 'boolean' ? [name] : [],
  );
  const parser = createParser(undefined).help(false).version(false);
  const written = parser
    .options(yargsOptions(OPTIONS))
    .boolean(switches)
    .parseSync([...argv]) as Args;
  return String((written._ as readonly unknown[])[0] ?? '');
}

/** The arguments of what a word follows, in the form of a tool's. */
function toolOf(word: FollowedWord): Tool {
  const names: readonly string[] = followed[word];
  const types = eventTypes.filter(({ name }) => names.includes(name));
  const type = types.find((one) => usualLead(one) !== undefined) ?? types[0];
  if (type === undefined) throw new UsageError(`Nothing is followed by ${word}.`);
  return { name: word, inputSchema: portableSchema(inputOf(type), 'input') };
}

async function watch(tool: Tool | undefined, flags: Flags, terminal: Terminal): Promise<ExitCode> {
  const values = valuesOf(flags, terminal.env, OPTIONS);
  const given = [flags.words, flags['--']]
    .flat()
    .flatMap((word) => (word === undefined ? [] : [String(word)]));
  const [first = '', ...rest] = given;
  const { WatchSession } = await import('../watch/session.ts');
  const service = serviceFor(flags, terminal);
  const session = new WatchSession(service, values, terminal);
  try {
    if (first === 'list') return await list(session, values, terminal);
    if (first === 'remove') return await remove(session, rest, terminal);
    if (tool !== undefined) return await set(session, askedOf(tool, rest, flags), flags, values, terminal);
    if (first !== '') throw unknownWord(first);
    if (flags.follow === true) return await follow(session, flags, values, terminal);
    if (flags.once === true) return await once(session, flags, values, terminal);
    throw new UsageError(
      `Say what to follow: one of ${words().join(', ')}. Or --once, --follow, list, remove.`,
    );
  } finally {
    await service.close();
  }
}

function unknownWord(word: string): UsageError {
  return new UsageError(
    `watch does not know "${word}". Behind it stands one of ${[...words(), ...VERBS].join(', ')}.`,
  );
}

/** What is asked to be followed, as it was written and as it was read. */
interface Asked {
  readonly words: string;
  readonly names: readonly string[];
  readonly args: Args;
}

function askedOf(tool: Tool, rest: readonly string[], flags: Flags): Asked {
  const args = withQuery(rest, readToolArguments(argumentsOf(tool), flags));
  const names = namesOf(tool.name as FollowedWord, textOf(flags, 'event'));
  const { query, ...others } = args;
  const shown = Object.entries(others).map(
    ([name, value]) => `--${name.replaceAll('_', '-')} ${shownValue(value)}`,
  );
  return {
    words: [tool.name, ...(query === undefined ? [] : [String(query)]), ...shown].join(' '),
    names,
    args,
  };
}

/** The events that are followed: those of the word, or others of the same records. */
function namesOf(word: FollowedWord, asked: string | undefined): readonly string[] {
  const usual: readonly string[] = followed[word];
  if (asked === undefined) return usual;
  const kind = eventTypes.find(({ name }) => usual.includes(name))?.records?.kind;
  const own = eventTypes.filter(({ name, records }) =>
    records === undefined ? usual.includes(name) : records.kind === kind,
  );
  const known = own.map(({ name }) => name);
  const names = asked.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new UsageError(`watch ${word} knows no event "${unknown}". It knows ${known.join(', ')}.`);
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Throws a UsageError where the search would refuse the arguments. */
function filterOf({ names, args }: Pick<Asked, 'names' | 'args'>) {
  try {
    return readFilter(names, args);
  } catch (error) {
    throw error instanceof ToolError ? new UsageError(error.message) : error;
  }
}

async function set(
  session: WatchSession,
  asked: Asked,
  flags: Flags,
  values: OptionValues,
  terminal: Terminal,
): Promise<ExitCode> {
  const filter = filterOf(asked);
  const since = sinceOf(flags);
  if (since !== undefined) {
    const events = await eventsOf(session, filter, since);
    const options = deliveryOptionsOf(flags, values);
    const adHoc = { number: 0, words: asked.words, names: [...asked.names], args: {}, cursor: '', told: '' };
    if (events.length > 0) await session.deliver({ watch: adHoc, events, truncated: false }, options);
    else await sayNoneSince(session, since, terminal);
    return endOf(events.length, false, flags);
  }
  if (flags.once === true || flags.follow === true)
    throw new UsageError(
      'Set the watch first, without --once and --follow; or give --since to look back once.',
    );
  if (flags.arxiv === true) checkArxiv(asked);
  const { setWatch } = await import('../watch/set.ts');
  await setWatch(session, { ...asked, filter, asksArxiv: flags.arxiv === true }, values, terminal);
  return 0;
}

/** Throws a UsageError where there is nothing to ask arXiv for. */
function checkArxiv({ names, args }: Asked): void {
  const example = 'robotics-mcp watch papers diffusion policy --arxiv';
  if (names.join() !== followed.papers.join()) throw new UsageError(`--arxiv is for papers: ${example}`);
  if ((args.query ?? args.author ?? args.topic) === undefined)
    throw new UsageError(`--arxiv wants words, a topic or an author to ask for: ${example}`);
}

async function eventsOf(session: WatchSession, filter: ReturnType<typeof readFilter>, since: string) {
  const { eventsSince } = await import('../watch/set.ts');
  return session.using((data) => eventsSince(filter, data, since));
}

async function list(session: WatchSession, values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  const { watches } = await session.file.read();
  const shown = watches.map(({ number, words: written, names, told, arxiv }) => {
    return {
      watch: number,
      words: written,
      events: names,
      told,
      ...(arxiv !== undefined && { arxiv: true }),
    };
  });
  const style = styleFor(terminal);
  print(terminal, values.json, shown, () =>
    shown.length === 0
      ? 'Nothing is followed. Begin with: robotics-mcp watch robots humanoid under 30000\n'
      : `${shown
          .map((one) => {
            const also = one.arxiv === true ? ', asks arXiv too' : '';
            const events = `${one.events.join(', ')}${also}; last told ${one.told.slice(0, 10)}`;
            return `${String(one.watch).padStart(3)}  ${style.name(one.words)}  ${style.soft(events)}`;
          })
          .join('\n')}\n`,
  );
  return 0;
}

async function remove(session: WatchSession, rest: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const numbers = rest.map((text) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN));
  if (numbers.length === 0 || numbers.some(Number.isNaN))
    throw new UsageError(
      'Say which, by its number: robotics-mcp watch remove 2. robotics-mcp watch list shows them.',
    );
  const before = await session.file.read();
  const missing = numbers.find((number) => !before.watches.some((one) => one.number === number));
  if (missing !== undefined)
    throw new UsageError(`There is no watch ${missing}. robotics-mcp watch list shows them.`);
  await session.file.change((all) => ({
    ...all,
    watches: all.watches.filter(({ number }) => !numbers.includes(number)),
  }));
  say(terminal, `Removed: ${numbers.join(', ')}.`);
  return 0;
}

function deliveryOptionsOf(flags: Flags, { json }: OptionValues): DeliveryOptions {
  const [atom, command] = [pathOf(flags, 'atom'), textOf(flags, 'run')];
  if (atom !== undefined && (json || command !== undefined || flags.follow === true))
    throw new UsageError('--atom stands beside --once alone: without --json, --run and --follow.');
  const seconds = secondsOf(flags, 'run-seconds', DEFAULT_RUN_SECONDS);
  return { json, atom, run: command === undefined ? undefined : { command, seconds } };
}

function secondsOf(flags: Flags, name: string, usual: number): number {
  const text = textOf(flags, name);
  if (text === undefined) return usual;
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS) return seconds;
  throw new UsageError(`--${name} is a whole number of seconds from 1 to ${MAX_SECONDS}, not "${text}".`);
}

/** One look, after syncing if that was asked for. */
async function once(
  session: WatchSession,
  flags: Flags,
  values: OptionValues,
  terminal: Terminal,
): Promise<ExitCode> {
  const options = deliveryOptionsOf(flags, values);
  if (values.sync !== undefined) await syncNow(values, terminal);
  const since = sinceOf(flags);
  if (since === undefined) {
    const { told, failed } = await session.tellAll(options);
    if (told === 0 && !failed && !values.json && terminal.stdout.isTTY === true)
      say(terminal, await nothingNew(session));
    return endOf(told, failed, flags);
  }
  let count = 0;
  for (const watch of (await session.file.read()).watches) {
    const events = await eventsOf(session, filterOf(watch), since);
    count += events.length;
    if (events.length > 0) await session.deliver({ watch, events, truncated: false }, options);
  }
  if (count === 0) await sayNoneSince(session, since, terminal);
  return endOf(count, false, flags);
}

/** Versions before those that the data know of cannot be looked back to. */
async function sayNoneSince(session: WatchSession, since: string, terminal: Terminal): Promise<void> {
  const first = await session.using(
    ({ catalogue }) => catalogue.history.map(({ date }) => date).toSorted()[0],
  );
  const known = `What changed is known from the data of ${first} on`;
  say(
    terminal,
    `robotics-mcp: Nothing is known to have changed since ${since}. ${known}; a search shows what there is.`,
  );
}

/** For who looks at a terminal: cron and pipes get nothing where there is nothing. */
async function nothingNew(session: WatchSession): Promise<string> {
  const { watches } = await session.file.read();
  return watches.length === 0
    ? 'Nothing is followed yet: robotics-mcp watch robots humanoid under 30000'
    : `Nothing new for ${watches.length === 1 ? 'the one watch' : `${watches.length} watches`}.`;
}

/** What cannot be fetched keeps nothing back that happened here. */
async function syncNow(values: OptionValues, terminal: Terminal): Promise<void> {
  const [{ syncSettings }, { syncData }] = await Promise.all([
    import('../syncing.ts'),
    import('../../protocol/sync-data.ts'),
  ]);
  const settings = syncSettings(values, terminal);
  try {
    await syncData(settings, {});
  } catch (error) {
    say(terminal, `robotics-mcp: Syncing failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function endOf(told: number, failed: boolean, flags: Flags): ExitCode {
  if (failed) return 1;
  return told === 0 && flags['exit-code'] === true ? 3 : 0;
}

/** Looks again and again, and at data that were synced meanwhile, until it is stopped. */
async function follow(
  session: WatchSession,
  flags: Flags,
  values: OptionValues,
  terminal: Terminal,
): Promise<ExitCode> {
  const options = deliveryOptionsOf(flags, values);
  const seconds = secondsOf(flags, 'every', DEFAULT_EVERY_SECONDS);
  const { watches } = await session.file.read();
  if (watches.length === 0)
    throw new UsageError('Nothing is followed yet. Set a watch first: robotics-mcp watch --help');
  const syncing = await startSyncing(values, terminal, openLog(values, terminal, 'warn'));
  const stopping = new AbortController();
  void terminal.stopped.then(() => stopping.abort());
  say(
    terminal,
    `Following ${watches.length === 1 ? 'one watch' : `${watches.length} watches`}, every ${seconds} s.`,
  );
  try {
    while (!stopping.signal.aborted) {
      // What failed this time is told the next.
      await session.tellAll(options).catch((error: unknown) => {
        say(terminal, `robotics-mcp: ${error instanceof Error ? error.message : String(error)}`);
      });
      await sleep(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    return 0;
  } finally {
    await syncing?.close();
  }
}
