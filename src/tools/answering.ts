import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isStorageError } from '../contributions/event-store.ts';
import { recordUri } from '../kinds/uris.ts';
import type { Caller } from '../lib/caller.ts';
import { AnswerCache } from './answer-cache.ts';
import { oneLine } from './shared/answer.ts';
import { readArguments } from './shared/read-arguments.ts';
import {
  type DataContext,
  type ErrorCode,
  type Tool,
  type ToolContext,
  ToolError,
  usingContext,
} from './tool.ts';

export type Outcome = 'ok' | ErrorCode;

/** What a call came to. */
export interface ToolAnswer {
  /** A CallToolResult as JSON text, without `_meta` and `resultType`, which the protocol adds. */
  readonly json: string;
  /** `ok`, or the code of the error that it reports: counters and logs take it from here. */
  readonly outcome: Outcome;
  /** True if it came from the cache. */
  readonly cached: boolean;
}

export interface AnsweringOptions {
  /** The context of a call; requested at every call, so that data opened late or replaced are seen. */
  readonly context: () => Promise<DataContext>;
  /** Called with every failure that is no ToolError; the answer carries only the reference. */
  readonly onInternalError: (reference: string, error: unknown) => void;
}

/** Runs tools, one per turn of the event loop, and caches the answers of those that read. */
export class Answering {
  readonly #options: AnsweringOptions;
  readonly #cache = new AnswerCache();
  readonly #turns = new Turns();

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  /** Validates the arguments and runs the tool; every failure comes back as an answer. */
  async answer(tool: Tool, args: unknown, caller: Caller, withLinks: boolean): Promise<ToolAnswer> {
    try {
      const read = readArguments(tool.input, args);
      return await usingContext(this.#options.context, async (data) => {
        const context = { ...data, caller };
        if (tool.access === 'WRITE') return fresh(await resultOf(tool, read, context, withLinks));
        return this.#read(tool, read, context, withLinks);
      });
    } catch (error) {
      return failure(error, this.#options.onInternalError);
    }
  }

  async #read(
    tool: Tool,
    args: Parameters<Tool['run']>[0],
    context: ToolContext,
    withLinks: boolean,
  ): Promise<ToolAnswer> {
    const question = `${withLinks ? 'links ' : ''}${questionOf(tool, args, context.caller)}`;
    const fromCache = (): string | undefined => this.#cache.get(stateOf(context), question);
    let known = fromCache();
    if (known === undefined) {
      await this.#turns.next();
      // Another caller may have asked the same meanwhile.
      known = fromCache();
    }
    if (known !== undefined) return { json: known, outcome: 'ok', cached: true };
    const state = stateOf(context);
    const json = await resultOf(tool, args, context, withLinks);
    this.#cache.set(state, question, json);
    return fresh(json);
  }
}

function fresh(json: string): ToolAnswer {
  return { json, outcome: 'ok', cached: false };
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
async function resultOf(
  tool: Tool,
  args: Parameters<Tool['run']>[0],
  context: ToolContext,
  withLinks: boolean,
): Promise<string> {
  const answer = await tool.run(args, context);
  const links = (withLinks ? (answer.links ?? []) : []).map(({ kind, id, name }) => ({
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

function failure(error: unknown, onInternalError: AnsweringOptions['onInternalError']): ToolAnswer {
  if (error instanceof ToolError) return report(error.code, error.message, error.detail);
  const reference = randomUUID().slice(0, 8);
  if (isStorageError(error)) {
    // A reached bound has no cause, and needs no log entry.
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
  // It may repeat what the caller sent, which is untrusted.
  const message = oneLine(sentence);
  const result: CallToolResult = {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { error: { code, message, ...detail } },
  };
  return { json: JSON.stringify(result), outcome: code, cached: false };
}

/**
 * Schedules one task per turn of the event loop. Otherwise simultaneous calls would run back to back, and no
 * connection would be accepted, no health probe and no cached answer sent, until the last is done.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  /** A task has run in the current turn. */
  #isTaken = false;

  /** Resolves in a turn of its own, at once if it is the first of this one. First come, first served. */
  async next(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    setImmediate(this.#give);
  }

  readonly #give = (): void => {
    const begin = this.#waiting.shift();
    if (begin === undefined) {
      this.#isTaken = false;
      return;
    }
    setImmediate(this.#give);
    begin();
  };
}
