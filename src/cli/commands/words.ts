import type { Tool } from '@modelcontextprotocol/server';
import type { Options } from 'yargs';
import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { LOCAL_USER } from '../../lib/caller.ts';
import { type Command, textOption } from '../command.ts';
import type { Flags } from '../option-values.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { argumentsOf, readToolArguments } from '../tool-arguments.ts';
import {
  callAndPrint,
  findTool,
  type OpenedTools,
  offersOf,
  openTools,
  PAGE_OPTIONS,
  toolOptions,
  type WrittenCall,
} from '../tool-calls.ts';

type Args = Readonly<Record<string, unknown>>;

/** A command for people: words first, and a tool's arguments as flags beside them. */
interface WordCommand {
  readonly tool: string;
  readonly takes: string;
  readonly says: string;
  readonly example: string;
  /** Other names of its flags. */
  readonly also?: Readonly<Record<string, string>>;
  /** What the words and the flags ask the tool for. Throws a UsageError for words that are missing. */
  readonly args: (words: readonly string[], given: Args) => Args;
}

/** Each search by the command for it. */
const searches = {
  robots: 'search_robots',
  papers: 'search_publications',
  news: 'get_latest_news',
  startups: 'search_startups',
  makers: 'search_manufacturers',
  challenges: 'get_open_challenges',
} as const;

const period = { since: 'from', until: 'to' };

/** The commands whose words these are, by name. */
export const wordCommands = {
  robots: search('robots', 'Find robots', 'quadruped under 20000 --country CN'),
  papers: { ...search('papers', 'Find papers', 'diffusion policy --since 2024'), also: period },
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
    takes: 'compare|table|chart|checklist WORD…',
    says: 'Show a comparison, table, chart or checklist; the words may begin with robots, papers, startups …',
    example: 'chart robots quadruped --x payload --y price --html chart.html',
    args: shownBy,
  },
} as const satisfies Readonly<Record<string, WordCommand>>;

export type WordCommandName = keyof typeof wordCommands;

function search(name: keyof typeof searches, says: string, example: string): WordCommand {
  return { tool: searches[name], takes: 'WORD…', says, example, args: withQuery };
}

/** The words are the query, unless it is given by its flag. */
function withQuery(words: readonly string[], given: Args): Args {
  const query = words.join(' ').trim();
  if (query !== '' && given.query !== undefined) {
    throw new UsageError(`The query is given twice: as words, "${query}", and as --query.`);
  }
  return query === '' ? given : { ...given, query };
}

function needed(name: 'compare' | 'certify', words: readonly string[]): readonly string[] {
  if (words.length > 0) return words;
  throw new UsageError(
    `${name} wants words behind it, as in: robotics-mcp ${name} ${wordCommands[name].example}`,
  );
}

/** A category of robots where the words name one, else a robot. */
function productOf(words: readonly string[]): Args {
  const text = words.join(' ');
  const [only, ...others] = readTerm(vocabularies.robot_category, text) ?? [];
  return only !== undefined && others.length === 0 ? { robot_category: only } : { robot: text };
}

const viewNames = ['compare', 'table', 'chart', 'checklist'] as const;

/** `chart robots quadruped`: the view, what of, and the words of the query. */
function shownBy([first, ...words]: readonly string[], given: Args): Args {
  const view = given.view ?? first;
  const rest = given.view === undefined ? words : [...(first === undefined ? [] : [first]), ...words];
  if (!viewNames.some((each) => each === view)) {
    const what = first === undefined ? 'show wants a view behind it' : `There is no view "${String(view)}"`;
    throw new UsageError(`${what}: one of ${viewNames.join(', ')}. See robotics-mcp show --help.`);
  }
  if (view === 'compare') return { ...given, view, ...(rest.length > 0 && { ids: rest }) };
  if (view === 'checklist') return { ...given, view, ...(rest.length > 0 && productOf(rest)) };
  const [kind = '', ...more] = rest;
  const tool = Object.hasOwn(searches, kind) ? searches[kind as keyof typeof searches] : undefined;
  const query = (tool === undefined ? rest : more).join(' ');
  const { arguments: inner } = given;
  const own = query === '' ? inner : withQuery([query], (inner ?? {}) as Args);
  return {
    ...given,
    view,
    ...(tool !== undefined && { tool }),
    ...(own !== undefined && { arguments: own }),
  };
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
  return {
    words: '[words..]',
    usage: `$0 ${name} ${command.takes} [options]\n\n${command.says}. The tool: ${tool.name}.`,
    positionals: { words: { type: 'string', array: true, describe: 'What to look for' } },
    options: { ...toolOptions(tool), ...PAGE_OPTIONS, ...otherNames(name, command) },
    offers: offersOf(tool),
    examples: [`$0 ${name} ${command.example}`],
    epilogue: 'A word that begins with - leaves out what has it: robotics-mcp robots quadruped -unitree',
    handler: async (flags) => {
      const words = [flags.words, flags['--']]
        .flat()
        .flatMap((word) => (word === undefined ? [] : [String(word)]));
      const args = command.args(words, { ...givenBy(tool, flags), ...namedOtherwise(name, command, flags) });
      return answer(name, { opened, call: { tool, args, flags, page: pageOf(tool, args) } }, terminal);
    },
  };
}

function otherNames(name: WordCommandName, { also = {} }: WordCommand): Record<string, Options> {
  const others = Object.entries(also).map(([other, own]) => [
    other,
    { ...textOption(`The same as --${own}`), group: 'Arguments:' },
  ]);
  const market = { ...textOption('Where it is to be sold: US unless told, or EU'), group: 'Arguments:' };
  return { ...Object.fromEntries(others), ...(name === 'certify' && { market }) };
}

function givenBy(tool: Tool, flags: Flags): Args {
  return readToolArguments(argumentsOf(tool), flags);
}

function namedOtherwise(name: WordCommandName, { also = {} }: WordCommand, flags: Flags): Args {
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
