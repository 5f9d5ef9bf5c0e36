/** A question to a tool. */
export interface Question {
  readonly tool: 'search_robots' | 'search_publications';
  /** What it stands for in the tables, such as `rare word`. */
  readonly group: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The revision of the protocol that the benchmark speaks: what most hosts speak today. */
export const revision = '2025-06-18';

export function initializeMessage(id: number): string {
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: revision, capabilities: {}, clientInfo };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params });
}

export const initializedMessage = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

export function callMessage(id: number, { tool, args }: Question): string {
  const params = { name: tool, arguments: args };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

/** Throws if a message is an error, or the answer of a tool that refused. */
export function checkAnswer(message: string): void {
  const { error, result } = JSON.parse(message) as { error?: unknown; result?: { isError?: boolean } };
  if (error !== undefined || result === undefined || result.isError) {
    throw new Error(`The server refused: ${message.slice(0, 400)}`);
  }
}
