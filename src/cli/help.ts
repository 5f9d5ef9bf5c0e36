import { type Command, type CommandOption, choicesOf, type Entry } from './command.ts';
import { HTTP_OPTIONS, optionNames } from './options.ts';
import { wrap } from './render/style.ts';

/** The commands that ask; the others run, fetch and keep. */
const ASKING: readonly string[] = [
  ...['robots', 'papers', 'compare', 'certify', 'news', 'startups', 'makers', 'challenges', 'show'],
];

const EXAMPLES = [
  'robots quadruped under 20000 --csv',
  'papers diffusion policy --since 2024 --bibtex',
  'compare unitree-go2 spot',
  'certify unitree-g1 --market EU --html checklist.html --open',
  'show chart robots --x payload --y price --by category',
];

/** The help of one screen: what can be asked, what can be run, five examples. */
export function briefHelp(commands: Readonly<Record<string, Entry>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = (wanted: (name: string) => boolean) =>
    Object.entries(commands).flatMap(([name, { describe }]) =>
      wanted(name) ? [`  robotics-mcp ${name.padEnd(width)}${describe.replace(/ \(see: .*\)$/, '')}`] : [],
    );
  return [
    'Robotics information for people and AI clients.',
    'Without words: an MCP server on stdio.',
    '',
    'Ask:',
    ...lines((name) => ASKING.includes(name)),
    'Run:',
    ...lines((name) => !ASKING.includes(name)),
    '',
    'Examples:',
    ...EXAMPLES.map((words) => `  $ robotics-mcp ${words}`),
    '',
    'robotics-mcp COMMAND --help tells of one command,',
    'robotics-mcp --http --help of every option of serving.',
  ].join('\n');
}

/** What is asked for, how it is shown, and what of the service it takes: in this order, behind what a command has of its own. */
export const GROUPS = {
  own: 'Options',
  filters: 'Filters',
  http: 'Serving over HTTP',
  output: 'Output',
  service: 'Service options',
} as const;

/** How an answer is shown; every tool that has such an argument means the same by it. */
const OUTPUT: readonly string[] = [
  ...['sort', 'limit', 'cursor', 'detail', 'cite', 'bibtex', 'ris', 'csl-json'],
  ...['csv', 'wide', 'explain', 'json', 'html', 'open', 'force'],
];

function groupOf(name: string, { group }: CommandOption, isServing: boolean): string {
  if (OUTPUT.includes(name)) return GROUPS.output;
  if (group !== undefined) return group;
  const own = optionNames.find((each) => each === name);
  if (own === undefined) return GROUPS.own;
  return isServing && (own === 'http' || HTTP_OPTIONS.includes(own)) ? GROUPS.http : GROUPS.service;
}

/** The help of a command: how it is used, then its options in their groups. `commands` stand below those of the server. */
export function commandHelp(
  command: Command,
  columns: number | undefined,
  commands: Readonly<Record<string, Entry>> = {},
): string {
  const width = Math.min(columns ?? 80, 100);
  const { usage, positionals = {}, options, examples = [], epilogue, hasVersion } = command;
  const said = (text: string) => text.replaceAll('$0', 'robotics-mcp');
  const words = Object.entries(positionals).map(([name, one]) => ({ term: name, text: explained(one) }));
  const all: Readonly<Record<string, CommandOption>> = {
    ...options,
    help: { describe: 'Show this help', group: GROUPS.output },
    ...(hasVersion && { version: { describe: 'Show the version', group: GROUPS.output } }),
  };
  const shown = Object.entries(all).filter(([, { hidden }]) => hidden !== true);
  const isServing = Object.hasOwn(options, 'http');
  const groupFor = ([name, option]: (typeof shown)[number]) => groupOf(name, option, isServing);
  const names = [...new Set(shown.map(groupFor))].toSorted(byPlace);
  const groups = names.map((group) => {
    const own = shown.filter((one) => groupFor(one) === group);
    const lines = group === GROUPS.output ? own.toSorted(([a], [b]) => placeOf(a) - placeOf(b)) : own;
    return [
      group,
      lines.map(([name, option]) => ({ term: writtenAs(name, option), text: explained(option) })),
    ] as const;
  });
  const list = Object.entries(commands).map(([name, { describe }]) => ({ term: name, text: describe }));
  const parts = [
    said(usage)
      .split('\n')
      .flatMap((line) => wrap(line, width)),
    section('Words', words, width),
    section('Commands', list, width),
    ...groups.map(([group, lines]) => section(group, lines, width)),
    examples.length === 0 ? [] : ['Examples:', ...examples.map((example) => `  $ ${said(example)}`)],
    epilogue === undefined ? [] : wrap(said(epilogue), width),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Groups of a command's own come first. */
function byPlace(a: string, b: string): number {
  const order: readonly string[] = Object.values(GROUPS);
  return order.indexOf(a) - order.indexOf(b);
}

function placeOf(name: string): number {
  return OUTPUT.includes(name) ? OUTPUT.indexOf(name) : OUTPUT.length;
}

/** `--min-price-usd N`: with dashes, as options are written in a shell. */
function writtenAs(name: string, { type, value = 'VALUE' }: CommandOption): string {
  const dashed = `--${name.replaceAll('_', '-')}`;
  return type === 'string' ? `${dashed} ${value}` : dashed;
}

function explained(option: CommandOption): string {
  const { describe = '', defaultDescription, value } = option;
  const choices = choicesOf(option).filter((choice) => !String(value).split('|').includes(choice));
  const more = [
    ...(choices.length > 0 ? [choices.join(', ')] : []),
    ...(defaultDescription === undefined || describe.includes('(default')
      ? []
      : [`default: ${defaultDescription}`]),
  ];
  return `${describe}${more.length > 0 ? ` (${more.join('; ')})` : ''}`.trim();
}

interface Line {
  readonly term: string;
  readonly text: string;
}

/** A wider term stands on a line of its own. */
const WIDEST_TERM = 26;
/** Below this what is said of a term stands under it. */
const TWO_COLUMNS = 60;

function section(title: string, lines: readonly Line[], width: number): string[] {
  if (lines.length === 0) return [];
  const term = Math.min(WIDEST_TERM, Math.max(...lines.map((line) => line.term.length)));
  const before = width < TWO_COLUMNS ? 6 : term + 4;
  const blanks = ' '.repeat(before);
  return [
    `${title}:`,
    ...lines.flatMap((line) => {
      const [first = '', ...more] = wrap(line.text, width - before).map((text) => blanks + text);
      const isBeside = before > term && line.term.length <= term && width >= TWO_COLUMNS;
      const head = `  ${line.term}`;
      const beside = isBeside ? [head.padEnd(before) + first.slice(before)] : [head, first];
      return [...beside, ...more].filter((text) => text.trim() !== '');
    }),
  ];
}
