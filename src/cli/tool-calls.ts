import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { type CitationForm, citationForms } from '../kinds/publications/publication.ts';
import { LOCAL_USER } from '../lib/caller.ts';
import { escapedJson, inertText } from '../lib/inert.ts';
import { createService, type Service } from '../protocol/service.ts';
import { allTools } from '../tools/all-tools.ts';
import type { Registry } from '../tools/registry.ts';
import type { Shown } from '../tools/show/shape.ts';
import { type FileForm, wantedMatches, withPageLimit, writeMatches } from './all-matches.ts';
import { missingOf, recall, takeNotUnderstood } from './called.ts';
import { type Command, type CommandOption, nearestName, textOption } from './command.ts';
import { GROUPS } from './help.ts';
import { type Flags, pathOf, valuesOf, yargsOptions } from './option-values.ts';
import { PRINT_OPTIONS } from './options.ts';
import { createParser } from './parser.ts';
import { print } from './print.ts';
import { renderAnswer } from './render/answer.ts';
import { isForPeople, PLAIN, styleFor, widthOf } from './render/style.ts';
import { registryOf, serviceOptions } from './service-options.ts';
import { usingIds } from './short-ids.ts';
import { type ExitCode, type Terminal, UsageError } from './terminal.ts';
import { argumentsOf, type ToolArgument } from './tool-arguments.ts';

/** The tools as the options of a command line choose them. */
export interface OpenedTools {
  readonly service: Service;
  readonly registry: Registry;
}

/** The service that the flags describe; its data are opened when they are needed. */
export function serviceFor(flags: Flags, terminal: Terminal): Service {
  return createService(serviceOptions(valuesOf(flags, terminal.env, PRINT_OPTIONS), terminal));
}

/** The tools that `argv` chooses: that has to be known before the options of a tool can be. */
export async function openTools(argv: readonly string[], terminal: Terminal): Promise<OpenedTools> {
  const parser = createParser(undefined).help(false).version(false).options(yargsOptions(PRINT_OPTIONS));
  const service = serviceFor(parser.parseSync([...argv]), terminal);
  return { service, registry: await registryOf(service) };
}

