import { randomUUID } from 'node:crypto';
import { isStorageError, RETRY_AFTER_S } from '../contributions/event-store.ts';
import { BoundReached } from '../contributions/quota.ts';
import { recordUri } from '../kinds/uris.ts';
import type { Caller } from '../lib/caller.ts';
import { dataJson } from '../lib/data-json.ts';
import { inertLines } from '../lib/inert.ts';
import { NotBegun, type Turn } from '../lib/turns.ts';
import { AnswerCache } from './answer-cache.ts';
import { oneLine } from './shared/answer.ts';
import { readArguments } from './shared/read-arguments.ts';
import { cursorVersion } from './shared/search-input.ts';
import {
  type DataContext,
  type ErrorCode,
  type ErrorDetail,
  type Tool,
  type ToolContext,
  ToolError,
  usingContext,
} from './tool.ts';

/** The member of `_meta` with an answer's data, which hosts hand to views and programs and keep from the model. */
export const DATA_META = 'robotics/data';

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
  /**
   * The context of a call; requested at every call, so that data opened late or replaced are seen. With a version, that of
   * a cursor, it is of that version as long as it is there.
   */
  readonly context: (version?: string) => Promise<DataContext>;
  /** Called with every failure that is no ToolError; the answer carries only the reference. */
  readonly onInternalError: (reference: string, error: unknown) => void;
  /** True if `structuredContent` is the text of every answer, as it is of what is shown: its data stand in `_meta`. */
  readonly isBrief?: boolean | undefined;
}

/** Runs tools, each call in a turn of its own, and caches the answers of those that read. */
export class Answering {
  readonly #options: AnsweringOptions;
  readonly #cache = new AnswerCache();

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  /**
   * Validates the arguments and runs the tool; every failure comes back as an answer, but for a turn that does not
   * come. A question that is cached as it is written waits for none, since reading its arguments may take long too.
   */
  async answer(
    tool: Tool,
    args: unknown,
    caller: Caller,
    withLinks: boolean,
    turn?: Turn,
  ): Promise<ToolAnswer> {
    try {
      const spelling = questionOf(tool, args ?? {}, caller, withLinks);
      const known = tool.access === 'READ' ? await this.#spelt(spelling, caller) : undefined;
      if (known !== undefined) return { json: known, outcome: 'ok', cached: true };
      await turn?.();
      const read = readArguments(tool.input, args);
      const version = cursorVersion(read);
      return await usingContext(
        () => this.#options.context(version),
        async (data) => {
          const context = { ...data, caller };
          // A page of another version would empty the cache of the one in use.
          const isKept = tool.access === 'READ' && data.isInUse !== false;
          if (isKept) return this.#read(tool, read, context, withLinks, spelling);
          const json = await this.#resultOf(tool, read, context, withLinks);
          return { json, outcome: 'ok', cached: false };
        },
      );
    } catch (error) {
      if (error instanceof NotBegun) throw error;
      return failure(error, this.#options.onInternalError);
    }
  }

  #spelt(spelling: string, caller: Caller): Promise<string | undefined> | undefined {
    if (!this.#cache.knows(spelling)) return undefined;
    return usingContext(this.#options.context, (data) =>
      this.#cache.spelt(stateOf({ ...data, caller }), spelling),
    );
  }

  async #read(
    tool: Tool,
    args: Parameters<Tool['run']>[0],
    context: ToolContext,
    withLinks: boolean,
    spelling: string,
  ): Promise<ToolAnswer> {
    const question = questionOf(tool, args, context.caller, withLinks);
    const state = stateOf(context);
    const known = this.#cache.get(state, question);
    const json = known ?? (await this.#resultOf(tool, args, context, withLinks));
    if (known === undefined) this.#cache.set(state, question, json);
    this.#cache.learn(state, spelling, question);
    return { json, outcome: 'ok', cached: known !== undefined };
  }

  /** Runs a tool; its result as JSON text. */
  async #resultOf(
    tool: Tool,
    args: Parameters<Tool['run']>[0],
    context: ToolContext,
    withLinks: boolean,
  ): Promise<string> {
    const answer = await tool.run(args, context);
    const links = (withLinks ? (answer.links ?? []) : []).map(({ kind, id, name }) => ({
      type: 'resource_link' as const,
      uri: recordUri(kind, id),
      name: oneLine(name),
      mimeType: 'application/json',
    }));
    const isBrief = tool.access === 'READ' && (this.#options.isBrief === true || tool.view !== undefined);
    return resultJson(answer.text, answer.structured, links, { isBrief });
  }
}

/** What an answer depends on beside the question: the revision of the data and the day. */
function stateOf({ catalogue, contributions, today }: ToolContext): string {
  return [catalogue.state, catalogue.info.version, contributions.count, today].join(' ');
}

/** Arguments that were read stand in the order of the schema, with every default: equal ones are equal text then. */
function questionOf(tool: Tool, args: object, { rights }: Caller, withLinks: boolean): string {
  return `${rights} ${withLinks ? 'links ' : ''}${tool.name} ${JSON.stringify(args)}`;
}

/**
 * A CallToolResult as JSON text: what came from outside is one line of data in either form. Where it is brief, models read
 * the text in either member, and the data stand first, where the protocol finds them.
 */
function resultJson(
  text: string,
  structured: object,
  links: readonly object[],
  { isError = false, isBrief = false }: { readonly isError?: boolean; readonly isBrief?: boolean },
): string {
  const lines = inertLines(text);
  const content: readonly object[] = [{ type: 'text', text: lines }, ...links];
  const data = dataJson(structured);
  const meta = isBrief ? `"_meta":{"${DATA_META}":${data}},` : '';
  const error = isError ? '"isError":true,' : '';
  const shown = isBrief ? JSON.stringify({ text: lines }) : data;
  return `{${meta}${error}"content":${JSON.stringify(content)},"structuredContent":${shown}}`;
}

function failure(error: unknown, onInternalError: AnsweringOptions['onInternalError']): ToolAnswer {
  if (error instanceof ToolError) return report(error.code, error.message, error.detail);
  const reference = randomUUID().slice(0, 8);
  if (isStorageError(error)) {
    // A reached bound has no cause, and needs no log entry.
    if (error.cause !== undefined) onInternalError(reference, error.cause);
    const detail = {
      ...(error.code === 'UNAVAILABLE' && { retry_after_s: RETRY_AFTER_S }),
      ...(error instanceof BoundReached && { bound: error.bound }),
    };
    return report(error.code, error.message, detail);
  }
  onInternalError(reference, error);
  return report(
    'INTERNAL',
    `Something failed inside the server. Its log has the details under ${reference}.`,
    {},
  );
}

function report(
  code: ErrorCode,
  sentence: string,
  detail: ErrorDetail & { readonly retry_after_s?: number },
): ToolAnswer {
  // It may repeat what the caller sent, which is untrusted.
  const message = oneLine(sentence);
  // Hosts that read data hand on the text of a refusal alone.
  const further = Object.entries({ field: detail.field ?? [], accepted: detail.accepted ?? [] })
    .map(([name, values]) => [name, [values].flat().filter((one) => !message.includes(one))] as const)
    .map(([name, unsaid]) => (unsaid.length > 0 ? ` ${name}: ${unsaid.map(oneLine).join(', ')}.` : ''));
  const text = `${code}: ${message}${further.join('')}`;
  const json = resultJson(text, { error: { code, message, ...detail } }, [], {
    isError: true,
  });
  return { json, outcome: code, cached: false };
}
