import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import type { Caller, Scope } from '../lib/caller.ts';
import type { ErrorCode } from './errors.ts';

export type Outcome = 'ok' | ErrorCode;

/** What a tool wants of its caller. */
export interface Requirement {
  readonly scope: Scope;
  /** True if the caller has to have shown who they are, whatever the scopes. */
  readonly known: boolean;
}

/** What a call came to. */
export interface ToolAnswer {
  /** A CallToolResult as JSON text, without `_meta` and `resultType`, which the protocol adds. */
  readonly json: string;
  /** `ok`, or the code of the error that it reports: counters and logs take it from here. */
  readonly outcome: Outcome;
  /** True if it was kept from an earlier question. */
  readonly kept: boolean;
}

/** The tools on offer: chosen once, then frozen. Both transports and `call` go through it. */
export interface Registry {
  /** The names of the tools that a caller may use. */
  names(caller: Caller): readonly string[];
  /** True if the tool is on offer and the caller may use it. */
  has(name: string, caller: Caller): boolean;
  /** What a tool wants of its caller; undefined for a name that no tool on offer has. */
  requirement(name: string): Requirement | undefined;
  /** The answer of `tools/list` to a caller; made at the first call and kept. */
  definitions(caller: Caller): readonly ToolDefinition[];
  /**
   * Validates `args` and runs the tool. Everything a tool reports, and every failure inside it, comes back
   * as a result with `isError`; rejects only for a name that `has` denies.
   */
  call(name: string, args: unknown, caller: Caller): Promise<CallToolResult>;
  /** The same as text, ready to be sent. Answers of READ tools are kept for the same question to the same data. */
  answer(name: string, args: unknown, caller: Caller): Promise<ToolAnswer>;
}
