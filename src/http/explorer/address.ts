/** The kinds that can be searched, as addresses name them, their tools, and their names for people. */
export const KINDS = [
  ['robots', 'search_robots', 'Robots'],
  ['publications', 'search_publications', 'Papers'],
  ['startups', 'search_startups', 'Startups'],
  ['news', 'get_latest_news', 'News'],
  ['manufacturers', 'search_manufacturers', 'Makers'],
  ['challenges', 'get_open_challenges', 'Challenges'],
] as const;

/** Arguments of `show`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Arguments of `show` that are lists; any other is a word, but for `arguments`, which are JSON. */
const LISTS: ReadonlySet<string> = new Set(['ids', 'features']);

/** What a search box sends beside the arguments of the search. */
const WORDS = 'q';
const KIND = 'kind';

/**
 * The arguments of `show` in the query of an address: those of any view (`?view=compare&ids=spot,unitree-go2`), or a
 * search in words (`?q=quadruped&kind=robots&max_price_usd=20000`). Undefined for an address that asks for nothing.
 * What does not fit stays as it is, for the tool to refuse in its words.
 */
export function askedIn(params: URLSearchParams): Arguments | undefined {
  if (params.has('view')) {
    return Object.fromEntries([...new Set(params.keys())].map((name) => [name, readValue(name, params)]));
  }
  if (!params.has(WORDS) && !params.has(KIND)) return undefined;
  const kind = params.get(KIND) || KINDS[0][0];
  const own = [...params].filter(([name, value]) => name !== WORDS && name !== KIND && value !== '');
  const query = params.get(WORDS)?.trim() ?? '';
  return {
    view: 'table',
    tool: KINDS.find(([name]) => name === kind)?.[1] ?? kind,
    arguments: { ...(query !== '' && { query }), ...Object.fromEntries(own) },
  };
}

function readValue(name: string, params: URLSearchParams): unknown {
  const text = params.get(name) ?? '';
  // A form sends a list as the same name several times.
  if (LISTS.has(name)) return params.getAll(name).flatMap((value) => value.split(','));
  if (name !== 'arguments') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The query of the address under which the answer to these arguments of `show` stands. */
export function hrefOf(asked: Arguments): string {
  const kind = KINDS.find(([, tool]) => tool === asked.tool)?.[0];
  if (asked.view === 'table' && kind !== undefined) {
    const { query, ...others } = (asked.arguments ?? {}) as Arguments;
    return hrefFrom({ [WORDS]: query ?? '', [KIND]: kind, ...others });
  }
  return hrefFrom(asked);
}

function hrefFrom(values: Arguments): string {
  const params = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, writeValue(name, value)] as [string, string]],
  );
  return `?${new URLSearchParams(params)}`;
}

function writeValue(name: string, value: unknown): string {
  if (LISTS.has(name) && Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
