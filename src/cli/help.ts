import type { Entry } from './command.ts';

/** The commands that ask; the others run, fetch and keep. */
const ASKING: readonly string[] = [
  ...['robots', 'papers', 'compare', 'certify', 'news', 'startups', 'makers', 'challenges', 'show'],
];

const EXAMPLES = [
  'robots quadruped under 20000',
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
    'Robotics information for people and AI clients. Without words: an MCP server on stdio.',
    '',
    'Ask:',
    ...lines((name) => ASKING.includes(name)),
    'Run:',
    ...lines((name) => !ASKING.includes(name)),
    '',
    'Examples:',
    ...EXAMPLES.map((words) => `  $ robotics-mcp ${words}`),
    '',
    'robotics-mcp COMMAND --help tells of one, robotics-mcp --http --help of every option of serving.',
  ].join('\n');
}
