import { randomUUID } from 'node:crypto';
import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isStorageError } from '../contributions/event-store.ts';
import { recordUri } from '../kinds/uris.ts';
import { nearest } from '../kinds/vocabularies/vocabulary.ts';
import type { Caller } from '../lib/caller.ts';
import { allTools, betaTools, defaultTools } from './all-tools.ts';
import { AnswerCache } from './answer-cache.ts';
import { type ErrorCode, ToolError } from './errors.ts';
import type { Registry, Requirement, ToolAnswer } from './registry.ts';
import { readArguments } from './shared/read-arguments.ts';
import { oneLine } from './shared/render.ts';
import { usingContext } from './shared/using-context.ts';
import type { DataContext, Tool, ToolContext } from './tool.ts';
import { Turns } from './turns.ts';

export interface RegistryOptions {
  /** The default set, the five of the hosted service's beta, every tool, or the tools named. */
  readonly select: 'default' | 'beta' | 'all' | readonly string[];
  /** Drops every WRITE tool. */
  readonly readOnly: boolean;
  /** True where callers show who they are: then the default set has the tools that want to know. */
  readonly authenticated?: boolean | undefined;
  /** What a call may use; asked for at every call, so that data opened late or swapped are seen. */
  readonly context: () => Promise<DataContext>;
  /** Told of every failure that is no ToolError; the answer carries the reference alone. */
  readonly onInternalError: (reference: string, error: unknown) => void;
}

