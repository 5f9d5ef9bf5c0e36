import type { Argv } from 'yargs';
import { programVersion } from '../lib/program.ts';
import { type Entry, ownOf } from './command.ts';
import { serveCommand } from './commands/serve.ts';
import type { WordCommandName } from './commands/words.ts';
import { createParser, mount, runParser } from './parser.ts';
import { type ExitCode, type Terminal, UsageError } from './terminal.ts';

/** Every command by its name; its file is loaded when it is asked for. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  robots: asking('robots', 'Find robots: words, then flags such as --country JP'),
  papers: asking('papers', 'Find papers; --since 2024, --bibtex'),
  compare: asking('compare', 'Put records side by side'),
  certify: asking('certify', 'What a robot has to meet, by phase; --market EU'),
  news: asking('news', 'The news'),
  startups: asking('startups', 'Find startups'),
  makers: asking('makers', 'Find makers of robots and of their parts'),
  challenges: asking('challenges', 'Open competitions, prizes and grants'),
  show: asking('show', 'A comparison, table, chart or checklist; --html FILE'),
  check: {
    words: '[file]',
    describe: 'Check references: refs.bib, .ris, .json; --fix',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  export: {
    words: '[dir]',
    describe: 'All data as files: --csv, --json, --parquet',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  watch: {
    words: '[words..]',
    describe: 'Be told when something changes; --once, list (see: watch --help)',
    load: async (argv) => (await import('./commands/watch.ts')).watchCommand(argv),
    takesWords: true,
  },
  call: {
    words: '<tool>',
    describe: 'Call one tool and print its answer (see: call --help)',
    load: async (argv, terminal) => (await import('./commands/call.ts')).callCommand(argv, terminal),
  },
  review: {
    describe: 'Decide what was submitted and reported (see: review --help)',
    load: async () => (await import('./commands/review.ts')).reviewCommand,
  },
  harvest: {
    describe: 'Look for new records where they come from (see: harvest --help)',
    load: async () => (await import('./commands/harvest.ts')).harvestCommand,
  },
  release: {
    describe: 'Cut a new version of the data for others (see: release --help)',
    load: async () => (await import('./commands/release.ts')).releaseCommand,
  },
  keys: {
    describe: 'Add, list and revoke the keys of --auth keys (see: keys --help)',
    load: async () => (await import('./commands/keys.ts')).keysCommand,
  },
  store: {
    describe: 'Set up and check the database of --store (see: store --help)',
    load: async () => (await import('./commands/store.ts')).storeCommand,
  },
  sync: {
    describe: 'Fetch the newest data from a service (see: sync --help)',
    load: async () => (await import('./commands/sync.ts')).syncCommand,
  },
  install: {
    describe: 'Write this server into the configuration of a host (see: install --help)',
    load: async () => (await import('./commands/install.ts')).installCommand,
  },
  uninstall: {
    describe: 'Take it out again',
    load: async () => (await import('./commands/install.ts')).uninstallCommand,
  },
  doctor: {
    describe: 'Look for what may keep the program from working',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  info: {
    describe: 'Show the version, the dataset and the tools on offer',
    load: async () => (await import('./commands/info.ts')).infoCommand,
  },
  stdio: {
    describe: 'Serve over stdio: what a container is told (see: stdio --help)',
    load: async () => (await import('./commands/stdio.ts')).stdioCommand,
  },
  completion: {
    describe: 'Print a script that completes commands in your shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
};

function asking(name: WordCommandName, describe: string): Entry {
  return {
    words: '[words..]',
    describe,
    load: async (argv, terminal) => (await import('./commands/words.ts')).wordCommand(name, argv, terminal),
    takesWords: true,
  };
}

/** Moves words such as `-unitree` behind `--`: no option is a single dash with a word. */
function withExclusionsApart(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const [before, behind] = end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  const isExclusion = (word: string) => /^-[\p{L}\p{N}"][^=]+$/u.test(word);
  const excluded = before.filter(isExclusion);
  if (excluded.length === 0) return argv;
  return [...before.filter((word) => !isExclusion(word)), '--', ...excluded, ...behind];
}

/** What answers call the kinds that people call otherwise. */
const KIND_NAMES: Readonly<Record<string, string>> = { manufacturers: 'makers', publications: 'papers' };

function withKnownName([first, ...rest]: readonly string[]): readonly string[] {
  return first === undefined ? [] : [ownOf(KIND_NAMES, first) ?? first, ...rest];
}

/** The help that is asked for, wherever it is; undefined where none is, or of what there is not. */
async function helpFor(written: readonly string[], terminal: Terminal): Promise<string | undefined> {
  const end = written.indexOf('--');
  const before = end === -1 ? written : written.slice(0, end);
  const isHelp = (word: string) => word === '--help' || word === '-h';
  if (!before.some(isHelp)) return undefined;
  const argv = before.filter((word) => !isHelp(word));
  const [first = '--'] = argv;
  const entry = ownOf(COMMANDS, first);
  if (entry === undefined && !first.startsWith('-')) return undefined;
  const { commandHelp } = await import('./help.ts');
  const { columns } = terminal.stdout;
  return entry === undefined
    ? commandHelp(serveCommand, columns, COMMANDS)
    : commandHelp(await entry.load(argv.slice(1), terminal), columns);
}

/** Runs the command that the arguments name and returns its exit code. Throws a UsageError for wrong usage. */
export async function runProgram(given: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const written = withKnownName(given);
  const [first = ''] = written;
  if (/^(--help|-h|help)$/.test(first) && written.length === 1) {
    const { briefHelp } = await import('./help.ts');
    terminal.stdout.write(`${briefHelp(COMMANDS)}\n`);
    return 0;
  }
  const help = await helpFor(written, terminal);
  if (help !== undefined) {
    terminal.stdout.write(`${help}\n`);
    return 0;
  }
  const argv = ownOf(COMMANDS, first)?.takesWords ? withExclusionsApart(written) : written;
  if (first === '--get-yargs-completions') {
    const { complete } = await import('./commands/completion.ts');
    return complete(argv.slice(1), { commands: COMMANDS, usual: serveCommand, terminal });
  }
  if (/^[a-z]+(_[a-z]+)+$/.test(first)) {
    throw new UsageError(`There is no command "${first}". Tools go behind call: robotics-mcp call ${first}.`);
  }
  let exit: ExitCode = 0;
  const onDone = (code: ExitCode): void => {
    exit = code;
  };
  const parser = createParser(terminal.stdout.columns).version(programVersion());
  mount(parser, serveCommand, {
    terminal,
    describe: 'Serve over stdio, or with --http over HTTP',
    depth: 0,
    commands: Object.keys(COMMANDS),
    onDone,
  });
  for (const [name, { words = '', describe, load }] of Object.entries(COMMANDS)) {
    const builder = async (own: Argv): Promise<Argv> => {
      const command = await load(argv.slice(argv.indexOf(name) + 1), terminal);
      return mount(own, command, { terminal, describe: false, depth: 1, commands: [], onDone });
    };
    parser.command(`${name} ${words}`.trim(), describe, builder, () => undefined);
  }
  const output = await runParser(parser, argv);
  if (output !== '') terminal.stdout.write(`${output}\n`);
  return exit;
}
