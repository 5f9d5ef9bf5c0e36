import type { Tool } from '@modelcontextprotocol/server';
import { LOCAL_USER } from '../../lib/caller.ts';
import type { Command } from '../command.ts';
import { type Flags, valuesOf, yargsOptions } from '../option-values.ts';
import { PRINT_OPTIONS } from '../options.ts';
import { print } from '../print.ts';
import { isForPeople, styleFor } from '../render/style.ts';
import { registryOf } from '../service-options.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { argumentsOf, readJsonArguments, readToolArguments } from '../tool-arguments.ts';
import {
  callAndPrint,
  completing,
  findTool,
  offersOf,
  openTools,
  serviceFor,
  toolOptions,
} from '../tool-calls.ts';

/** Calls one tool from the shell: what its options are, the tool that `argv` begins with decides. */
export async function callCommand(argv: readonly string[], terminal: Terminal): Promise<Command> {
  const [name, ...rest] = argv;
  if (name === undefined || name.startsWith('-')) return LIST;
  const opened = await openTools(rest, terminal);
  const tool = findTool(opened.registry, name);
  return {
    // In capitals, since arguments of tools are not.
    words: '[TOOL] [input]',
    usage: `$0 call ${tool.name} [arguments]\n\n${tool.description ?? ''}`,
    positionals: { input: { type: 'string', describe: 'The arguments as one JSON object' } },
    options: toolOptions(tool),
    offers: offersOf(tool),
    completes: completing(opened, tool),
    handler: async (flags) => {
      const args = argumentsFor(tool, flags);
      return callAndPrint(opened, { tool, args, flags, page: args }, terminal);
    },
  };
}

function argumentsFor(tool: Tool, flags: Flags): Record<string, unknown> {
  const { input } = flags;
  const object = typeof input === 'string' ? readJsonArguments(input) : {};
  return { ...object, ...readToolArguments(argumentsOf(tool), flags) };
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
