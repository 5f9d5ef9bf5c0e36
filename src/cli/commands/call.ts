import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Options } from 'yargs';
import { joinEntries } from '../../kinds/publications/cite.ts';
import { type CitationForm, citationForms } from '../../kinds/publications/publication.ts';
import { LOCAL_USER } from '../../lib/caller.ts';
import { createService, type Service } from '../../protocol/service.ts';
import { allTools } from '../../tools/all-tools.ts';
import type { Registry } from '../../tools/registry.ts';
import { type Command, nearestName } from '../command.ts';
import { type Flags, valuesOf, yargsOptions } from '../option-values.ts';
import { PRINT_OPTIONS } from '../options.ts';
import { createParser } from '../parser.ts';
import { renderAnswer } from '../render/answer.ts';
import { isForPeople, styleFor, widthOf } from '../render/style.ts';
import { registryOf, serviceOptions } from '../service-options.ts';
import { type ExitCode, print, type Terminal, UsageError } from '../terminal.ts';
import { argumentsOf, readJsonArguments, readToolArguments, type ToolArgument } from '../tool-arguments.ts';

/** Calls one tool from the shell: what its options are, the tool that `argv` begins with decides. */
export async function callCommand(argv: readonly string[], terminal: Terminal): Promise<Command> {
  const [name, ...rest] = argv;
  if (name === undefined || name.startsWith('-')) return LIST;
  // The options that choose the tools have to be known before those of the tool can be.
  const parser = createParser(undefined).help(false).version(false).options(yargsOptions(PRINT_OPTIONS));
  const service = serviceFor(parser.parseSync([...rest]), terminal);
  const registry = await registryOf(service);
  const tool = findTool(registry, name);
  return {
    // In capitals, since arguments of tools are not.
    words: '[TOOL] [input]',
    usage: `$0 call ${tool.name} [arguments]\n\n${tool.description ?? ''}`,
    positionals: { input: { type: 'string', describe: 'The arguments as one JSON object' } },
    options: toolOptions(tool),
    offers: {
      sort: allTools.find(({ name: own }) => own === tool.name)?.sorts ?? [],
      ...Object.fromEntries(
        argumentsOf(tool).flatMap(({ name: own, choices }) => (choices ? [[own, choices]] : [])),
      ),
    },
    handler: async (flags) => {
      const { json } = valuesOf(flags, terminal.env, PRINT_OPTIONS);
      const form = formIn(tool, flags);
      const args = { ...argumentsFor(tool, flags), ...(form !== undefined && { cite: form }) };
      const result = await registry.call(tool.name, args, LOCAL_USER);
      await service.close();
      if (form === undefined || json || result.isError) return report(result, json, terminal);
      return writeEntries(result, form, terminal);
    },
  };
}

const LIST: Command = {
  usage:
    '$0 call TOOL [arguments]\n$0 call TOOL --help\n$0 call --list\n\nCall one tool and print its answer. Arguments are flags, or one JSON object.',
  options: { ...yargsOptions(PRINT_OPTIONS), list: { type: 'boolean', describe: 'List the tools' } },
  examples: [
    '$0 call search_robots --category humanoid --limit 3',
    '$0 call search_robots --specs.payload_kg.min 10 --json',
    `$0 call search_robots '{"category": "humanoid"}'`,
  ],
  handler: async (flags, terminal) => {
    if (flags.list !== true) {
      throw new UsageError('Say which tool to call: robotics-mcp call TOOL. See robotics-mcp call --list.');
    }
    const { json } = valuesOf(flags, terminal.env, PRINT_OPTIONS);
    const tools = (await registryOf(serviceFor(flags, terminal))).definitions(LOCAL_USER);
    print(terminal, json, tools, () => renderTools(tools, terminal));
    return 0;
  },
};

function renderTools(tools: readonly Tool[], terminal: Terminal): string {
  const style = styleFor(terminal);
  const width = Math.max(...tools.map(({ name }) => name.length)) + 2;
  const lines = tools.map(({ name, title = '', annotations }) => {
    const writes = annotations?.readOnlyHint === true ? '' : style.note(' (writes)');
    return `${style.name(name.padEnd(width))}${title}${writes}`;
  });
  const hint = style.soft('robotics-mcp call TOOL --help shows what a tool takes.');
  return `${[...lines, ...(isForPeople(terminal) ? ['', hint] : [])].join('\n')}\n`;
}

function findTool(registry: Registry, name: string): Tool {
  const tool = registry.definitions(LOCAL_USER).find((each) => each.name === name);
  if (tool !== undefined) return tool;
  throw new UsageError(`There is no tool "${name}". ${hintFor(name, registry.names(LOCAL_USER))}`);
}

