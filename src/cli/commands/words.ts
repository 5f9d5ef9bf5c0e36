import type { Tool } from '@modelcontextprotocol/server';
import type { Kind } from '../../kinds/kinds.ts';
import { LOCAL_USER } from '../../lib/caller.ts';
import { type Command, type CommandOption, textOption } from '../command.ts';
import { GROUPS } from '../help.ts';
import { type Flags, yargsOptions } from '../option-values.ts';
import { usingIds } from '../short-ids.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { argumentsOf, readToolArguments } from '../tool-arguments.ts';
import {
  argumentOptions,
  callAndPrint,
  completing,
  findTool,
  type OpenedTools,
  offersOf,
  openTools,
  PAGE_OPTIONS,
  toolOptions,
  type WrittenCall,
} from '../tool-calls.ts';
import {
  type Args,
  otherNames,
  productOf,
  searches,
  searchShown,
  shownBy,
  viewNames,
  withQuery,
} from './show-words.ts';

/** A command for people: words first, and a tool's arguments as flags beside them. */
interface WordCommand {
  readonly tool: string;
  readonly takes: string;
  readonly says: string;
  readonly example: string;
  /** Other names of its flags. */
  readonly also?: Readonly<Record<string, string>> | undefined;
  /**
   * What the words and the flags ask the tool for; `search` are the flags of the search that is shown. Throws a
   * UsageError for words that are missing.
   */
  readonly args: (words: readonly string[], given: Args, search: Args) => Args;
}

/** The commands whose words these are, by name. */
const wordCommands = {
  robots: search('robots', 'Find robots', 'quadruped under 20000 --country CN'),
  papers: { ...search('papers', 'Find papers', 'diffusion policy --since 2024'), also: otherNames.papers },
  news: search('news', 'Show the news', 'humanoid funding --since 2026-06'),
  startups: search('startups', 'Find startups', 'warehouse --stage seed --country US'),
  makers: search('makers', 'Find makers of robots and parts', 'harmonic drive --country JP'),
  challenges: search('challenges', 'Show open competitions, prizes and grants', 'drone'),
  compare: {
    tool: 'show',
    takes: 'ID…',
    says: 'Put records side by side; a name of several words in quotes',
    example: 'unitree-go2 spot',
    args: (words, given) => ({ ...given, view: 'compare', ids: needed('compare', words) }),
  },
  certify: {
    tool: 'show',
    takes: 'ROBOT|CATEGORY',
    says: 'Show what a robot has to meet, as a checklist by phase',
    example: 'unitree-g1 --market EU --features wifi,lithium-battery',
    args: (words, given) => ({ ...given, view: 'checklist', ...productOf(needed('certify', words)) }),
  },
  show: {
    tool: 'show',
    takes: 'compare|table|chart|checklist WORD… | ID…',
    says: 'Show a comparison, table, chart or checklist, or a record; behind table and chart: robots, papers, startups …',
    example: 'chart robots quadruped --x payload --y price --html chart.html',
    args: shownBy,
  },
} as const satisfies Readonly<Record<string, WordCommand>>;

export type WordCommandName = keyof typeof wordCommands;

function search(name: keyof typeof searches, says: string, example: string): WordCommand {
  return { tool: searches[name], takes: 'WORD…', says, example, args: withQuery };
}

function needed(name: 'compare' | 'certify', words: readonly string[]): readonly string[] {
  if (words.length > 0) return words;
  throw new UsageError(
    `${name} wants words behind it, as in: robotics-mcp ${name} ${wordCommands[name].example}`,
  );
}

