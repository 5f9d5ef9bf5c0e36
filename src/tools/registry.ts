import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/server';

/** The tools on offer: chosen once, then frozen. Both transports and `call` go through it. */
export interface Registry {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The answer of `tools/list`; made at the first call and kept. */
  definitions(): readonly ToolDefinition[];
  /**
   * Validates `args` and runs the tool. Everything a tool reports, and every failure inside it, comes back
   * as a result with `isError`; rejects only for a name that `has` denies.
   */
  call(name: string, args: unknown): Promise<CallToolResult>;
}
