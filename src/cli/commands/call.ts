import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Argv } from 'yargs';
import { LOCAL_USER } from '../../lib/caller.ts';
import { createService } from '../../protocol/create-service.ts';
import type { Service } from '../../protocol/service.ts';
import { allTools } from '../../tools/all-tools.ts';
import type { Registry } from '../../tools/registry.ts';
import { readEnvironment } from '../environment.ts';
import { argumentsOf, type ToolArgument } from '../input-schema.ts';
import { nearestName } from '../nearest.ts';
import { defaultValues, type OptionValues, PRINT_OPTIONS } from '../options.ts';
import { createParser, type Parsed, parse, readFlags, yargsOptions } from '../parse.ts';
import { registryOf } from '../registry-of.ts';
import { renderAnswer } from '../render/answer.ts';
import { isForPeople, styleFor, widthOf } from '../render/style.ts';
import { serviceOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { readJsonArguments, readToolArguments } from '../tool-arguments.ts';
import { UsageError } from '../usage-error.ts';

/** Calls one tool from the shell. `argv` is what follows `call`. */
export async function runCall(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first, ...rest] = argv;
  if (first === undefined || first.startsWith('-')) return await runWithoutTool(argv, terminal);
  // The options that choose the tools have to be known before those of the tool can be.
  const service = serviceFor(readLoosely(rest, terminal), terminal);
  const registry = await registryOf(service);
  const tool = findTool(registry, first);
  const { flags, output } = parse(parserFor(tool, terminal), rest, knownNames(tool));
  if (output !== '') return print(terminal, `${output}\n`);
  const values = valuesOf(flags, terminal);
  const result = await registry.call(tool.name, argumentsFor(tool, flags), LOCAL_USER);
  await service.close();
  return report(result, values.json, terminal);
}

async function runWithoutTool(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parser = createParser(terminal.stdout.columns)
    .usage(
      '$0 call TOOL [arguments]\n$0 call TOOL --help\n$0 call --list\n\nCall one tool and print its answer. Arguments are flags, or one JSON object.',
    )
    .options(yargsOptions(PRINT_OPTIONS))
    .option('list', { type: 'boolean', describe: 'List the tools' })
    .version(false)
    .strict()
    .example('$0 call search_robots --category humanoid --limit 3', '')
    .example('$0 call search_robots --specs.payload_kg.min 10 --json', '')
    .example(`$0 call search_robots '{"category": "humanoid"}'`, '');
  const { flags, output } = parse(parser, argv, [...PRINT_OPTIONS, 'list', 'help']);
  if (output !== '') return print(terminal, `${output}\n`);
  if (flags.list !== true) {
    throw new UsageError('Say which tool to call: robotics-mcp call TOOL. See robotics-mcp call --list.');
  }
  const values = valuesOf(flags, terminal);
  return print(terminal, listTools(await registryOf(serviceFor(values, terminal)), values.json, terminal));
}

function listTools(registry: Registry, json: boolean, terminal: Terminal): string {
  const tools = registry.definitions(LOCAL_USER);
  if (json) return `${JSON.stringify(tools, null, 2)}\n`;
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

function parserFor(tool: Tool, terminal: Terminal): Argv {
  const parser = createParser(terminal.stdout.columns)
    .usage(`$0 call ${tool.name} [arguments]\n\n${tool.description ?? ''}`)
    .command('$0 [input]', false, {}, () => undefined)
    .positional('input', { type: 'string', describe: 'The arguments as one JSON object' })
    .options(yargsOptions(PRINT_OPTIONS))
    .version(false)
    .group([...PRINT_OPTIONS, 'help'], 'Options:')
    .strict();
  for (const argument of argumentsOf(tool)) declare(parser, argument);
  return parser;
}

function declare(parser: Argv, { name, type, describe, choices, required }: ToolArgument): void {
  const kebab = name.replaceAll('_', '-');
  const notes = [type === 'text' ? '' : type, choices?.join(' | ') ?? '', required ? 'required' : ''];
  parser.option(name, {
    // A dotted flag makes an object of a text too; the tool judges the rest.
    type: type === 'boolean' ? 'boolean' : 'string',
    describe: [describe, ...notes.filter((note) => note !== '').map((note) => `[${note}]`)].join(' ').trim(),
    requiresArg: type !== 'boolean',
    group: 'Arguments:',
    ...(kebab !== name && { alias: kebab }),
  });
}

function argumentsFor(tool: Tool, flags: Parsed['flags']): Record<string, unknown> {
  const { input } = flags;
  const object = typeof input === 'string' ? readJsonArguments(input) : {};
  return { ...object, ...readToolArguments(argumentsOf(tool), flags) };
}

function knownNames(tool: Tool): string[] {
  return [...argumentsOf(tool).map(({ name }) => name), ...PRINT_OPTIONS, 'help'];
}

function readLoosely(argv: readonly string[], terminal: Terminal): OptionValues {
  const parser = createParser(terminal.stdout.columns)
    .help(false)
    .version(false)
    .options(yargsOptions(PRINT_OPTIONS));
  return valuesOf(parse(parser, argv, PRINT_OPTIONS).flags, terminal);
}

function valuesOf(flags: Parsed['flags'], terminal: Terminal): OptionValues {
  return {
    ...defaultValues(),
    ...readEnvironment(terminal.env, PRINT_OPTIONS),
    ...readFlags(flags, PRINT_OPTIONS),
  };
}

function serviceFor(values: OptionValues, terminal: Terminal): Service {
  return createService(serviceOptions(values, terminal));
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

function print(terminal: Terminal, text: string): ExitCode {
  terminal.stdout.write(text);
  return 0;
}
