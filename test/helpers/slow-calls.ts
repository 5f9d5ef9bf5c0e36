const PREFIXES = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}*`).join(' ');

/** A batch of 50 of the slowest questions that there are; another word makes them other questions. */
export function slowCalls(word: string): object[] {
  return Array.from({ length: 50 }, (_, i) => ({
    jsonrpc: '2.0',
    id: `${word} ${i}`,
    method: 'tools/call',
    params: {
      name: 'search_publications',
      arguments: { query: `${PREFIXES} ${word}`, topic: PREFIXES, limit: 1 + i },
    },
  }));
}
