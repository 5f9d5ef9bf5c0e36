/** The one path at which messages are answered. */
export const ENDPOINT = '/api/mcp';

/** Where the server card is looked for (SEP-2127), which `?card` asks for too. */
export const CARD_PATHS: readonly string[] = [`${ENDPOINT}/server-card`, '/.well-known/mcp/server-card.json'];

/** Where OpenAI looks for what it gave to whoever says that the host is theirs. */
export const CHALLENGE_PATH = '/.well-known/openai-apps-challenge';
