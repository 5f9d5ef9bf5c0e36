/** A question to a tool. */
export interface Question {
  readonly tool: 'search_robots' | 'search_publications';
  /** What it stands for in the tables, such as `rare word`. */
  readonly group: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Throws if a message is an error, or the answer of a tool that refused. */
export function checkAnswer(message: string): void {
  const { error, result } = JSON.parse(message) as { error?: unknown; result?: { isError?: boolean } };
  if (error !== undefined || result === undefined || result.isError) {
    throw new Error(`The server refused: ${message.slice(0, 400)}`);
  }
}
