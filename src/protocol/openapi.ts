/** A tool as far as a document tells of it. */
export interface DescribedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: { readonly properties?: Readonly<Record<string, unknown>> | undefined } | undefined;
}

/** How GET names the kinds that can be searched, and the tools that search them. */
const KIND_OF_TOOL: Readonly<Record<string, string>> = {
  search_robots: 'robots',
  search_publications: 'publications',
  search_startups: 'startups',
  get_latest_news: 'news',
  search_manufacturers: 'manufacturers',
  get_open_challenges: 'challenges',
};

interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

/** What GET answers people and notebooks, in the words of OpenAPI 3.1; the tools themselves are described over MCP. */
export function openApi(version: string, address: string, tools: readonly DescribedTool[]): object {
  const searches = tools.filter(({ name }) => KIND_OF_TOOL[name] !== undefined);
  const kinds = searches.map(({ name }) => KIND_OF_TOOL[name]);
  const answers = {
    '200': {
      description: 'The rows, what they were counted by, and next_cursor if there are more',
      headers: { Link: { description: 'The next page, as rel="next"', schema: { type: 'string' } } },
      content: {
        'application/json': { schema: { type: 'object' } },
        'text/csv': { schema: { type: 'string' } },
      },
    },
    '400': {
      description: 'What was not understood, with its code and what is accepted',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Robotics',
      version,
      description:
        'Robots, papers, startups, news, makers and challenges, with sources. The same searches as over MCP, by GET. Unknown values are left out, never guessed.',
      license: { name: 'Data: CC0 1.0; code: MIT' },
    },
    servers: [{ url: address }],
    paths: {
      '/': {
        get: {
          operationId: 'search',
          summary: 'Search records of one kind',
          parameters: [
            parameter('q', 'Free words', { type: 'string' }),
            parameter('kind', 'What is searched; robots unless told', { type: 'string', enum: kinds }),
            parameter('format', 'json or csv, for who sends no Accept', {
              type: 'string',
              enum: ['json', 'csv'],
            }),
            ...argumentsOf(searches),
          ],
          responses: answers,
        },
      },
    },
  };
}

/** Every argument of the searches once, with what it means to which kinds. */
function argumentsOf(searches: readonly DescribedTool[]): object[] {
  const found = new Map<string, { readonly schema: ArgumentSchema; readonly kinds: Map<string, string[]> }>();
  for (const { name: tool, inputSchema } of searches) {
    for (const [name, schema] of Object.entries(inputSchema?.properties ?? {}) as [
      string,
      ArgumentSchema,
    ][]) {
      if (name === 'query' || name === 'kind') continue;
      const known = found.get(name) ?? { schema, kinds: new Map() };
      const { description = '' } = schema;
      known.kinds.set(description, [...(known.kinds.get(description) ?? []), KIND_OF_TOOL[tool] ?? '']);
      found.set(name, known);
    }
  }
  return [...found].map(([name, { schema, kinds }]) => {
    const words = [...kinds].map(
      ([text, of]) => `${of.length === searches.length ? '' : `${of.join(', ')}: `}${text}`,
    );
    const { type } = schema;
    // Lists are parted by commas; what has members of its own is given as JSON.
    if (type === 'array')
      return {
        ...parameter(name, words.join('; '), { type, items: { type: 'string' } }),
        style: 'form',
        explode: false,
      };
    return parameter(name, words.join('; '), { type: type === 'object' ? 'string' : (type ?? 'string') });
  });
}

function parameter(name: string, description: string, schema: object): object {
  return { name, in: 'query', description, schema };
}