function hintFor(name: string, offered: readonly string[]): string {
  if (allTools.some((tool) => tool.name === name)) {
    return 'It is not among those on offer: --tools all offers it, without --read-only.';
  }
  const near = nearestName(name, offered);
  return near === undefined ? `The tools are ${offered.join(', ')}.` : `Did you mean ${near}?`;
}

/** Those of the program, and each argument of the tool by its name, also with dashes. */
function toolOptions(tool: Tool): Record<string, Options> {
  const own = Object.entries(yargsOptions(PRINT_OPTIONS)).map(([name, option]) => [
    name,
    { ...option, group: 'Options:' },
  ]);
  const given = argumentsOf(tool).map((argument) => [argument.name, toolOption(argument)]);
  const forms = formsOf(tool).map((form) => {
    const describe = `Print the entries alone in this form, for a file (as --cite ${form})`;
    return [form, { type: 'boolean', describe, group: 'Options:' } as const] as const;
  });
  return Object.fromEntries([...own, ...forms, ...given]);
}

/** The forms in which a tool cites what it finds. */
function formsOf(tool: Tool): readonly CitationForm[] {
  const choices = argumentsOf(tool).find(({ name }) => name === 'cite')?.choices ?? [];
  return citationForms.filter((form) => choices.includes(form));
}

function formIn(tool: Tool, flags: Flags): CitationForm | undefined {
  const given = formsOf(tool).filter((form) => flags[form] === true);
  if (given.length > 1)
    throw new UsageError(`Give one of ${given.map((form) => `--${form}`).join(' and ')}.`);
  return given[0];
}

/** Entries alone on stdout, so that they can go into a file; what else there is to know on stderr. */
function writeEntries(
  { structuredContent }: CallToolResult,
  form: CitationForm,
  terminal: Terminal,
): ExitCode {
  const { results, total, next_cursor, notes = [] } = structuredContent as unknown as CitedAnswer;
  const entries = results.map(({ citation }) => citation);
  terminal.stdout.write(`${joinEntries(entries, form)}\n`);
  const rest = next_cursor === undefined ? '' : ` For the next: --limit 50, or --cursor '${next_cursor}'.`;
  const said = [...notes, `${entries.length} of ${total} entries.${rest}`];
  terminal.stderr.write(`${said.join('\n')}\n`);
  return 0;
}

interface CitedAnswer {
  readonly results: readonly { readonly citation: string | object }[];
  readonly total: number;
  readonly next_cursor?: string;
  readonly notes?: readonly string[];
}

function toolOption({ name, type, describe, choices, required }: ToolArgument): Options {
  const kebab = name.replaceAll('_', '-');
  const notes = [type === 'text' ? '' : type, choices?.join(' | ') ?? '', required ? 'required' : ''];
  return {
    // A dotted flag makes an object of a text too; the tool judges the rest.
    type: type === 'boolean' ? 'boolean' : 'string',
    describe: [describe, ...notes.filter((note) => note !== '').map((note) => `[${note}]`)].join(' ').trim(),
    requiresArg: type !== 'boolean',
    group: 'Arguments:',
    ...(kebab !== name && { alias: kebab }),
  };
}

function argumentsFor(tool: Tool, flags: Flags): Record<string, unknown> {
  const { input } = flags;
  const object = typeof input === 'string' ? readJsonArguments(input) : {};
  return { ...object, ...readToolArguments(argumentsOf(tool), flags) };
}

function serviceFor(flags: Flags, terminal: Terminal): Service {
  return createService(serviceOptions(valuesOf(flags, terminal.env, PRINT_OPTIONS), terminal));
}

function report(result: CallToolResult, json: boolean, terminal: Terminal): ExitCode {
  const stream = result.isError && !json ? terminal.stderr : terminal.stdout;
  stream.write(
    `${json ? JSON.stringify(result.structuredContent ?? {}, null, 2) : textOf(result, terminal)}\n`,
  );
  if (!result.isError) return 0;
  return codeOf(result) === 'INVALID_ARGUMENT' ? 2 : 1;
}

function codeOf({ structuredContent }: CallToolResult): unknown {
  const { error } = (structuredContent ?? {}) as { readonly error?: { readonly code?: unknown } };
  return error?.code;
}

/** For a person laid out for the eye; into a file or a pipe as a model reads it. */
function textOf({ content, structuredContent, isError }: CallToolResult, terminal: Terminal): string {
  if (isError !== true && structuredContent !== undefined && isForPeople(terminal)) {
    return renderAnswer({ ...structuredContent }, widthOf(terminal), styleFor(terminal));
  }
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return isError === true ? styleFor(terminal).bad(text) : text;
}