/** The tool of this name. Throws a UsageError that names the near one. */
export function findTool(registry: Registry, name: string): Tool {
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

/** Each argument of the tool by its name, also with dashes, then how its answer is shown, then those of the service. */
export function toolOptions(tool: Tool): Record<string, CommandOption> {
  const forms = formsOf(tool).map((form) => {
    const describe = `Print the entries alone in this form (as --cite ${form}); into a file all of them`;
    return [form, { type: 'boolean', describe } as const] as const;
  });
  const page = tool._meta === undefined ? [] : Object.entries(PAGE_OPTIONS);
  const own = isSearch(tool)
    ? ([
        ['csv', CSV_OPTION],
        ['explain', EXPLAIN_OPTION],
      ] as const)
    : [];
  return {
    ...argumentOptions(tool),
    ...Object.fromEntries([['wide', WIDE_OPTION], ...page, ...forms, ...own]),
    ...serviceOptionsOf(tool),
  };
}

/** Of a tool that reads, what is written with is taken and not told: it is set for all in a shell's profile. */
function serviceOptionsOf({ annotations }: Tool): Record<string, CommandOption> {
  const isReader = annotations?.readOnlyHint === true;
  const told: readonly string[] = ['json', 'data-dir', 'tools'];
  return Object.fromEntries(
    Object.entries(yargsOptions(PRINT_OPTIONS)).map(([name, option]) => [
      name,
      { ...option, hidden: isReader && !told.includes(name) },
    ]),
  );
}

const WIDE_OPTION: CommandOption = {
  type: 'boolean',
  describe: 'A line a record with every field, whole ids and addresses, however long it is',
};

const CSV_OPTION: CommandOption = {
  type: 'boolean',
  describe: 'Print the records alone as CSV, every field a column; into a file (> robots.csv) all of them',
};

const EXPLAIN_OPTION: CommandOption = {
  type: 'boolean',
  describe: 'Print how the words were read, and no records',
};

/** True for what answers words, and tells with full detail how it read them. */
function isSearch(tool: Tool): boolean {
  const names = argumentsOf(tool).map(({ name }) => name);
  return names.includes('query') && names.includes('detail');
}

/** Each argument of the tool as an option. */
export function argumentOptions(tool: Tool): Record<string, CommandOption> {
  return Object.fromEntries(argumentsOf(tool).map((argument) => [argument.name, toolOption(argument)]));
}

/** The forms in which a tool cites what it finds. */
function formsOf(tool: Tool): readonly CitationForm[] {
  const choices = argumentsOf(tool).find(({ name }) => name === 'cite')?.choices ?? [];
  return citationForms.filter((form) => choices.includes(form));
}

function formIn(tool: Tool, flags: Flags): FileForm | undefined {
  const forms: readonly FileForm[] = [...formsOf(tool), ...(isSearch(tool) ? (['csv'] as const) : [])];
  const given = forms.filter((form) => flags[form] === true);
  if (given.length > 1)
    throw new UsageError(`Give one of ${given.map((form) => `--${form}`).join(' and ')}.`);
  return given[0];
}

function toolOption({ name, type, describe, choices, required }: ToolArgument): CommandOption {
  const kebab = name.replaceAll('_', '-');
  const joined = choices?.join('|') ?? '';
  const value = joined !== '' && joined.length <= WIDEST_VALUE ? joined : VALUES[type];
  const listed = joined === '' || value === joined ? '' : ` (${choices?.join(', ')})`;
  return {
    // A dotted flag makes an object of a text too; the tool judges the rest.
    type: type === 'boolean' ? 'boolean' : 'string',
    describe: `${describe}${listed}${required ? ' (required)' : ''}`,
    requiresArg: type !== 'boolean',
    group: GROUPS.filters,
    ...(value !== undefined && { value }),
    ...(kebab !== name && { alias: kebab }),
  };
}

/** Longer choices stand in what is said of the option. */
const WIDEST_VALUE = 30;

/** What is written for a value of a type. */
const VALUES: Partial<Record<ToolArgument['type'], string>> = { number: 'N', list: 'A,B', object: 'JSON' };

/** What may be given for the arguments of a tool, as far as that is known. */
export function offersOf(tool: Tool): NonNullable<Command['offers']> {
  return {
    sort: allTools.find(({ name }) => name === tool.name)?.sorts ?? [],
    ...Object.fromEntries(
      argumentsOf(tool).flatMap(({ name, choices }) => (choices ? [[name, choices]] : [])),
    ),
  };
}

/** The same where it depends on the data and on what is typed. */
export function completing({ service }: OpenedTools, tool: Tool): NonNullable<Command['completes']> {
  return async (argument, typed) => {
    const { offeredValues } = await import('./offered-values.ts');
    return offeredValues(service, { tool: tool.name, argument, typed });
  };
}

/** The options of what can be shown as a page. */
export const PAGE_OPTIONS: Readonly<Record<string, CommandOption>> = {
  html: { ...textOption('Write the view with its data into this file, a page to open'), value: 'FILE' },
  open: { type: 'boolean', describe: 'Open the page of --html' },
  force: { type: 'boolean', describe: 'Let --html replace a file that is no such page' },
};

/** One call as it was written on the command line. */
export interface WrittenCall {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly flags: Flags;
  /** The arguments of `show` for the page of `--html`. */
  readonly page?: Readonly<Record<string, unknown>>;
}

/** Makes a call, and prints its answer or writes it as a page. What was not understood is said last, and is a failure. */
export async function callAndPrint(
  opened: OpenedTools,
  written: WrittenCall,
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    const { flags, tool } = written;
    checkPageFlags(flags);
    if (flags.explain === true) return await explain(opened, written, terminal);
    const form = formIn(tool, flags);
    const wanted = form === undefined ? undefined : wantedMatches(written.args, terminal);
    const asked = askedOf({ ...written, args: withPageLimit(written.args, wanted) }, form);
    const { result, said } = await callRecalling(opened, asked);
    const outcome = { result, said, tool, flags, asked };
    const json = isJson(flags, terminal);
    if (flags.html !== undefined && !result.isError) return await writeHtml(opened, outcome, terminal);
    if (form === undefined || json || result.isError) return await printResult(opened, outcome, terminal);
    const told = takeNotUnderstood(fieldsOf(result), said).said;
    const ask = (page: object) => opened.registry.call(asked.name, { ...asked.args, ...page }, LOCAL_USER);
    await writeMatches(result, { form, wanted, ask }, terminal);
    return sayLast(told, terminal);
  } finally {
    await opened.service.close();
  }
}

function checkPageFlags({ html, open, force }: Flags): void {
  if (html !== undefined) return;
  if (open === true) throw new UsageError('--open opens the page of --html: give --html FILE too.');
  if (force === true) throw new UsageError('--force is for the file of --html: give --html FILE too.');
}

function isJson(flags: Flags, terminal: Terminal): boolean {
  return valuesOf(flags, terminal.env, PRINT_OPTIONS).json;
}

