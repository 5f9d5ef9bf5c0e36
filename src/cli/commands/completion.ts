import { LOCAL_USER } from '../../lib/caller.ts';
import { inertText } from '../../lib/inert.ts';
import { createService } from '../../protocol/service.ts';
import { type Command, type Entry, offersFor, ownOf } from '../command.ts';
import { defaultValues } from '../option-values.ts';
import { registryOf, serviceOptions } from '../service-options.ts';
import { type ExitCode, type Terminal, UsageError } from '../terminal.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const ASK = 'robotics-mcp --get-yargs-completions';

/** Each script asks the program for what may come next, and leaves files to the shell. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_robotics_mcp_completions()
{
    local IFS=$'\\n'
    COMPREPLY=($(${ASK} "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null))
}
complete -o bashdefault -o default -F _robotics_mcp_completions robotics-mcp`,
  zsh: `_robotics_mcp_completions()
{
  local -a found
  found=(\${(f)"$(${ASK} "\${(@)words[1,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -M 'm:{a-zA-Z}={A-Za-z}' -- "\${found[@]}"; else _default; fi
}
compdef _robotics_mcp_completions robotics-mcp`,
  fish: `complete -c robotics-mcp -f -a '(${ASK} (commandline -opc) (commandline -ct))'
for option in html atom out
    complete -c robotics-mcp -l $option -r -F
end`,
};

/** Where a shell reads it from. */
const PROFILES: Readonly<Record<Shell, string>> = {
  bash: '~/.bashrc',
  zsh: '~/.zshrc',
  fish: '~/.config/fish/config.fish',
};

/** Prints the script by which a shell asks this program for what may come next. */
export const completionCommand: Command = {
  words: '[shell]',
  usage:
    '$0 completion [bash|zsh|fish]\n\nPrint a script that completes commands, options and their values. ' +
    'Without a word: for the shell in use. Add it to its profile:\n' +
    SHELLS.map((shell) => `$0 completion ${shell} >> ${PROFILES[shell]}`).join('\n'),
  positionals: { shell: { type: 'string', describe: 'The shell', choices: SHELLS } },
  options: {},
  takesAnything: true,
  handler: async ({ shell }, { stdout, env }) => {
    const named = [String(shell), ...(env.SHELL ?? '').split('/').slice(-1)];
    const chosen = SHELLS.find((one) => one === named[0]) ?? SHELLS.find((one) => one === named[1]) ?? 'bash';
    const begin = `###-begin-robotics-mcp-completions-###\n# robotics-mcp completion ${chosen} >> ${PROFILES[chosen]}`;
    stdout.write(`${begin}\n${SCRIPTS[chosen]}\n###-end-robotics-mcp-completions-###\n`);
    return 0;
  },
};

/** What is known of the program, and what was written before the word to complete. */
interface Question {
  readonly commands: Readonly<Record<string, Entry>>;
  /** The command that runs when none is named. */
  readonly usual: Command;
  readonly before: readonly string[];
  readonly terminal: Terminal;
}

/**
 * Answers that script: a line for each word that may take the place of the last one of `argv`. The first of `argv`
 * is the program, and what the shell has under the cursor comes last, if only as an empty word.
 */
export async function complete(
  argv: readonly string[],
  question: Omit<Question, 'before'>,
): Promise<ExitCode> {
  const [, ...words] = argv;
  const current = words.at(-1) ?? '';
  const candidates = await candidatesFor({ ...question, before: words.slice(0, -1) }, current);
  const typed = current.toLowerCase();
  const fitting = candidates.filter((word) => word.toLowerCase().startsWith(typed)).map(inertText);
  question.terminal.stdout.write([...new Set(fitting)].map((word) => `${word}\n`).join(''));
  return 0;
}

async function candidatesFor(question: Question, current: string): Promise<readonly string[]> {
  const { commands, before, terminal } = question;
  const wantsOption = current.startsWith('-');
  const [name, tool] = before;
  if (name === undefined && !wantsOption) return Object.keys(commands);
  if (name === 'call' && tool === undefined) return [...(await toolNames(terminal)), '--list', '--help'];
  const named = before.filter((word) => !word.startsWith('-'));
  const command = await commandOf(named, question);
  if (command === undefined) return [];
  if (wantsOption) return optionsOf(command);
  const option = optionBefore(before.at(-1), command);
  if (option !== undefined) return valuesFor(command, option, current);
  const [positional = ''] = command.words?.match(/\w+/) ?? [];
  const takesMore =
    ownOf(command.positionals ?? {}, positional)?.array === true && command.completes !== undefined;
  return named.length > 1 && !takesMore ? [] : valuesFor(command, positional, current);
}

async function valuesFor(command: Command, name: string, typed: string): Promise<readonly string[]> {
  const known = offersFor(command, name);
  return known.length > 0 ? known : ((await command.completes?.(name, typed)) ?? []);
}

/** The options of a command as its help tells them. */
function optionsOf({ options, hasVersion }: Command): readonly string[] {
  const told = Object.entries(options).flatMap(([name, { hidden }]) => (hidden === true ? [] : [name]));
  return ['help', ...(hasVersion ? ['version'] : []), ...told].map(
    (name) => `--${name.replaceAll('_', '-')}`,
  );
}

/** The option that the word is, by its own name, if a value comes behind it. */
function optionBefore(word: string | undefined, { options }: Command): string | undefined {
  const [, written] = /^--(.+)$/.exec(word ?? '') ?? [];
  const found = Object.entries(options).find(
    ([name, { alias }]) => written !== undefined && [name, alias].includes(written),
  );
  return found === undefined || found[1].type === 'boolean' ? undefined : found[0];
}

/** The command that was named, with all tools on offer; undefined for a tool that does not exist. */
async function commandOf(
  [name, ...words]: readonly string[],
  { commands, usual, terminal }: Question,
): Promise<Command | undefined> {
  try {
    const entry = name === undefined ? undefined : ownOf(commands, name);
    return (await entry?.load([...words, '--tools=all'], terminal)) ?? usual;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function toolNames(terminal: Terminal): Promise<readonly string[]> {
  const service = createService(serviceOptions({ ...defaultValues(), tools: 'all' }, terminal));
  return (await registryOf(service)).names(LOCAL_USER);
}