/** Chooses the tools and freezes them. Throws an Error with a sentence for a name that no tool has. */
export function createRegistry(options: RegistryOptions): Registry {
  const tools = new Map(
    selected(options)
      .filter((tool) => !options.readOnly || tool.access === 'READ')
      .map((tool) => [tool.name, tool]),
  );
  const offers = new Map<string, Offer>();
  const offerTo = (caller: Caller): Offer => {
    const offer =
      offers.get(caller.rights) ?? offerOf([...tools.values()].filter((tool) => mayUse(caller, tool)));
    offers.set(caller.rights, offer);
    return offer;
  };
  const memory = { cache: new AnswerCache(), turns: new Turns() };
  const answer = async (name: string, args: unknown, caller: Caller): Promise<ToolAnswer> => {
    const { names, tools: offered } = offerTo(caller);
    const tool = offered.get(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}. Tools: ${names.join(', ')}.`);
    return run(tool, args, caller, options, memory);
  };
  return Object.freeze({
    names: (caller: Caller) => offerTo(caller).names,
    has: (name: string, caller: Caller) => offerTo(caller).tools.has(name),
    requirement: (name: string) => {
      const tool = tools.get(name);
      return tool === undefined ? undefined : requirementOf(tool);
    },
    definitions: (caller: Caller) => offerTo(caller).definitions(),
    answer,
    call: async (name: string, args: unknown, caller: Caller) =>
      JSON.parse((await answer(name, args, caller)).json),
  });
}

/** The tools that callers with the same rights may use. */
interface Offer {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly names: readonly string[];
  definitions(): readonly ToolDefinition[];
}

function offerOf(tools: readonly Tool[]): Offer {
  let definitions: readonly ToolDefinition[] | undefined;
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    names: Object.freeze(tools.map(({ name }) => name)),
    definitions: () => {
      definitions ??= Object.freeze(tools.map(definitionOf));
      return definitions;
    },
  };
}

function requirementOf({ access, needsAuthentication = false }: Tool): Requirement {
  return { scope: access === 'READ' ? 'read' : 'write', known: needsAuthentication };
}

function mayUse(caller: Caller, tool: Tool): boolean {
  const { scope, known } = requirementOf(tool);
  return caller.scopes.has(scope) && (caller.known || !known);
}

function selected({ select, authenticated = false }: RegistryOptions): readonly Tool[] {
  if (select === 'default') return authenticated ? allTools : defaultTools;
  if (select === 'beta') return betaTools;
  if (select === 'all') return allTools;
  return select.map((name) => {
    const tool = allTools.find((candidate) => candidate.name === name);
    if (tool !== undefined) return tool;
    const known = allTools.map((candidate) => candidate.name);
    const [near] = nearest(name, known, 1);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    throw new Error(`There is no tool ${name}.${hint} Choose beta, all, or from: ${known.join(', ')}.`);
  });
}

async function run(
  tool: Tool,
  args: unknown,
  caller: Caller,
  options: RegistryOptions,
  { cache, turns }: { readonly cache: AnswerCache; readonly turns: Turns },
): Promise<ToolAnswer> {
  try {
    const read = readArguments(tool.input, args);
    return await usingContext(options.context, async (data) => {
      const context = { ...data, caller };
      if (tool.access === 'WRITE') return fresh(await resultOf(tool, read, context));
      const question = questionOf(tool, read, caller);
      const kept = (): string | undefined => cache.get(stateOf(context), question);
      let known = kept();
      if (known === undefined) {
        await turns.next();
        // Somebody else may have asked the same meanwhile.
        known = kept();
      }
      if (known !== undefined) return { json: known, outcome: 'ok', kept: true };
      const state = stateOf(context);
      const json = await resultOf(tool, read, context);
      cache.set(state, question, json);
      return fresh(json);
    });
  } catch (error) {
    return failure(error, options.onInternalError);
  }
}

function fresh(json: string): ToolAnswer {
  return { json, outcome: 'ok', kept: false };
}

/** What an answer depends on beside the question: the revision of the data and the day. */
function stateOf({ catalogue, contributions, today }: ToolContext): string {
  return [catalogue.state, catalogue.info.version, contributions.count, today].join(' ');
}

/** Arguments that were read stand in the order of the schema, with every default: equal ones are equal text. */
function questionOf(tool: Tool, args: object, { rights }: Caller): string {
  return `${rights} ${tool.name} ${JSON.stringify(args)}`;
}

/** Runs a tool; its result as JSON text. */
async function resultOf(tool: Tool, args: Parameters<Tool['run']>[0], context: ToolContext): Promise<string> {
  const answer = await tool.run(args, context);
  const links = (answer.links ?? []).map(({ kind, id, name }) => ({
    type: 'resource_link' as const,
    uri: recordUri(kind, id),
    name,
    mimeType: 'application/json',
  }));
  const result: CallToolResult = {
    content: [{ type: 'text', text: answer.text }, ...links],
    structuredContent: { ...answer.structured },
  };
  return JSON.stringify(result);
}

function failure(error: unknown, onInternalError: RegistryOptions['onInternalError']): ToolAnswer {
  if (error instanceof ToolError) return report(error.code, error.message, error.detail);
  const reference = randomUUID().slice(0, 8);
  if (isStorageError(error)) {
    // A bound that was reached has no cause, and nothing for the log.
    if (error.cause !== undefined) onInternalError(reference, error.cause);
    return report(error.code, error.message, {});
  }
  onInternalError(reference, error);
  return report(
    'INTERNAL',
    `Something failed inside the server. Its log has the details under ${reference}.`,
    {},
  );
}

function report(code: ErrorCode, sentence: string, detail: object): ToolAnswer {
  // It may repeat what the caller sent, which came from who knows where.
  const message = oneLine(sentence);
  const result: CallToolResult = {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { error: { code, message, ...detail } },
  };
  return { json: JSON.stringify(result), outcome: code, kept: false };
}

function definitionOf(tool: Tool): ToolDefinition {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchema(tool.input, 'input') as ToolDefinition['inputSchema'],
    outputSchema: answerSchema(tool.output),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.access === 'READ',
      destructiveHint: false,
      idempotentHint: tool.idempotent,
      openWorldHint: tool.openWorld,
    },
  };
}

/** Nothing is required of an answer, since clients hold a refusal (`error` alone) against the same schema. */
function answerSchema(schema: z.ZodObject): NonNullable<ToolDefinition['outputSchema']> {
  const { required: _required, ...rest } = jsonSchema(schema, 'output') as { required?: string[] };
  return rest as NonNullable<ToolDefinition['outputSchema']>;
}

/** JSON Schema 2020-12, without what costs tokens and says nothing. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
