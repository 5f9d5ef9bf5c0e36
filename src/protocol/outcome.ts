/** An answer of this length or less may be a refusal; what is longer holds records. */
const LONGEST_REFUSAL = 65_536;

/**
 * What became of a message, from the JSON of its answer: `ok`, or the code of the tool's or the protocol's error.
 * The text is looked through first, since parsing every answer would cost as much as making it.
 */
export function outcomeOf(json: string): string {
  if (json.length > LONGEST_REFUSAL) return 'ok';
  // Inside of a JSON string the quotes would be escaped, so this finds names alone.
  if (!json.includes('"isError":true') && !json.includes('"error":{')) return 'ok';
  const { error, result } = JSON.parse(json) as Answer;
  if (error !== undefined) return String(error.code);
  if (result?.isError !== true) return 'ok';
  return result.structuredContent?.error?.code ?? 'error';
}

/** The method of a message, and the tool it calls; undefined where it has none. */
export function namesOf(message: unknown): {
  readonly method: string | undefined;
  readonly tool: string | undefined;
} {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const name = method === 'tools/call' ? params?.name : undefined;
  return {
    method: typeof method === 'string' ? method : undefined,
    tool: typeof name === 'string' ? name : undefined,
  };
}

interface Answer {
  readonly error?: { readonly code: number };
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: { readonly error?: { readonly code?: string } };
  };
}
