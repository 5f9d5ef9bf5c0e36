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

/** Fields that are lists: parted by commas, or given several times, as a form sends them. */
export const LIST_FIELDS: ReadonlySet<string> = new Set(['ids', 'features']);

/** What a search box sends beside the arguments of the search. */
const WORDS = 'q';
const KIND = 'kind';
const VIEW = 'view';

/** `format=csv` says what a notebook that can send no header wants. */
const FORMAT = 'format';

/** Any of them makes an address one of the explorer's; the others are their arguments. */
export const EXPLORER_FIELDS = [VIEW, WORDS, KIND] as const;

/**
 * The arguments of `show` in the query of an address: those of any view (`?view=compare&ids=spot,unitree-go2`), or a
 * search in words (`?q=quadruped&kind=robots&max_price_usd=20000`). What does not fit stays as it is, for the tool to
 * refuse in its words.
 */
export function readArguments(fields: ReadonlyMap<string, readonly string[]>): Arguments {
  const values = new Map([...fields].map(([name, given]) => [name, readValue(name, given)]));
  if (fields.has(VIEW)) return Object.fromEntries([...values].filter(([name]) => name !== FORMAT));
  const [kind = ''] = fields.get(KIND) ?? [];
  const [words = ''] = fields.get(WORDS) ?? [];
  const query = words.trim();
  const own = [...values].filter(([name, value]) => ![WORDS, KIND, FORMAT].includes(name) && !isEmpty(value));
  return {
    view: 'table',
    tool: KINDS.find(([name]) => name === (kind || KINDS[0][0]))?.[1] ?? kind,
    arguments: { ...(query !== '' && { query }), ...Object.fromEntries(own) },
  };
}

/** The form that an address asks for by its own; undefined where it leaves that to the header. Anything else is no form. */
export function readFormat(
  fields: ReadonlyMap<string, readonly string[]>,
): 'json' | 'csv' | 'wrong' | undefined {
  const [format] = fields.get(FORMAT) ?? [];
  if (format === undefined) return undefined;
  return format === 'json' || format === 'csv' ? format : 'wrong';
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** The value of a field: a list where it is one, else the text that it was given. */
export function readValue(name: string, given: readonly string[]): unknown {
  if (LIST_FIELDS.has(name))
    return given.flatMap((value) => value.split(',')).filter((value) => value !== '');
  const [text = ''] = given;
  // Arguments of a search are JSON; any other value is a word.
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
  const { query, ...others } = (asked.arguments ?? {}) as Arguments;
  // Challenges and makers have a kind of their own: with it the search is written as arguments.
  const isPlain = EXPLORER_FIELDS.every((name) => others[name] === undefined);
  return asked.view === 'table' && kind !== undefined && isPlain
    ? hrefFrom({ [WORDS]: query ?? '', [KIND]: kind, ...others })
    : hrefFrom(asked);
}

function hrefFrom(values: Arguments): string {
  const params = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, writeValue(name, value)] as [string, string]],
  );
  return `?${new URLSearchParams(params)}`;
}

function writeValue(name: string, value: unknown): string {
  if (LIST_FIELDS.has(name) && Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
