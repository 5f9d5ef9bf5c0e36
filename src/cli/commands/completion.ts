import { LOCAL_USER } from '../../lib/caller.ts';
import { createService } from '../../protocol/service.ts';
import { type Command, type Entry, offersFor, ownOf } from '../command.ts';
import { defaultValues } from '../option-values.ts';
import { createParser, runParser } from '../parser.ts';
import { registryOf, serviceOptions } from '../service-options.ts';
import { type ExitCode, type Terminal, UsageError } from '../terminal.ts';

/** Prints the script of yargs that makes bash and zsh ask this program for what may come next. */
export const completionCommand: Command = {
  usage:
    '$0 completion\n\nPrint a script that completes commands and arguments in bash and zsh. ' +
    'Add it to ~/.bashrc or ~/.zshrc:\n$0 completion >> ~/.bashrc',
  options: {},
  takesAnything: true,
  handler: async (_flags, terminal) => {
    const script = await runParser(createParser(undefined).completion('completion', false), ['completion']);
    terminal.stdout.write(`${script}\n`);
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
  const candidates = await candidatesFor(
    { ...question, before: words.slice(0, -1) },
    current.startsWith('-'),
  );
  const fitting = candidates.filter((word) => word.startsWith(current));
  question.terminal.stdout.write([...new Set(fitting)].map((word) => `${word}\n`).join(''));
  return 0;
}

async function candidatesFor(question: Question, wantsOption: boolean): Promise<readonly string[]> {
  const { commands, before, terminal } = question;
  const [name, tool] = before;
  if (name === undefined && !wantsOption) return Object.keys(commands);
  if (name === 'call' && tool === undefined) return [...(await toolNames(terminal)), '--list', '--help'];
  const named = before.filter((word) => !word.startsWith('-'));
  const command = await commandOf(named, question);
  if (command === undefined) return [];
  if (wantsOption) {
    const own = ['help', ...(command.hasVersion ? ['version'] : []), ...Object.keys(command.options)];
    return own.map((each) => `--${each}`);
  }
  const [, option = ''] = /^--(.+)$/.exec(before.at(-1) ?? '') ?? [];
  const values = offersFor(command, option);
  if (values.length > 0) return values;
  const [positional = ''] = command.words?.match(/\w+/) ?? [];
  return named.length > 1 ? [] : offersFor(command, positional);
}

/** The command that was named, with all tools on offer; undefined for a tool that does not exist. */
async function commandOf(
  [name, tool]: readonly string[],
  { commands, usual, terminal }: Question,
): Promise<Command | undefined> {
  try {
    const entry = name === undefined ? undefined : ownOf(commands, name);
    return (await entry?.load([...(tool === undefined ? [] : [tool]), '--tools', 'all'], terminal)) ?? usual;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function toolNames(terminal: Terminal): Promise<readonly string[]> {
  const service = createService(serviceOptions({ ...defaultValues(), tools: 'all' }, terminal));
  return (await registryOf(service)).names(LOCAL_USER);
}