/** Makes the command of a name for what is written behind it. */
export async function wordCommand(
  name: WordCommandName,
  argv: readonly string[],
  terminal: Terminal,
): Promise<Command> {
  const command: WordCommand = wordCommands[name];
  const opened = await openTools(argv, terminal);
  const tool = findTool(opened.registry, command.tool);
  const shown = name === 'show' ? searchShown(argv, opened.registry.definitions(LOCAL_USER)) : undefined;
  const also = shown?.word === undefined ? command.also : otherNames[shown.word];
  return {
    words: '[words..]',
    usage: `$0 ${name} ${command.takes} [options]\n\n${command.says}. The tool: ${tool.name}.`,
    positionals: { words: { type: 'string', array: true, describe: 'What to look for' } },
    options: {
      ...(shown && argumentOptions(shown.tool)),
      ...furtherOptions(name, also),
      ...toolOptions(tool),
      ...PAGE_OPTIONS,
      ...untold(name, argv, tool),
    },
    offers: { ...offersOf(tool), ...(shown && offersOf(shown.tool)) },
    completes: completesWords(name, argv, opened, shown?.tool ?? tool),
    examples: [`$0 ${name} ${command.example}`],
    epilogue: 'A word that begins with - leaves out what has it: robotics-mcp robots quadruped -unitree',
    elsewhere: ELSEWHERE,
    handler: async (flags) => {
      const written = [flags.words, flags['--']]
        .flat()
        .flatMap((word) => (word === undefined ? [] : [String(word)]));
      const words = name === 'show' ? await namingRecords(opened, written) : written;
      const renamed = namedOtherwise(name, also, flags);
      const { own, search } = apart(tool, shown?.tool, flags);
      const args =
        shown === undefined
          ? command.args(words, { ...own, ...renamed }, {})
          : command.args(words, own, { ...search, ...renamed });
      return answer(name, { opened, call: { tool, args, flags, page: pageOf(tool, args) } }, terminal);
    },
  };
}

/** The commands that have an option which others are given. */
const ELSEWHERE = {
  features: 'certify',
  market: 'certify',
  x: 'show chart',
  y: 'show chart',
  by: 'show chart',
};

/**
 * With the view of what words behind `show` name, where they begin with no view: one record, by its id, the beginning of it
 * or its name of however many words, or several records of one word each.
 */
async function namingRecords(
  { service }: OpenedTools,
  written: readonly string[],
): Promise<readonly string[]> {
  const [first] = written;
  if (first === undefined || viewNames.some((view) => view === first)) return written;
  const whole = written.join(' ');
  return usingIds(service, (ids) => {
    if (ids.isRecord(whole)) return ['record', whole];
    return written.every((word) => ids.isRecord(word)) ? ['compare', ...written] : written;
  });
}

/** The values of options, and the words that a command understands best. */
function completesWords(
  name: WordCommandName,
  argv: readonly string[],
  opened: OpenedTools,
  tool: Tool,
): NonNullable<Command['completes']> {
  const ofOption = completing(opened, tool);
  const [first, second] = argv.filter((word) => !word.startsWith('-'));
  const view =
    name === 'show' ? first : { compare: 'compare', certify: 'checklist', robots: 'search' }[String(name)];
  return async (option, typed) => {
    if (option !== 'words') return ofOption(option, typed);
    const { offeredNames, robotCategories } = await import('../offered-values.ts');
    const names = (kinds?: readonly Kind[]) => offeredNames(opened.service, typed, kinds);
    if (view === 'compare') return names();
    if (view === 'search') return robotCategories();
    // Of one letter there would be hundreds.
    if (name === 'show' && view === undefined)
      return [...viewNames, ...(typed.length > 1 ? await names() : [])];
    if (view === undefined || (name === 'show' ? second : first) !== undefined) return [];
    return view === 'checklist'
      ? [...robotCategories(), ...(await names(['robots']))]
      : Object.keys(searches);
  };
}

/** The arguments of `show` that a view has. */
const VIEW_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  compare: ['ids'],
  table: ['ids'],
  chart: ['ids', 'x', 'y', 'by'],
  checklist: ['features'],
};

/** What is taken and not told: which tool is asked, and what the words say already. */
function untold(name: WordCommandName, argv: readonly string[], tool: Tool): Record<string, CommandOption> {
  const hidden = ['tools', ...(tool.name === 'show' ? untoldOfShow(name, argv) : [])];
  const all: Readonly<Record<string, CommandOption>> = {
    ...yargsOptions(['tools']),
    ...argumentOptions(tool),
  };
  return Object.fromEntries(hidden.map((each) => [each, { ...all[each], hidden: true }]));
}

