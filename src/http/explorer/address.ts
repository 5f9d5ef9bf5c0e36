import { KIND, KINDS, VIEW, WORDS } from '../../view/files/address.ts';

/** Arguments of `show`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Fields that are lists: parted by commas, or given several times, as a form sends them. */
export const LIST_FIELDS: ReadonlySet<string> = new Set(['ids', 'features']);

/** The arguments of `show` for a record that an address names: `robots/unitree-g1`. */
export function recordArguments(name: string): Arguments {
  const [, group = '', rest = ''] = /^(people|topics)\/(.+)$/s.exec(name) ?? [];
  const field = GROUPS.get(group);
  return field === undefined
    ? { view: 'record', ids: [name] }
    : { view: 'table', tool: 'search_publications', arguments: { [field]: rest } };
}

/** What has no record of its own, and is all papers of one value: by the argument that finds them. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['people', 'author'],
  ['topics', 'topic'],
]);

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
  const values = new Map(
    [...fields].flatMap(([name, given]) => {
      return name.startsWith(INSIDE) || name === FORMAT ? [] : [[name, readValue(name, given)] as const];
    }),
  );
  if (fields.has(VIEW)) return withInner(Object.fromEntries(values), fields);
  const [kind = ''] = fields.get(KIND) ?? [];
  const [words = ''] = fields.get(WORDS) ?? [];
  const query = words.trim();
  const own = [...values].filter(([name, value]) => ![WORDS, KIND, FORMAT].includes(name) && !isEmpty(value));
  return {
    view: 'table',
    // Without a kind the words decide.
    ...(kind !== '' && { tool: KINDS.find(([name]) => name === kind)?.[1] ?? kind }),
    arguments: { ...(query !== '' && { query }), ...Object.fromEntries(own) },
  };
}

/** Before the names of fields that a form sends for members of `arguments`, such as `arguments.specs.payload_kg.min`. */
const INSIDE = 'arguments.';
/** Deeper than any argument of a search. */
const MOST_DEEP = 3;

/** The members that a form sends one by one, laid into the arguments that it sends whole. */
function withInner(asked: Arguments, fields: ReadonlyMap<string, readonly string[]>): Arguments {
  const inner = [...fields].flatMap(([name, [text = '']]) => {
    const path = name.slice(INSIDE.length).split('.');
    const isMember = name.startsWith(INSIDE) && text !== '' && path.length <= MOST_DEEP;
    return isMember ? [[path, text] as const] : [];
  });
  if (inner.length === 0) return asked;
  const given = asked.arguments;
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const whole = inner.reduce(
    (all, [path, text]) => laidIn(all, path, text),
    isObject ? (given as Arguments) : {},
  );
  return { ...asked, arguments: whole };
}

function laidIn(into: Arguments, [name = '', ...rest]: readonly string[], text: string): Arguments {
  const own = Object.hasOwn(into, name) ? into[name] : undefined;
  const inner = typeof own === 'object' && own !== null ? (own as Arguments) : {};
  return Object.fromEntries([
    ...Object.entries(into),
    [name, rest.length === 0 ? text : laidIn(inner, rest, text)],
  ]);
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