interface Question {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What is asked of which tool: of `show`, where a page is to be written. */
function askedOf({ tool, args, flags, page }: WrittenCall, form: FileForm | undefined): Question {
  if (flags.html !== undefined && page !== undefined) return { name: 'show', args: page };
  if (form === 'csv') return { name: tool.name, args: { detail: 'full', ...args } };
  return { name: tool.name, args: { ...args, ...(form && { cite: form }) } };
}

/** An answer, and what is to be said of names that no record has. */
interface Called {
  readonly result: CallToolResult;
  readonly said: readonly string[];
}

/** Calls a tool, once more where it knew no record by a name that is the beginning of an id. */
async function callRecalling({ service, registry }: OpenedTools, { name, args }: Question): Promise<Called> {
  const result = await registry.call(name, args, LOCAL_USER);
  const missing = missingOf(result);
  if (missing === undefined) return { result, said: [] };
  const again = await usingIds(service, (ids) => recall({ name }, args, missing, ids));
  if (again.args === undefined) return { result, said: again.said };
  return { result: await registry.call(name, again.args, LOCAL_USER), said: again.said };
}

interface Outcome extends Called {
  readonly tool: Tool;
  readonly flags: Flags;
  readonly asked: Question;
}

async function writeHtml(
  { registry }: OpenedTools,
  { result, said, flags }: Outcome,
  terminal: Terminal,
): Promise<ExitCode> {
  const { writePage } = await import('./page-file.ts');
  await writePage(pathOf(flags, 'html') ?? '', result, {
    call: (name: string, given: object) => registry.call(name, given, LOCAL_USER),
    isOpened: flags.open === true,
    isForced: flags.force === true,
    terminal,
  });
  if (isJson(flags, terminal)) printJson(result, terminal);
  return sayLast(takeNotUnderstood(fieldsOf(result), said).said, terminal);
}

function printJson({ structuredContent }: CallToolResult, { stdout }: Terminal): void {
  stdout.write(`${escapedJson(structuredContent ?? {}, 2)}\n`);
}

/** Says on standard error what was not understood, behind the answer. */
function sayLast(said: readonly string[], terminal: Terminal): ExitCode {
  const { bad } = terminal.stderr.isTTY === true ? styleFor(terminal) : PLAIN;
  for (const sentence of said) terminal.stderr.write(`${bad(inertText(sentence))}\n`);
  return said.length === 0 ? 0 : 1;
}

/** How the words of a query were read, as a table of its parts. */
async function explain(
  { registry }: OpenedTools,
  { tool, args, flags }: WrittenCall,
  terminal: Terminal,
): Promise<ExitCode> {
  const result = await registry.call(tool.name, { ...args, detail: 'full', limit: 1 }, LOCAL_USER);
  const json = isJson(flags, terminal);
  if (result.isError) return printError(result, json, terminal);
  const { reading = [] } = (result.structuredContent ?? {}) as { readonly reading?: readonly object[] };
  const { renderTable } = await import('./render/table.ts');
  const layout = { width: widthOf(terminal), style: styleFor(terminal) };
  const rows = reading.map((part) => ({ ...part }));
  print(terminal, json, { reading }, () =>
    rows.length === 0 ? 'There are no words to read.\n' : `${renderTable(rows, layout).join('\n')}\n`,
  );
  return 0;
}

async function printResult(opened: OpenedTools, outcome: Outcome, terminal: Terminal): Promise<ExitCode> {
  const { result, said, flags } = outcome;
  const json = isJson(flags, terminal);
  if (result.isError) {
    // What was found out about the name says more than that there is none.
    if (json || said.length === 0) return printError(result, json, terminal);
    sayLast(said, terminal);
    return 1;
  }
  const taken = takeNotUnderstood(fieldsOf(result), said);
  if (json) printJson(result, terminal);
  else terminal.stdout.write(`${await textOf(opened, outcome, taken.answer, terminal)}\n`);
  return sayLast(taken.said, terminal);
}

function printError(result: CallToolResult, json: boolean, terminal: Terminal): ExitCode {
  if (json) printJson(result, terminal);
  else terminal.stderr.write(`${styleFor(terminal).bad(contentOf(result))}\n`);
  return codeOf(result) === 'INVALID_ARGUMENT' ? 2 : 1;
}

function codeOf({ structuredContent }: CallToolResult): unknown {
  const { error } = (structuredContent ?? {}) as { readonly error?: { readonly code?: unknown } };
  return error?.code;
}

function fieldsOf({ structuredContent }: CallToolResult): Readonly<Record<string, unknown>> {
  return { ...(structuredContent as object | undefined) };
}

function contentOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** For a person laid out for the eye; into a file or a pipe as a model reads it, but for what is made to be looked at. */
async function textOf(
  { service }: OpenedTools,
  { result, flags, asked }: Outcome,
  answer: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<string> {
  const isView = 'view' in fieldsOf(result);
  const isWide = flags.wide === true;
  if (!isView && !isForPeople(terminal) && !isWide) return contentOf(result);
  const { shortened } = await import('./shortened.ts');
  const shorten = isWide || !isForPeople(terminal) ? undefined : await shortened(service, asked, answer);
  const layout = { width: widthOf(terminal), style: styleFor(terminal), isWide, shorten };
  if (!isView) return renderAnswer(answer, layout);
  const { renderShown } = await import('./render/shown.ts');
  return renderShown({ not_found: [], ...answer } as unknown as Shown, layout);
}