function untoldOfShow(name: WordCommandName, argv: readonly string[]): string[] {
  const always = ['view', 'tool', 'arguments', 'robot', 'robot_category'];
  if (name === 'compare') return [...always, 'ids', 'x', 'y', 'by', 'features'];
  const view = name === 'certify' ? 'checklist' : argv.find((word) => Object.hasOwn(VIEW_ARGUMENTS, word));
  const told = view === undefined ? Object.values(VIEW_ARGUMENTS).flat() : (VIEW_ARGUMENTS[view] ?? []);
  return [...always, ...['ids', 'x', 'y', 'by', 'features'].filter((each) => !told.includes(each))];
}

/** The flags of the tool, and those of the search that it shows, among which are the ids. */
function apart(
  tool: Tool,
  searched: Tool | undefined,
  flags: Flags,
): { readonly own: Args; readonly search: Args } {
  const given = givenBy(tool, flags);
  if (searched === undefined) return { own: given, search: {} };
  const { ids: _, ...own } = given;
  const search = Object.entries(givenBy(searched, flags)).filter(([name]) => !Object.hasOwn(own, name));
  return { own, search: Object.fromEntries(search) };
}

function furtherOptions(
  name: WordCommandName,
  also: WordCommand['also'] = {},
): Record<string, CommandOption> {
  const others = Object.entries(also).map(([other, own]) => [
    other,
    { ...textOption(`The same as --${own}`), group: GROUPS.filters },
  ]);
  const market = { ...textOption('Where it is to be sold: US unless told, or EU'), group: GROUPS.filters };
  return { ...Object.fromEntries(others), ...(name === 'certify' && { market }) };
}

function givenBy(tool: Tool, flags: Flags): Args {
  return readToolArguments(argumentsOf(tool), flags);
}

function namedOtherwise(name: WordCommandName, also: WordCommand['also'] = {}, flags: Flags): Args {
  const given = Object.entries(also).filter(([other]) => flags[other] !== undefined);
  for (const [other, own] of given) {
    if (flags[own] !== undefined) throw new UsageError(`--${other} and --${own} are the same: give one.`);
  }
  const { market } = flags;
  const isElsewhere =
    name === 'certify' && market !== undefined && !/^(us|usa|united states)$/i.test(String(market));
  return {
    ...Object.fromEntries(given.map(([other, own]) => [own, flags[other]])),
    ...(isElsewhere && { arguments: { scheme: String(market) } }),
  };
}

/** What the page of `--html` shows: of a search its table. */
function pageOf(tool: Tool, args: Args): Args {
  if (tool.name === 'show') return args;
  const { detail: _, cite: __, ...asked } = args;
  return { view: 'table', tool: tool.name, arguments: asked };
}

interface Answering {
  readonly opened: OpenedTools;
  readonly call: WrittenCall;
}

/** Words behind `certify` may name a law or standard too. */
async function answer(name: WordCommandName, { opened, call }: Answering, terminal: Terminal) {
  const { robot } = call.args;
  if (name !== 'certify' || typeof robot !== 'string' || call.flags.html !== undefined)
    return callAndPrint(opened, call, terminal);
  const asked = { id: robot };
  const found = await opened.registry.call('show', call.args, LOCAL_USER);
  const isRobot = found.isError !== true || !opened.registry.has('get_certification_info', LOCAL_USER);
  const requirement = isRobot
    ? undefined
    : await opened.registry.call('get_certification_info', asked, LOCAL_USER);
  if (requirement === undefined || requirement.isError === true) return callAndPrint(opened, call, terminal);
  const tool = findTool(opened.registry, 'get_certification_info');
  return callAndPrint(opened, { tool, args: asked, flags: call.flags }, terminal);
}
